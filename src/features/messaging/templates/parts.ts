import type { TemplateComponent } from "#domain/templates";

// The parts of a template in WhatsApp's format, of which only the type of each was looked at.

export type Members = Record<string, unknown>;

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const membersOf = (value: unknown): Members =>
  typeof value === "object" && value !== null ? (value as Members) : {};
export const textIn = (value: unknown) => (typeof value === "string" ? value : null);

/** The component of a kind, whatever the case of its type. */
export const componentOf = (components: TemplateComponent[], type: string) =>
  components.find((component) => component.type.toUpperCase() === type);

export const buttonsOf = (components: TemplateComponent[]) =>
  listOf(componentOf(components, "BUTTONS")?.buttons).map(membersOf);

const hasType = (value: Members): value is TemplateComponent => typeof value.type === "string";

/** The components of each card of a carousel. */
export const cardsOf = (components: TemplateComponent[]): TemplateComponent[][] =>
  listOf(componentOf(components, "CAROUSEL")?.cards).map((card) =>
    listOf(membersOf(card).components).map(membersOf).filter(hasType),
  );

/** The offer of a template, whose end a message gives if `hasEnd`. */
export function offerOf(components: TemplateComponent[]) {
  const component = componentOf(components, "LIMITED_TIME_OFFER");
  if (!component) return undefined;
  const { text, has_expiration: hasEnd } = membersOf(component.limited_time_offer);
  return { text: textIn(text) ?? "", hasEnd: hasEnd === true };
}
