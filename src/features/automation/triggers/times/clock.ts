import { MINUTE_MS } from "#lib/time";

/** The time since midnight that a clock shows, such as `09:30`. */
export function clockMs(at: string) {
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  return (hours * 60 + minutes) * MINUTE_MS;
}
