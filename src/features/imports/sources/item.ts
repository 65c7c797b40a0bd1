import type { BookingFact } from "#domain/bookings";
import type { SourceFact } from "#domain/sources";
import type { FieldErrors } from "#lib/problem";

/**
 * An item of a body as the reader of a kind has understood it. The paths of mappings lead through
 * all of it; the preset of a kind maps `lead`, `booking`, `answers` and `tracking`.
 */
export type Item = {
  /** Null if nobody wants to know of it: its delivery is `ignored`. */
  fact: SourceFact | null;
  /** When it happened, by the sender's clock, in milliseconds; null if the sender does not say. */
  at: number | null;
  lead: Record<string, unknown>;
  booking: Record<string, unknown> | null;
  /** By question. */
  answers: Record<string, unknown>;
  tracking: Record<string, unknown>;
  /** The item as it came. */
  raw: unknown;
  warnings: ItemWarning[];
};

/** The doubts about an item that is worked all the same. */
export type ItemWarning = "times_disagree" | "ends_before_start";

/** The result of a mapping. */
export type Mapped = {
  fact: SourceFact | null;
  /** For the schema of leads to check. `tags`: labels; null if it brings none. */
  lead: Record<string, unknown>;
  tags: string[] | null;
  errors: FieldErrors;
  leadRef: string | null;
  booking: BookingFact | null;
  /** The answer to the question of consent; null if there is none. */
  consent: string | null;
  /** Subscribing by a flag is left out: only unsubscribing counts. */
  warnings: ItemWarning[];
  /** The paths of the mapping behind which there was nothing. */
  blank: string[];
};
