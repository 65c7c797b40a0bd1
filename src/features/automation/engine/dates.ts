import type { Region } from "../../../lib/region";
import { FIRST_MS, iso, LAST_MS } from "../../../lib/time";
import { readDate, type WrittenDate } from "../../../lib/written-date";

/** The date that a setting or a variable is: as people write it, or in seconds since 1970. */
export function dateOf(value: unknown, region: Region): WrittenDate | undefined {
  if (typeof value === "string") return readDate(value.trim(), region);
  if (typeof value !== "number") return undefined;
  const from = Math.round(value * 1000);
  return from >= FIRST_MS && from <= LAST_MS ? { from, to: from + 1, text: iso(from) } : undefined;
}

/** How dates are read, for the document. */
export const DATES =
  "as ISO 8601 has it, `2027-01-05T18:00:00+01:00`, or as people write it in the workspace's " +
  "`default_country`: `03/04/2026` is in April in France, in March in the United States, and no " +
  "date without a country. Without an offset it is read in the `time_zone` of the workspace's " +
  "settings, where a day such as `2027-01-05` begins at midnight";
