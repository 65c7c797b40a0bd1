import { type BookingFactName, bookingFacts } from "./bookings";
import type { Source } from "./leads";

// Sources: the ways by which other services, and forms, bring leads and bookings in.

/** The fields that find a lead. `lead_ref` is the signed name of one that links carry. */
export const sourceMatches = ["lead_ref", "ext_id", "phone", "email"] as const;
export type SourceMatch = (typeof sourceMatches)[number];

/**
 * The fields of a known lead that a source sets: `all` that it brings, `fill` those that are empty,
 * `none`.
 */
export const sourceUpdates = ["all", "fill", "none"] as const;
export type SourceUpdate = (typeof sourceUpdates)[number];

type SourceKindTraits = {
  label: string;
  /** The `source` of leads that it creates. */
  leadSource: Source;
  /** The default of `update`. */
  update: SourceUpdate;
  /** True if its key stands in pages, so that everybody knows it. */
  isPublic: boolean;
  /** True if it is connected by a token of the other service's. */
  canConnect: boolean;
  /** For how long the same item is a duplicate that has no id of its own. */
  sameForSeconds: number;
};

export const sourceKinds = {
  webhook: {
    label: "Webhook",
    leadSource: "webhook",
    update: "all",
    isPublic: false,
    canConnect: false,
    sameForSeconds: 86_400,
  },
  calendly: {
    label: "Calendly",
    leadSource: "calendly",
    update: "fill",
    isPublic: false,
    canConnect: true,
    sameForSeconds: 86_400,
  },
  iclosed: {
    label: "iClosed",
    leadSource: "iclosed",
    update: "fill",
    isPublic: false,
    canConnect: false,
    sameForSeconds: 86_400,
  },
  form: {
    label: "Form",
    leadSource: "webhook",
    update: "none",
    isPublic: true,
    canConnect: false,
    sameForSeconds: 600,
  },
} as const satisfies Record<string, SourceKindTraits>;
export type SourceKind = keyof typeof sourceKinds;
export const sourceKindNames = Object.keys(sourceKinds) as [SourceKind, ...SourceKind[]];

/** The services whose webhooks have presets, besides those of the kinds. */
const presetServices = [
  "typeform",
  "tally",
  "shopify_customer",
  "shopify_order",
  "stripe_checkout",
  "cal_com",
  "hubspot_workflow",
] as const;
export const sourcePresetNames = [...sourceKindNames, ...presetServices] as const;
export type SourcePresetName = (typeof sourcePresetNames)[number];

/** The kind of the sources that a preset makes. */
export const kindOfPreset = (name: SourcePresetName): SourceKind =>
  sourceKindNames.find((kind) => kind === name) ?? "webhook";

/** The facts of items: about a booking, or about a person alone. */
export const sourceFacts = ["contact", ...bookingFacts] as const;
export type SourceFact = "contact" | BookingFactName;

/** The accounts whose events a connection to Calendly subscribes to. */
export const connectionScopes = ["user", "organization"] as const;
export type ConnectionScope = (typeof connectionScopes)[number];

/**
 * The states of a connection, as they were last seen: `ended`, once its subscription is disabled or
 * gone, and `refused`, once its token is.
 */
export const connectionStates = ["active", "ended", "refused"] as const;
export type ConnectionState = (typeof connectionStates)[number];

/** The ways to verify that a request comes from whom it says. */
export const verificationSchemes = [
  "none",
  "header",
  "basic",
  "hmac",
  "standard_webhooks",
] as const;
export type VerificationScheme = (typeof verificationSchemes)[number];

/**
 * The statuses of source deliveries. A `held` one is worked by itself once it may be; a `failed`
 * one, and one that is `invalid` or a `conflict`, when it is replayed.
 */
export const sourceDeliveryStatuses = [
  "created",
  "updated",
  "unchanged",
  "ignored",
  "conflict",
  "invalid",
  "spam",
  "held",
  "failed",
] as const;
export type SourceDeliveryStatus = (typeof sourceDeliveryStatuses)[number];

/** The statuses of deliveries with something left to do, which keep their bodies longest. */
export const undoneStatuses = [
  "conflict",
  "invalid",
  "held",
  "failed",
] as const satisfies SourceDeliveryStatus[];

/** The name of the event that reports what somebody has sent by a form. */
export const FORM_SUBMITTED = "form_submitted";

/** The statuses of deliveries that are replayed together. */
export const replayedStatuses = [
  "conflict",
  "invalid",
  "failed",
] as const satisfies SourceDeliveryStatus[];

/** The bounds of what comes in. */
export const MAX_SOURCES = 20;
export const MAX_BODY_BYTES = 1_048_576;
export const MAX_ITEMS = 100;
export const MAX_ITEM_BYTES = 65_536;
export const MAX_ITEM_DEPTH = 32;
export const CALLS_PER_MINUTE = 600;
export const MAX_WAITING = 10_000;
export const MAX_WAITING_BYTES = 50_000_000;
export const MAX_MAPPED = 100;
/** The bodies that are kept: the newest, for days those not done, and the bytes of a source. */
export const [KEPT_BODIES, KEPT_BODY_DAYS, KEPT_BODY_BYTES] = [50, 7, 5_000_000];
export const KEPT_RESULT_DAYS = 30;
/** The most keys of before that still hold, and their hours: by default, and at most. */
export const [MAX_OLD_KEYS, KEEP_HOURS, MAX_KEEP_HOURS] = [5, 24, 168];
