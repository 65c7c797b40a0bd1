import type { Booking } from "#client";
import { oneOf } from "#console/data/one-of";

/** The bookings that are shown, as the address says. */
export type BookingsSearch = {
  view?: View;
  /** A day of the week that is shown, such as `2026-12-03`. */
  week?: string;
  state?: Booking["state"];
  host?: string;
  source?: number;
  /** The booking that is open. */
  booking?: number;
};

/** An address as it was typed. The screen reads it by `searchOf`. */
export type BookingsAddress = { [Name in keyof BookingsSearch]?: unknown };

export const VIEWS = ["week", "upcoming", "all"] as const;
export type View = (typeof VIEWS)[number];

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
const idOf = (value: unknown) => (Number.isSafeInteger(value) ? Number(value) : undefined);

const dayOf = (value: unknown) =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

export function searchOf(
  raw: BookingsAddress,
  states: Record<Booking["state"], unknown>,
): BookingsSearch {
  const search = {
    view: VIEWS.find((view) => view === raw.view),
    week: dayOf(raw.week),
    state: oneOf(raw.state, states),
    host: textOf(raw.host),
    source: idOf(raw.source),
    booking: idOf(raw.booking),
  };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}
