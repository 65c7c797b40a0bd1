import type { Channel, InboundInput, Message, MessageList, Template } from "#client";
import {
  type Button,
  buttonsIn,
  type Card,
  cardsIn,
  type File,
  fileIn,
} from "#console/data/messages/cards";
import { isObject, itemsOf, membersOf, textOf } from "#console/data/messages/members";
import { sentTemplate } from "#console/data/messages/template";
import { platformRow } from "#console/data/platforms";

type Platform = Channel["platform"];
type Choice = { id: string; title: string };
/** The view of a message on the platform's phone. */
export type Shown = {
  text: string | null;
  header: string | null;
  /** The file above the text. */
  file: File | null;
  footer: string | null;
  buttons: Button[];
  list: MessageList | null;
  cards: Card[];
  /** True of a request for the lead's number, or its place, which a button shares. */
  asksNumber: boolean;
  asksPlace: boolean;
  /** The label of the button that opens a form. */
  form: string | null;
};

const NOTHING: Shown = {
  text: null,
  header: null,
  file: null,
  footer: null,
  buttons: [],
  list: null,
  cards: [],
  asksNumber: false,
  asksPlace: false,
  form: null,
};

/** Rows and buttons that are replies, of which each has an id. */
const repliesIn = (value: unknown) =>
  buttonsIn(value).map((button) => ({ ...button, id: button.id ?? button.title }));

/** A list as far as it is one: what a gateway hands on may have any form. */
function listIn(value: unknown): MessageList | null {
  if (!isObject(value) || typeof value.button !== "string" || !Array.isArray(value.sections))
    return null;
  const sections = value.sections.filter(isObject).map(({ title, rows }) => ({
    title: textOf(title),
    rows: (Array.isArray(rows) ? rows.filter(isObject) : []).map((row) => ({
      id: textOf(row.id),
      title: textOf(row.title) ?? "",
      description: textOf(row.description),
    })),
  }));
  return { button: value.button, sections };
}

/** A template's text as far as it is known, where the channel has the template no longer. */
function unknownTemplate({ payload }: Message): Shown {
  const { name, components } = membersOf(payload.template);
  const body = itemsOf(components).find(({ type }) => textOf(type)?.toLowerCase() === "body");
  const texts = itemsOf(body?.parameters).flatMap(({ text }) => textOf(text) ?? []);
  return { ...NOTHING, text: [textOf(name)?.replaceAll("_", " "), ...texts].join("\n") };
}

function templateShown(message: Message, known: readonly Template[]): Shown {
  const { name, language } = membersOf(message.payload.template);
  const found = known.find((one) => one.name === name && one.language === language);
  if (!found?.components) return unknownTemplate(message);
  const { body, ...parts } = sentTemplate(found, message);
  return { ...NOTHING, ...parts, text: body };
}

/** `known` are the channel's templates. The rows of a flat list are quick replies. */
export function shownOf(message: Message, platform: Platform, known: readonly Template[]): Shown {
  const { type, text, payload } = message;
  if (type === "template" && isObject(payload.template)) return templateShown(message, known);
  const list = listIn(payload.list);
  const isFlat = platformRow(platform).hasFlatLists;
  const rows = isFlat ? (list?.sections.flatMap((section) => section.rows) ?? []) : [];
  return {
    ...NOTHING,
    text,
    file: type === "link_button" ? fileIn(payload.media) : null,
    buttons: [
      ...buttonsIn(payload.link_buttons),
      ...repliesIn(payload.buttons),
      ...repliesIn(rows),
    ],
    list: isFlat ? null : list,
    cards: cardsIn(payload.cards),
    asksNumber: type === "request_phone",
    asksPlace: type === "request_location",
    form: isObject(payload.flow) ? textOf(payload.flow.cta) : null,
  };
}

/** The provider's id of the message that another one answers, or reacts to. */
export function targetOf({ type, payload }: Message) {
  const { context, reply_to: replyTo } = payload;
  if (type === "reaction") return textOf(payload.message_id) ?? textOf(payload.mid);
  if (isObject(context)) return textOf(context.id);
  return isObject(replyTo) ? textOf(replyTo.mid) : null;
}

type Content = Pick<InboundInput, "type" | "text" | "payload" | "tapped" | "shared_number">;

const SOMEWHERE = { latitude: 48.8584, longitude: 2.2945 };

/** A quote, as the platform's webhook has it. */
const quoting = (platform: Platform, id: string | null | undefined) =>
  id ? platformRow(platform).quote(id) : {};

export const written = (platform: Platform, text: string, quoted?: Message | null): Content => ({
  type: "text",
  text,
  payload: quoting(platform, quoted?.external_id),
});

export const reaction = (platform: Platform, emoji: string, to: Message): Content => ({
  type: "reaction",
  text: emoji,
  payload: platformRow(platform).reaction(to.external_id, emoji),
});

/** A place that the lead sends where it was asked for one. */
export const located = (platform: Platform, on: Message): Content => ({
  type: "location",
  payload: { ...SOMEWHERE, ...quoting(platform, on.external_id) },
});

/** The lead's own number, by the button below a request for it. */
export const shared = (platform: Platform, number: string, on: Message): Content => ({
  type: "contacts",
  shared_number: number,
  payload: quoting(platform, on.external_id),
});

/** The platform's report of a tapped button, row or quick reply. */
export function tapped(platform: Platform, { id, title }: Choice, on: Message): Content {
  const beside = quoting(platform, on.external_id);
  if (platformRow(platform).hasFlatLists || on.type === "template")
    return { type: "button", text: title, tapped: id, payload: beside };
  const kind = on.type === "list" ? "list_reply" : "button_reply";
  return {
    type: "interactive",
    text: title,
    tapped: id,
    payload: { type: kind, [kind]: { id, title }, ...beside },
  };
}
