/** The day of a moment in the reader's time zone, as `2026-11-28`. */
export function dayOfMoment(moment: string | Date) {
  const date = new Date(moment);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}

/** The beginning of a day in the reader's time zone. */
export const startOfDay = (day: string) => new Date(`${day}T00:00:00`).toISOString();

/** The end of a day in the reader's time zone. */
export const endOfDay = (day: string) => new Date(`${day}T23:59:59.999`).toISOString();

export const isDay = (bound: string) => /^\d{4}-\d\d-\d\d$/.test(bound);

/** The day of a range's bound, which is a day or a moment. */
export const dayOfBound = (bound: string) => (isDay(bound) ? bound : dayOfMoment(bound));
