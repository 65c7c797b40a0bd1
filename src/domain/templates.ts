/**
 * The statuses of a template at WhatsApp. A `local` one was described here and is not synced; a
 * status that this list lacks is `unknown`.
 */
export const templateStatuses = [
  "local",
  "pending",
  "approved",
  "rejected",
  "paused",
  "disabled",
  "in_appeal",
  "pending_deletion",
  "limit_exceeded",
  "archived",
  "unknown",
] as const;
export type TemplateStatus = (typeof templateStatuses)[number];

/** With these, WhatsApp refuses every message. */
export const REFUSED_STATUSES = ["rejected", "paused", "disabled"] as const;

/** With these, WhatsApp refuses messages for now. */
export const WAITING_STATUSES = ["pending", "limit_exceeded", "archived"] as const;

export const templateCategories = ["marketing", "utility", "authentication"] as const;
export type TemplateCategory = (typeof templateCategories)[number];

/**
 * The ratings that people give a template, or the messages of a number: `red` is close to being
 * restricted.
 */
export const qualities = ["green", "yellow", "red"] as const;
export type Quality = (typeof qualities)[number];

/** The parts of a template that take parameters. */
export const parameterPlaces = ["header", "body", "button"] as const;
export type ParameterPlace = (typeof parameterPlaces)[number];

export const parameterTypes = [
  "text",
  "image",
  "video",
  "document",
  "location",
  "coupon_code",
] as const;
export type ParameterType = (typeof parameterTypes)[number];

export const MAX_TEMPLATES = 1_000;

/** WhatsApp limits how many people a number writes to, in this time, before they write to it. */
export const LIMIT_PERIOD_MS = 86_400_000;

const IN_LIST = (status: string) => templateStatuses.find((one) => one === status);

/** The status by Meta's name of it. */
export const statusNamed = (name: unknown): TemplateStatus =>
  IN_LIST(String(name).toLowerCase()) ?? "unknown";

export const qualityNamed = (name: unknown): Quality | null =>
  qualities.find((one) => one === String(name).toLowerCase()) ?? null;

export const categoryNamed = (name: unknown): TemplateCategory | null =>
  templateCategories.find((one) => one === String(name).toLowerCase()) ?? null;

/**
 * A limit as Meta writes it: by a name such as `TIER_10K`, or as a number, of which -1 is none.
 * Null if there is none, undefined if that can't be read.
 */
export function limitOf(value: unknown): number | null | undefined {
  if (value === "TIER_UNLIMITED" || value === -1) return null;
  if (typeof value === "number")
    return Number.isSafeInteger(value) && value > 0 ? value : undefined;
  const [, digits, unit] = /^TIER_(\d{1,4})(K|M)?$/.exec(String(value)) ?? [];
  if (!digits) return undefined;
  return Number(digits) * (unit === "M" ? 1_000_000 : unit === "K" ? 1_000 : 1);
}

/** A component as WhatsApp describes it. */
export type TemplateComponent = { type: string; [member: string]: unknown };
