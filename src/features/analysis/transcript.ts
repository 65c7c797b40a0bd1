import { sha256 } from "#lib/crypto";
import type { Analyst, Transcript } from "./analyst";

/** The tokens of a message beside its text: its id, author and time. */
const TOKENS_PER_MESSAGE = 30;
const encoder = new TextEncoder();

/**
 * Estimates the tokens of a text, rather too high: at three bytes each, fewer than a token has in
 * most scripts.
 */
export const tokensIn = (text: string) => Math.ceil(encoder.encode(text).length / 3);

/**
 * The newest messages that fit into the budget, oldest first. A text that does not fit alone is
 * cut.
 */
export function withinBudget(transcript: Transcript, maxTokens: number): Transcript {
  const fitting: Transcript = [];
  let left = maxTokens;
  for (const message of transcript.toReversed()) {
    const tokens = tokensIn(message.text) + TOKENS_PER_MESSAGE;
    if (tokens > left && fitting.length > 0) break;
    fitting.push(
      tokens > left
        ? { ...message, text: message.text.slice(0, Math.max(left - TOKENS_PER_MESSAGE, 1)) }
        : message,
    );
    left -= tokens;
  }
  return fitting.reverse();
}

/** Hash of a transcript and its analyst; a transcript with the same hash is not analysed again. */
export const stateOf = ({ model, promptVersion }: Analyst, transcript: Transcript) =>
  sha256(JSON.stringify([model, promptVersion, transcript.map(({ id, text }) => [id, text])]));
