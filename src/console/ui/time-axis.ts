import type { Interval } from "#client";

const DAY_STEPS = [1, 2, 5, 7, 10, 14, 30, 60, 90];
const HOUR_STEPS = [1, 3, 6, 12, 24, 48, 96, 168, 336];

/** Days are those of a time zone, as the API counts them; hours are shown in the reader's. */
export function intervalTexts(locale: string, interval: Interval, timeZone = "UTC") {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale, {
      ...options,
      ...(interval === "day" && { timeZone }),
    });
    return (at: string) => formatter.format(new Date(at));
  };
  const day = format({ day: "numeric", month: "short" });
  if (interval === "day")
    return { tick: day, full: format({ weekday: "short", day: "numeric", month: "short" }) };
  const hour = format({ hour: "2-digit", minute: "2-digit" });
  return {
    tick: (at: string) => (new Date(at).getHours() === 0 ? day(at) : hour(at)),
    full: format({
      weekday: "short",
      day: "numeric",
      month: "short",
      hour: "2-digit",
      minute: "2-digit",
    }),
  };
}

const stepFor = (steps: readonly number[], count: number, most: number) =>
  steps.find((step) => count / step <= most) ?? count;

/** The indexes of the intervals that have a text at the axis, of which there are about `most`. */
export function tickIndexes(starts: readonly string[], interval: Interval, most: number) {
  const indexes = starts.map((_, index) => index);
  if (interval === "day") {
    const step = stepFor(DAY_STEPS, starts.length, most);
    return indexes.filter((index) => (starts.length - 1 - index) % step === 0);
  }
  const step = stepFor(HOUR_STEPS, starts.length, most);
  const hours = starts.map((at) => new Date(at).getHours());
  const days = Math.max(1, Math.round(step / 24));
  let midnights = 0;
  return indexes.filter((index) => {
    if (step < 24) return hours[index]! % step === 0;
    return hours[index] === 0 && midnights++ % days === 0;
  });
}
