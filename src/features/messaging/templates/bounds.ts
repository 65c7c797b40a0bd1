import type * as z from "zod";
import { type TemplateCategory, ttlBounds } from "#domain/templates";
import { validationMessages } from "#lib/validation-messages";

// WhatsApp's limits of a template, as far as it names them itself.

type Component = { type: string; text?: string | undefined; [member: string]: unknown };
type Members = Record<string, unknown>;

const MAX_TEXT_CHARACTERS: Record<string, number> = { HEADER: 60, FOOTER: 60 };
const MAX_BUTTONS = 10;
/** The most buttons of a type. */
const MOST: Record<string, number> = { URL: 2, PHONE_NUMBER: 1, COPY_CODE: 1 };
const MAX_MEMBER_CHARACTERS = { text: 25, url: 2000, phone_number: 20 };

const lengthOf = (value: unknown) => (typeof value === "string" ? [...value].length : 0);

/** The faults of components, each with its path and what is wrong. */
function* faultsOf(components: readonly Component[]): Generator<[PropertyKey[], string]> {
  for (const [at, component] of components.entries()) {
    const type = component.type.toUpperCase();
    const most = MAX_TEXT_CHARACTERS[type];
    if (most !== undefined && lengthOf(component.text) > most)
      yield [[at, "text"], validationMessages.atMostCharacters(most)];
    if (type === "BUTTONS") yield* faultsOfButtons(component.buttons, [at, "buttons"]);
  }
}

function* faultsOfButtons(given: unknown, path: PropertyKey[]): Generator<[PropertyKey[], string]> {
  if (!Array.isArray(given)) return;
  if (given.length > MAX_BUTTONS) yield [path, validationMessages.atMostItems(MAX_BUTTONS)];
  const counts: Record<string, number> = {};
  for (const [at, button] of given.entries()) {
    const members: Members = Object(button);
    const type = String(members.type).toUpperCase();
    counts[type] = (counts[type] ?? 0) + 1;
    const most = MOST[type];
    if (most !== undefined && counts[type] > most)
      yield [[...path, at, "type"], validationMessages.selected];
    for (const [name, max] of Object.entries(MAX_MEMBER_CHARACTERS))
      if (lengthOf(members[name]) > max)
        yield [[...path, at, name], validationMessages.atMostCharacters(max)];
  }
}

/** Reports the faults of a template's components. */
export function checkBounds(components: readonly Component[], context: z.RefinementCtx) {
  for (const [path, message] of faultsOf(components))
    context.addIssue({ code: "custom", path, message });
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
