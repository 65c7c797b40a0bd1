import type { TemplateComponent } from "#domain/templates";
import { buttonsOf, cardsOf, componentOf, textIn } from "./parts";

/** The types that a message can fill in, or that need nothing filled in. */
const SENT = {
  components: [
    ...["HEADER", "BODY", "FOOTER", "BUTTONS"],
    ...["CAROUSEL", "LIMITED_TIME_OFFER", "CALL_PERMISSION_REQUEST"],
  ],
  ofCards: ["HEADER", "BODY", "BUTTONS"],
  headers: ["TEXT", "IMAGE", "VIDEO", "DOCUMENT", "LOCATION"],
  buttons: [
    ...["QUICK_REPLY", "URL", "PHONE_NUMBER", "VOICE_CALL"],
    ...["COPY_CODE", "OTP", "FLOW", "REQUEST_CONTACT_INFO"],
  ],
};

const MAX_NAME_CHARACTERS = 50;

const nameOf = (type: unknown) => (textIn(type) ?? "unknown").toUpperCase();

function typesIn(components: TemplateComponent[], known: string[]): string[] {
  const header = componentOf(components, "HEADER");
  const unlessSent = (names: string[], sent: string[]) =>
    names.filter((name) => !sent.includes(name));
  return [
    ...unlessSent(
      components.map(({ type }) => nameOf(type)),
      known,
    ),
    ...unlessSent(header ? [nameOf(header.format ?? "TEXT")] : [], SENT.headers),
    ...unlessSent(
      buttonsOf(components).map(({ type }) => nameOf(type)),
      SENT.buttons,
    ),
    ...cardsOf(components).flatMap((card) => typesIn(card, SENT.ofCards)),
  ];
}

/**
 * The types of a template's components, headers and buttons that the service does not send, each
 * once: products, catalogs, orders, and what it does not know.
 */
export const unsupportedIn = (components: TemplateComponent[] | null): string[] => [
  ...new Set(
    typesIn(components ?? [], SENT.components).map((name) => name.slice(0, MAX_NAME_CHARACTERS)),
  ),
];
