import { oncePer } from "#lib/memo";
import { foldAnswer, foldWritten } from "#lib/text";
import { type Sought, searchFor } from "#lib/text-search";
import type { Utterance } from "./cause";

// The search for what triggers look for in texts that leads have written.

/** Only the beginning of a text is searched, also where folding makes it longer. */
const MAX_SEARCHED_CHARACTERS = 4_096;
/** The longest answer that a trigger looks for, with the marks around it. */
const MAX_ANSWER_CHARACTERS = 500;

type Written = Pick<Utterance, "text">;

/** A text that a trigger looks for in a message, folded; `whole`: the message says nothing else. */
export type SoughtText = Sought | { key: string; place: "whole"; text: string };

const sought = (place: SoughtText["place"], text: string): SoughtText => ({
  ...{ key: `${place} ${text}`, place, text },
});
export const soughtText = (place: Sought["place"], text: string) =>
  sought(place, foldWritten(text));
export const soughtAnswer = (text: string) => sought("whole", foldAnswer(text));

/** The key of what a message says as a whole, folded once; null for a long text. */
export const answerIn = oncePer(({ text }: Written) => ({
  key:
    text !== null && text.length <= MAX_ANSWER_CHARACTERS
      ? sought("whole", foldAnswer(text)).key
      : null,
}));

/** Returns a function that tells which of some texts a message has, by their keys. */
export function textsIn(texts: SoughtText[]) {
  const search = searchFor(texts.filter((one): one is Sought => one.place !== "whole"));
  return oncePer((message: Written): ReadonlySet<string> => {
    if (message.text === null) return NOTHING;
    const searched = message.text.slice(0, MAX_SEARCHED_CHARACTERS);
    const found = search(foldWritten(searched).slice(0, MAX_SEARCHED_CHARACTERS));
    const { key } = answerIn(message);
    if (key !== null) found.add(key);
    return found;
  });
}

const NOTHING: ReadonlySet<string> = new Set<string>();
