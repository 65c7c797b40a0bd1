/**
 * The statuses of a template at WhatsApp, and what becomes of its messages: they are `sent`,
 * `refused`, or refused for now (`waits`). A `local` one was described here and is not synced, a
 * `flagged` one is close to being disabled, and a status that this list lacks is `unknown`.
 */
const statuses = {
  local: "sent",
  pending: "waits",
  approved: "sent",
  flagged: "sent",
  rejected: "refused",
  paused: "refused",
  disabled: "refused",
  in_appeal: "sent",
  pending_deletion: "sent",
  limit_exceeded: "waits",
  archived: "waits",
  unknown: "sent",
} as const;
export type TemplateStatus = keyof typeof statuses;
export const templateStatuses = Object.keys(statuses) as [TemplateStatus, ...TemplateStatus[]];

/** The fate of the messages of a template with this status. */
export const fateOf = (status: TemplateStatus) => statuses[status];

export const templateCategories = ["marketing", "utility", "authentication"] as const;
export type TemplateCategory = (typeof templateCategories)[number];

/**
 * True if a template may be marketing: also one of no known category. Its consent is asked for
 * marketing alone.
 */
export const mayBeMarketing = (category: TemplateCategory | null) =>
  category === null || category === "marketing";

/** The seconds for which WhatsApp may be asked to try to deliver a template of a category. */
export const ttlBounds: Record<TemplateCategory, { least: number; most: number }> = {
  marketing: { least: 43_200, most: 2_592_000 },
  utility: { least: 30, most: 43_200 },
  authentication: { least: 30, most: 900 },
};

/** A time to live as Meta writes it; null where it is the platform's own. */
export const ttlOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : null;

/** Meta may take so long to prepare a template for its endpoint of marketing messages. */
export const TEMPLATE_PREPARATION_MS = 600_000;

/** True if a template may not be prepared yet. */
export const isNew = (createdAt: number | undefined, now: number) =>
  createdAt !== undefined && now - createdAt < TEMPLATE_PREPARATION_MS;

/** WhatsApp sends codes to phone numbers only, not to its own ids of people. */
export const needsNumber = (category: TemplateCategory | null | undefined) =>
  category === "authentication";

/**
 * The ratings that people give a template, or the messages of a number: `red` is close to being
 * restricted.
 */
export const qualities = ["green", "yellow", "red"] as const;
export type Quality = (typeof qualities)[number];

/** The parts of a template that take parameters. */
export const parameterPlaces = ["header", "body", "limited_time_offer", "button"] as const;
export type ParameterPlace = (typeof parameterPlaces)[number];

export const parameterTypes = [
  "text",
  "image",
  "video",
  "document",
  "location",
  "coupon_code",
  "limited_time_offer",
] as const;
export type ParameterType = (typeof parameterTypes)[number];

export const MAX_TEMPLATES = 1_000;

/** Finds what Meta names, in a list of ours. A value of another type names nothing. */
const named = <Item extends string>(list: readonly Item[], name: unknown) =>
  typeof name === "string" ? list.find((one) => one === name.toLowerCase()) : undefined;

/** The status by Meta's name of it. */
export const statusNamed = (name: unknown): TemplateStatus =>
  named(templateStatuses, name) ?? "unknown";

/** Meta's events after which only WhatsApp itself knows the status. */
const UNSTATED = ["LOCKED", "UNARCHIVED", "DELETED"];

/** The status after an event of Meta's; undefined where the event does not say it. */
export const statusAfter = (event: string): TemplateStatus | undefined => {
  if (event === "REINSTATED") return "approved";
  return UNSTATED.includes(event) ? undefined : statusNamed(event);
};

export const qualityNamed = (name: unknown): Quality | null => named(qualities, name) ?? null;

export const categoryNamed = (name: unknown): TemplateCategory | null =>
  named(templateCategories, name) ?? null;

/**
 * A limit as Meta writes it: by a name such as `TIER_10K`, or as a number, of which -1 is none.
 * Null if there is none, undefined if that can't be read.
 */
export function limitOf(value: unknown): number | null | undefined {
  if (value === "TIER_UNLIMITED" || value === -1) return null;
  if (typeof value === "number")
    return Number.isSafeInteger(value) && value > 0 ? value : undefined;
  if (typeof value !== "string") return undefined;
  const [, digits, unit] = /^TIER_(\d{1,4})(K|M)?$/.exec(value) ?? [];
  if (!digits) return undefined;
  return Number(digits) * (unit === "M" ? 1_000_000 : unit === "K" ? 1_000 : 1);
}

/** A component as WhatsApp describes it. */
export type TemplateComponent = { type: string; [member: string]: unknown };
