import type * as z from "zod";
import { type TemplateCategory, ttlBounds } from "#domain/templates";
import { validationMessages } from "#lib/validation-messages";
import { membersOf, textIn } from "./parts";

// WhatsApp's limits of a template, as far as it names them itself.

const OFFER = "LIMITED_TIME_OFFER";

type Component = { type: string; text?: string | undefined; [member: string]: unknown };

const MAX_TEXT_CHARACTERS: Record<string, number> = { HEADER: 60, FOOTER: 60 };
const MAX_BUTTONS = 10;
/** The most buttons of a type. */
const MOST: Record<string, number> = { URL: 2, PHONE_NUMBER: 1, COPY_CODE: 1 };
const MAX_MEMBER_CHARACTERS = { text: 25, url: 2000, phone_number: 20 };
const MAX_CODE_CHARACTERS = 15;
const MAX_OFFER_CHARACTERS = 16;
const CARDS = { least: 2, most: 10 };

type Fault = [PropertyKey[], string];

const nameOf = (value: unknown) => (textIn(value) ?? "").toUpperCase();
const typeOf = (value: unknown) => nameOf(membersOf(value).type);
const lengthOf = (value: unknown) => (typeof value === "string" ? [...value].length : 0);

function* tooLong(value: unknown, most: number, path: PropertyKey[]): Generator<Fault> {
  if (lengthOf(value) > most) yield [path, validationMessages.atMostCharacters(most)];
}

/** The faults of components, each with its path and what is wrong. */
function* faultsOf(components: readonly unknown[], path: PropertyKey[] = []): Generator<Fault> {
  for (const [index, given] of components.entries()) {
    const [component, type, at] = [membersOf(given), typeOf(given), [...path, index]];
    yield* tooLong(component.text, MAX_TEXT_CHARACTERS[type] ?? Infinity, [...at, "text"]);
    if (type === "BUTTONS") yield* faultsOfButtons(component.buttons, [...at, "buttons"]);
    if (type === "CAROUSEL") yield* faultsOfCards(component.cards, [...at, "cards"]);
    if (type === OFFER) {
      const { text } = membersOf(component.limited_time_offer);
      yield* tooLong(text, MAX_OFFER_CHARACTERS, [...at, "limited_time_offer", "text"]);
    }
  }
}

function* faultsOfButtons(given: unknown, path: PropertyKey[]): Generator<Fault> {
  if (!Array.isArray(given)) return;
  if (given.length > MAX_BUTTONS) return yield [path, validationMessages.atMostItems(MAX_BUTTONS)];
  const counts: Record<string, number> = {};
  for (const [at, button] of given.entries()) {
    const [members, type] = [membersOf(button), typeOf(button)];
    counts[type] = (counts[type] ?? 0) + 1;
    const most = MOST[type];
    if (most !== undefined && counts[type] > most)
      yield [[...path, at, "type"], validationMessages.selected];
    for (const [name, max] of Object.entries(MAX_MEMBER_CHARACTERS))
      yield* tooLong(members[name], max, [...path, at, name]);
    if (type === "COPY_CODE")
      yield* tooLong(members.example, MAX_CODE_CHARACTERS, [...path, at, "example"]);
  }
}

/** The types of a card's components and buttons, which all cards of a carousel share. */
const shapeOf = (card: unknown) =>
  componentsOf(card)
    .map((one) => {
      const { format, buttons } = membersOf(one);
      const titles = Array.isArray(buttons) ? buttons.map(typeOf) : [];
      return [typeOf(one), nameOf(format), ...titles].join(" ");
    })
    .sort()
    .join("; ");

function componentsOf(card: unknown): unknown[] {
  const { components } = membersOf(card);
  return Array.isArray(components) ? components : [];
}

function* faultsOfCards(given: unknown, path: PropertyKey[]): Generator<Fault> {
  if (!Array.isArray(given)) return yield [path, validationMessages.required];
  const { least, most } = CARDS;
  if (given.length < least) yield [path, validationMessages.atLeastItems(least)];
  if (given.length > most) return yield [path, validationMessages.atMostItems(most)];
  const shape = shapeOf(given[0]);
  for (const [index, card] of given.entries()) {
    const at = [...path, index, "components"];
    if (shapeOf(card) !== shape) yield [at, validationMessages.format];
    yield* faultsOf(componentsOf(card), at);
  }
}

/** Reports the faults of a template's components. */
export function checkBounds(components: readonly Component[], context: z.RefinementCtx) {
  for (const [path, message] of faultsOf(components))
    context.addIssue({ code: "custom", path, message });
}

type Categorized = {
  category?: TemplateCategory | null | undefined;
  components: readonly Component[];
};

/** Reports an offer in a template of another category than marketing. */
export function checkOffer({ category, components }: Categorized, context: z.RefinementCtx) {
  const isOther = category != null && category !== "marketing";
  if (!isOther || !components.some((one) => typeOf(one) === OFFER)) return;
  const message = validationMessages.selectedOf(["marketing"]);
  context.addIssue({ code: "custom", path: ["category"], message });
}

type WithTtl = {
  category?: TemplateCategory | null | undefined;
  ttl_seconds?: number | null | undefined;
};

/** Reports a time to live that WhatsApp doesn't take for the category, or that has none. */
export function checkTtl({ category, ttl_seconds: seconds }: WithTtl, context: z.RefinementCtx) {
  if (seconds == null) return;
  const report = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (category == null) return report("category", validationMessages.required);
  const { least, most } = ttlBounds[category];
  if (seconds < least) report("ttl_seconds", validationMessages.atLeast(least));
  if (seconds > most) report("ttl_seconds", validationMessages.atMost(most));
}
