import type { Channel, InboundInput, Message, MessageList, Template } from "#client";
import { platformRow } from "#console/data/platforms";
import { contentOf } from "../templates/content";

type Platform = Channel["platform"];
type Choice = { id: string; title: string };
export type Link = { url: string; title: string };
export type ShownCard = { title: string; text: string; buttons: Choice[]; links: Link[] };

/** The view of a message on the platform's phone. */
export type Shown = {
  text: string | null;
  header: string;
  footer: string;
  buttons: Choice[];
  list: MessageList | null;
  /** The buttons that open URLs. */
  links: Link[];
  cards: ShownCard[];
  /** True of a request for the lead's number, or its place, which a button shares. */
  asksNumber: boolean;
  asksPlace: boolean;
  /** The label of the button that opens a form. */
  form: string | null;
};

const NOTHING: Shown = {
  text: null,
  header: "",
  footer: "",
  buttons: [],
  list: null,
  links: [],
  cards: [],
  asksNumber: false,
  asksPlace: false,
  form: null,
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const textIn = (value: unknown) => (typeof value === "string" ? value : null);

const choicesIn = (value: unknown) =>
  Array.isArray(value)
    ? value.flatMap((one: unknown): Choice[] =>
        isObject(one) ? [{ id: textIn(one.id) ?? "", title: textIn(one.title) ?? "" }] : [],
      )
    : [];

const objectsIn = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);

const linksIn = (value: unknown) =>
  objectsIn(value).flatMap(({ url, title }): Link[] =>
    typeof url === "string" && /^https?:/.test(url) ? [{ url, title: textIn(title) ?? "" }] : [],
  );

const cardsIn = (value: unknown) =>
  objectsIn(value).map(
    ({ title, text, buttons }): ShownCard => ({
      title: textIn(title) ?? "",
      text: textIn(text) ?? "",
      buttons: choicesIn(objectsIn(buttons).filter(({ url }) => url === undefined)),
      links: linksIn(buttons),
    }),
  );

/** A list as far as it is one: what a gateway hands on may have any form. */
function listIn(value: unknown): MessageList | null {
  if (!isObject(value) || typeof value.button !== "string" || !Array.isArray(value.sections))
    return null;
  const sections = value.sections.filter(isObject).map(({ title, rows }) => ({
    title: textIn(title),
    rows: (Array.isArray(rows) ? rows.filter(isObject) : []).map((row) => ({
      id: textIn(row.id),
      title: textIn(row.title) ?? "",
      description: textIn(row.description),
    })),
  }));
  return { button: value.button, sections };
}

/** The texts that fill a template, by the place that they fill. */
function fillingsOf(template: Record<string, unknown>, type: string) {
  const components = Array.isArray(template.components) ? template.components : [];
  const component = components.find(
    (one: unknown) => isObject(one) && textIn(one.type)?.toLowerCase() === type,
  );
  const parameters: unknown = isObject(component) ? component.parameters : null;
  return Array.isArray(parameters) ? parameters.filter(isObject) : [];
}

/** A template's text with what a message has filled in. */
const fill = (text: string, fillings: Record<string, unknown>[]) =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
    const named = fillings.find(({ parameter_name: one }) => one === name);
    return textIn((named ?? fillings[Number(name) - 1])?.text) ?? whole;
  });

function templateShown(template: Record<string, unknown>, known: readonly Template[]): Shown {
  const [name, language] = [template.name, template.language];
  const found = known.find((one) => one.name === name && one.language === language);
  const fillings = fillingsOf(template, "body");
  if (!found?.components) {
    const texts = fillings.flatMap(({ text }) => textIn(text) ?? []);
    const text = [textIn(name)?.replaceAll("_", " "), ...texts].join("\n");
    return { ...NOTHING, text };
  }
  const { header, body, footer, buttons } = contentOf(found.components);
  return {
    ...NOTHING,
    text: fill(body, fillings),
    header: fill(header, fillingsOf(template, "header")),
    footer,
    buttons: buttons.flatMap(({ text: title }) => (title ? [{ id: title, title }] : [])),
  };
}

/** `known` are the channel's templates. The rows of a flat list are quick replies. */
export function shownOf(
  { type, text, payload }: Message,
  platform: Platform,
  known: readonly Template[],
): Shown {
  if (type === "template" && isObject(payload.template))
    return templateShown(payload.template, known);
  const list = listIn(payload.list);
  const isFlat = platformRow(platform).hasFlatLists;
  const rows = isFlat ? (list?.sections.flatMap((section) => section.rows) ?? []) : [];
  return {
    ...NOTHING,
    text,
    buttons: [...choicesIn(payload.buttons), ...choicesIn(rows)],
    list: isFlat ? null : list,
    links: linksIn(payload.link_buttons),
    cards: cardsIn(payload.cards),
    asksNumber: type === "request_phone",
    asksPlace: type === "request_location",
    form: isObject(payload.flow) ? textIn(payload.flow.cta) : null,
  };
}

/** The provider's id of the message that another one answers, or reacts to. */
export function targetOf({ type, payload }: Message) {
  const { context, reply_to: replyTo } = payload;
  if (type === "reaction") return textIn(payload.message_id) ?? textIn(payload.mid);
  if (isObject(context)) return textIn(context.id);
  return isObject(replyTo) ? textIn(replyTo.mid) : null;
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
