import type { Region } from "#lib/region";
import { FIRST_MS, iso, LAST_MS } from "#lib/time";
import { readDate, type WrittenDate } from "#lib/written-date";

/** The date that a setting or a variable is: as people write it, or in seconds since 1970. */
export function dateOf(value: unknown, region: Region): WrittenDate | undefined {
  if (typeof value === "string") return readDate(value.trim(), region);
  if (typeof value !== "number") return undefined;
  const from = Math.round(value * 1000);
  return from >= FIRST_MS && from <= LAST_MS ? { from, to: from + 1, text: iso(from) } : undefined;
}

/** The dates that can be read, for the document. */
export const DATES =
  "Write a date in ISO 8601 (`2027-01-05T18:00:00+01:00`), or as people in the workspace's " +
  "`default_country` do: `03/04/2026` is in April in France, in March in the United States, " +
  "and not a date without a country. A date without an offset is in the `time_zone` of the " +
  "workspace's settings. A day such as `2027-01-05` begins at midnight there";
