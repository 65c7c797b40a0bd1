import type { SimulationStepMessage } from "#client";
import { type Button, buttonsIn, cardsIn } from "#console/data/messages/cards";
import { isObject, itemsOf, membersOf } from "#console/data/messages/members";

type Message = NonNullable<SimulationStepMessage>;
/** A choice that a lead can tap under a message. */
export type Tappable = { id: string | null; title: string };

/** One of the numbers that are reserved for fiction, shared where a message asks for one. */
const SHARED_NUMBER = "+33639980042";

/** The titles of the buttons that open URLs. */
const openersIn = (buttons: readonly Button[]) =>
  buttons.filter(({ url }) => url !== null).map(({ title }) => `${title} ↗`);

const tappable = ({ id, title }: Record<string, unknown>, index: number): Tappable => ({
  id: typeof id === "string" ? id : `${index}`,
  title: `${title ?? ""}`,
});

/** The buttons, rows and replies on cards of a message, or the number that it asks for. */
export function tappablesOf({ type, payload }: Message): Tappable[] {
  if (type === "request_phone") return [{ id: null, title: SHARED_NUMBER }];
  const rows = itemsOf(membersOf(payload.list).sections).flatMap(({ rows }) => itemsOf(rows));
  const replies = itemsOf(payload.cards).flatMap(({ buttons }) =>
    itemsOf(buttons).filter(({ url }) => url === undefined),
  );
  return [...itemsOf(payload.buttons), ...rows, ...replies].map(tappable);
}

/** The lines of a message below its text: what its cards say, and buttons that can't be tapped. */
export function linesOf({ payload }: Message): string[] {
  const cards = cardsIn(payload.cards).map(({ title, text, buttons }) =>
    [title, text, ...openersIn(buttons)].filter(Boolean).join(" · "),
  );
  const form = isObject(payload.flow) ? [`${payload.flow.cta ?? ""}`] : [];
  return [...cards, ...openersIn(buttonsIn(payload.link_buttons)), ...form];
}

/** The name of a message's template. */
export const templateOf = ({ payload }: Message) =>
  isObject(payload.template) ? `${payload.template.name ?? ""}` : null;

export const hasMedia = ({ payload }: Message) => isObject(payload.media);

export const holdsLink = (message: Message) =>
  /https?:\/\//.test(message.text ?? "") || /https?:\/\//.test(JSON.stringify(message.payload));
