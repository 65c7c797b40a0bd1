import { weakWords } from "#domain/consent-text";
import { answerRelates, comparable } from "#features/automation/engine/compare";
import type { Reply } from "#features/automation/engine/run";
import { fillPlaceholders } from "#features/automation/engine/sending/fill";
import type { StepContext } from "#features/automation/engine/transition";
import { type NodeWarning, warnAt } from "#features/automation/scenarios/warnings";
import { type Composed, contentOf } from "#features/messaging/outbound/compose";
import { isReply } from "#features/messaging/outbound/members/card";
import { oncePer } from "#lib/memo";
import type { MessageSettings } from "./settings";

/** The handles that a message with `wait` has besides those of what can be tapped. */
export const FIXED = ["reply", "timeout", "failed"];

type Choice = { id: string; title: string; path: string };

const messageOf = oncePer((data: MessageSettings) => contentOf(data));

/**
 * The buttons, rows and replies on cards that the lead can tap. `path`: where its id stands in the
 * settings.
 */
function choicesIn({ content: { buttons = [], list, cards = [] } }: Composed): Choice[] {
  const at = (one: Omit<Choice, "path">, path: string): Choice => ({ ...one, path: `${path}.id` });
  return [
    ...buttons.map((button, index) => at(button, `buttons.${index}`)),
    ...(list?.sections ?? []).flatMap(({ rows }, section) =>
      rows.map((row, index) => at(row, `list.sections.${section}.rows.${index}`)),
    ),
    ...cards.flatMap((card, place) =>
      card.buttons.flatMap((button, index) =>
        isReply(button) ? [at(button, `cards.${place}.buttons.${index}`)] : [],
      ),
    ),
  ];
}

export const choicesOf = oncePer((data: MessageSettings) => choicesIn(messageOf(data)));

/** The choice whose title a text is, whatever marks are around it. */
function titled(choices: Choice[], text: string | null) {
  if (text === null || text.trim() === "") return undefined;
  const given = comparable(text);
  return choices.find(({ title }) => answerRelates(given, "equals", comparable(title)));
}

/** The id of the button or row that the lead has tapped, or whose title it has written. */
export function chosen(data: MessageSettings, { text, tapped }: Reply, { run, now }: StepContext) {
  const choices = choicesOf(data);
  const own = choices.find(({ id }) => id === tapped);
  if (own || choices.length === 0) return own?.id;
  return titled(choicesIn(fillPlaceholders(messageOf(data), run, now).composed), text)?.id;
}

/** The weak opt-out words that are titles. */
export const answerWords = oncePer((data: MessageSettings) =>
  weakWords.filter((word) => titled(choicesOf(data), word)),
);

/** A tap on a choice with such an id leaves by a handle that means something else. */
export const idFaults = (data: MessageSettings): NodeWarning[] =>
  choicesOf(data)
    .filter(({ id }) => FIXED.includes(id))
    .map(({ id, path }) => warnAt(path, "reserved_id", { handle: id, choices: FIXED }));
