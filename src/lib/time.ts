/** A time in UTC, as ISO 8601 with milliseconds. */
export const iso = (ms: number) => new Date(ms).toISOString();

export const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** The first and last times whose year has four digits. */
export const FIRST_MS = Date.parse("0000-01-01T00:00:00Z");
export const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");

const daysIn = (month: number, year: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Milliseconds since 1970 of an ISO 8601 date-time with `Z` or an offset; null if malformed. */
export function parseTimestamp(value: string) {
  if (
    !TIMESTAMP.test(value) ||
    Number(value.slice(8, 10)) > daysIn(Number(value.slice(5, 7)), Number(value.slice(0, 4)))
  )
    return null;
  const ms = Date.parse(value.replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
  return ms >= FIRST_MS && ms <= LAST_MS ? ms : null;
}

/** The day of UTC, as `YYYY-MM-DD`. */
export const dayOf = (ms: number) => iso(ms).slice(0, 10);

/** When the next day of UTC starts. */
export const nextDay = (ms: number) => (Math.floor(ms / DAY_MS) + 1) * DAY_MS;

/** Milliseconds since 1970 at which the UTC day `YYYY-MM-DD` starts. */
export const parseDate = (value: string) =>
  DATE.test(value) ? parseTimestamp(`${value}T00:00:00Z`) : null;
