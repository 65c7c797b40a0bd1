const MORNING = 9;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** The times when a snoozed conversation may come back, in the reader's time zone. */
export function snoozeTimes(now = new Date()) {
  const morning = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);
  return {
    later: new Date(now.getTime() + 3 * HOUR_MS),
    tomorrow: morning(1),
    monday: morning((8 - now.getDay()) % 7 || 7),
    week: morning(7),
  };
}

/** A time as a field of the type `datetime-local` has it: in the reader's time, to the minute. */
export const fieldOf = (at: Date) =>
  new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);

/** The time that such a field has, or why it is none to snooze until. */
export function readSnooze(field: string, now = Date.now()): Date | "missing" | "past" {
  const at = new Date(field);
  if (Number.isNaN(at.getTime())) return "missing";
  return at.getTime() > now ? at : "past";
}
