import { weakWords } from "#domain/consent-text";
import { oncePer } from "#lib/memo";
import { matchingHandle } from "./read-reply";
import type { WaitForReplySettings } from "./settings";

/**
 * The weak opt-out words that the node has matches for. A match that takes all of them is for none
 * in particular.
 */
export const answerWords = oncePer((data: WaitForReplySettings) => {
  if (!data.matches?.length) return [];
  const words = weakWords.filter(
    (text) => matchingHandle(data, { messageId: 0, text, tapped: null }) !== undefined,
  );
  return words.length < weakWords.length ? words : [];
});
