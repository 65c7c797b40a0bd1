import * as z from "zod";
import { MAX_MAPPED } from "#domain/sources";
import { limited } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";
import { isField, keyedTarget, targets } from "../reading/mapping";

/** The fields of bookings that a mapping sets. */
export const bookingTargets = [
  "external_id",
  "replaces",
  "state",
  "updated_at",
  "name",
  "starts_at",
  "ends_at",
  "time_zone",
  "host.name",
  "host.email",
  "location",
  "join_url",
  "reschedule_url",
  "cancel_url",
  "answers",
  "outcome",
  "outcome_value",
  "cancelled_by",
  "cancel_reason",
] as const;
export type BookingTarget = (typeof bookingTargets)[number];

const [BOOKING, ANSWER] = ["booking.", "booking.answers."];

/** The field of a booking that a target names; undefined if it names none. */
export function bookingTarget(target: string): BookingTarget | undefined {
  const name = target.startsWith(BOOKING) ? target.slice(BOOKING.length) : "";
  return bookingTargets.find((field) => field === name);
}

/** The question whose answer a target such as `booking.answers.Budget` is. */
export function answerTarget(target: string): string | undefined {
  const question = target.startsWith(ANSWER) ? target.slice(ANSWER.length) : "";
  return question !== "" && question !== "__proto__" ? question : undefined;
}

const isTarget = (target: string) =>
  target === "lead_ref" ||
  isField(target) ||
  [keyedTarget, bookingTarget, answerTarget].some((named) => named(target) !== undefined);

const named = bookingTargets.map((field) => BOOKING + field);

const Target = z
  .string()
  .max(300)
  .refine(isTarget, {
    error: validationMessages.selectedOf([
      ...targets,
      ...["variables.<key>", "data.<key>", "lead_ref", ...named, `${ANSWER}<question>`],
    ]),
  })
  .describe(
    "A field as imports have it, `variables.<key>`, `data.<key>`, `lead_ref`, or a field of the " +
      "booking, as `booking.starts_at`.",
  )
  .meta({ examples: ["phone", "variables.city", "booking.starts_at"] });

const MAX_KEYS = 32;
const Key = z.string().min(1).max(300);

/** A path into an item. */
export const Path = z
  .union([Key, z.array(Key).min(1).max(MAX_KEYS)])
  .describe(
    "Keys with dots between them, of which a whole key goes before its parts, or a list of keys. " +
      "`items.0` is the first of a list.",
  )
  .meta({ id: "ItemPath", examples: ["payload.email", ["answers", "Your WhatsApp no."]] });
export type Path = z.output<typeof Path>;

export const mappedAs = ["text", "name", "phone", "email", "number", "date", "tags"] as const;
export type MappedAs = (typeof mappedAs)[number];

const MAX_PATHS = 10;

export const MappingRow = z
  .object({
    to: Target,
    from: z.array(Path).max(MAX_PATHS).default([]).describe("The first that is not blank counts."),
    as: z
      .enum(mappedAs)
      .nullish()
      .describe("How to read it. `phone` and `email`: the one in a text."),
    default: z
      .union([limited(1_000), z.number(), z.boolean(), z.null()])
      .optional()
      .describe("The value where all paths are blank."),
  })
  .meta({ id: "SourceMappingRow" });
export type MappingRow = z.output<typeof MappingRow>;

/** The fields that items have, by their paths in what the kind's reader makes of them. */
export const SourceMapping = z.array(MappingRow).max(MAX_MAPPED);
export type SourceMapping = z.output<typeof SourceMapping>;

/**
 * The times of iClosed that count: `local` ones, with the offset of the account, or those named
 * `utc`. Until somebody has chosen, the local ones count, and a contradiction is a warning.
 */
export const sourceTimes = ["local", "utc"] as const;
export type SourceTimes = (typeof sourceTimes)[number];

/** The settings of a source by which its items are read. */
export type ReadingSettings = {
  mapping: SourceMapping;
  /** The path of the list inside a body. */
  items: Path | null;
  /** The path of an item's id. */
  dedupe: Path | null;
  times: SourceTimes | null;
  /** The country of national phones and dates: the source's, else the workspace's. */
  country: string | null;
  timeZone: string | null;
  /** The path of the answer to the question of consent. */
  consent: Path | null;
};
