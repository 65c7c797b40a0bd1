import type { Message } from "#client";
import { buttonsIn, cardsIn } from "#console/data/messages/cards";
import { itemsOf, membersOf, textOf } from "#console/data/messages/members";

/** The platform's id of the message that this one replies to. */
export function quotedId({ payload }: Message) {
  const replied = membersOf(payload.reply_to);
  return textOf(membersOf(payload.context).id) ?? textOf(replied.mid);
}

/** The buttons below a text that open URLs. */
export const linkButtonsOf = ({ payload }: Message) => buttonsIn(payload.link_buttons);

/** The cards that the lead can leaf through. */
export const cardsOf = ({ payload }: Message) => cardsIn(payload.cards);

/** Our id of the message that one of ours quotes. */
export const ownQuotedId = ({ direction, payload }: Message) =>
  direction === "outbound" && typeof payload.reply_to === "number" ? payload.reply_to : null;

/** Buttons or rows that the lead can choose from. */
export function choicesOf({ payload }: Message): string[] {
  const buttons = itemsOf(payload.buttons);
  const rows = itemsOf(membersOf(payload.list).sections).flatMap(({ rows }) => itemsOf(rows));
  return [...buttons, ...rows].flatMap(({ title, reply }) => {
    const text = textOf(title) ?? textOf(membersOf(reply).title);
    return text ?? [];
  });
}

/** The URL of a file that the service does not keep itself. */
export function foreignUrl({ payload }: Message) {
  const [attachment] = itemsOf(payload.attachments);
  const found =
    textOf(membersOf(payload.media).url) ??
    textOf(membersOf(attachment?.payload).url) ??
    textOf(payload.url) ??
    textOf(payload.link);
  return found && URL.canParse(found) && /^https?:/.test(found) ? new URL(found) : null;
}

export const filenameOf = ({ payload, media }: Message) =>
  media?.filename ?? textOf(membersOf(payload.media).filename) ?? textOf(payload.filename);

/** True of a sound that somebody has spoken into the phone, not of a file. */
export const isVoice = ({ payload }: Message) => payload.voice === true;

/** The text before the lead edited it; undefined where it is no longer kept. */
export function firstText({ payload }: Message) {
  return "original_text" in payload ? textOf(payload.original_text) : undefined;
}

/** A template's name, and what fills its parameters. */
export function templateOf({ payload }: Message) {
  const template = membersOf(payload.template);
  const name = textOf(template.name);
  if (!name) return null;
  const parameters = itemsOf(template.components).flatMap(({ parameters }) => itemsOf(parameters));
  return {
    name,
    language: textOf(template.language) ?? "",
    values: parameters.flatMap(({ text }) => textOf(text) ?? []),
  };
}

export function placeOf({ payload }: Message) {
  const { latitude, longitude, name, address } = { ...payload, ...membersOf(payload.location) };
  const isPlace = typeof latitude === "number" && typeof longitude === "number";
  if (!isPlace) return null;
  const [named, street] = [textOf(name), textOf(address)];
  return { latitude, longitude, name: named ?? street, address: named && street };
}

export const contactsOf = ({ payload }: Message) =>
  itemsOf(payload.contacts).flatMap(({ name, phones }) => {
    // The cards of a lead have the platform's form, those of the team our own.
    const formatted = textOf(membersOf(name).formatted_name) ?? textOf(name);
    const [phone] = (Array.isArray(phones) ? phones : []).flatMap(
      (one: unknown) => textOf(membersOf(one).phone) ?? textOf(one) ?? [],
    );
    if (!formatted) return phone ? [{ name: phone, phone: null }] : [];
    return [{ name: formatted, phone: phone ?? null }];
  });

/** True of the lead's own number, which it was asked for. */
export const isOwnNumber = ({ payload }: Message) =>
  itemsOf(payload.contacts).some(({ origin }) => origin === "contact_request");

export const emojiOf = ({ payload, text }: Message) =>
  textOf(payload.emoji) ?? textOf(membersOf(payload.reaction).emoji) ?? text;

/** The button that opens a form. */
export const formButtonOf = ({ payload }: Message) => textOf(membersOf(payload.flow).cta);

const MAX_ANSWERS = 200;

const written = (value: unknown): string =>
  Array.isArray(value) && value.every((one) => typeof one === "string")
    ? value.join(", ")
    : asText(value);

const asText = (value: unknown) =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : `${value ?? ""}`;

/** The lead's answers of a form, each with its name. */
export const answersOf = ({ answers }: Message) =>
  Object.entries(answers?.values ?? {})
    .slice(0, MAX_ANSWERS)
    .map(([name, value]) => ({ name, value: written(value) }));
