import { optoutFields } from "./lead-fields";

/** The targets of columns on consent: the flag that they set, and what a yes in them means. */
export const consentTargets = {
  is_optout: { flag: optoutFields.all, yes: true },
  is_subscribed: { flag: optoutFields.all, yes: false },
  is_marketing_optout: { flag: optoutFields.marketing, yes: true },
  is_marketing_subscribed: { flag: optoutFields.marketing, yes: false },
} as const;

export const isConsentTarget = (target: string): target is keyof typeof consentTargets =>
  Object.hasOwn(consentTargets, target);

/**
 * The states of an import: its file is sent (`uploading`) and, if it is a workbook, unpacked
 * (`reading`); it is tried (`checking`, then `checked`), carried out, and undone.
 */
export const importStates = [
  "uploading",
  "reading",
  "ready",
  "checking",
  "checked",
  "running",
  "completed",
  "cancelled",
  "failed",
  "undoing",
  "undone",
] as const;
export type ImportState = (typeof importStates)[number];

/** The states in which the worker has something to do. */
export const WORKED = [
  "reading",
  "checking",
  "running",
  "undoing",
] as const satisfies ImportState[];

/** The states of a row that the report names: `warned` ones are taken. */
export const rowStatuses = ["conflict", "invalid", "warned"] as const;
export type RowStatus = (typeof rowStatuses)[number];

export const importFormats = ["csv", "ndjson", "xlsx"] as const;
export type ImportFormat = (typeof importFormats)[number];

export const exportStates = ["running", "completed", "failed"] as const;
export type ExportState = (typeof exportStates)[number];

/** The parts of an export, in the order in which they are written. */
export const exportKinds = [
  "settings",
  "tags",
  "segments",
  "leads",
  "consents",
  "suppressions",
  "bookings",
  "channels",
  "sources",
  "conversations",
  "messages",
  "analyses",
  "scenarios",
  "runs",
  "short_links",
  "link_sends",
  "clicks",
  "webhook_endpoints",
  "events",
] as const;
export type ExportKind = (typeof exportKinds)[number];

/** The most leads that an import writes at a time, and so the longest of its ranges of ids. */
export const CHUNK_LEADS = 100;
