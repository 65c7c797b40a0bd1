// Bookings: the appointments of leads, which schedulers tell of, or the API.

/**
 * The states of a booking. `booked`, `moved` and `cancelled` are what is known of its current id:
 * `moved` is one that gave way to a time which is still to come. `no_show` and `held` lie over
 * these until another id is current.
 */
export const bookingStates = ["booked", "moved", "cancelled", "no_show", "held"] as const;
export type BookingState = (typeof bookingStates)[number];

/** The ends of a scheduler's id: it gave way to another one, or was cancelled. */
export const bookingEnds = ["moved", "cancelled"] as const;
export type BookingEnd = (typeof bookingEnds)[number];

/**
 * The facts about bookings. `moved` ends the id that gives way: the new time comes as `booked`,
 * before or after it. `attended` takes a no-show back.
 */
export const bookingFacts = [
  "booked",
  "moved",
  "cancelled",
  "no_show",
  "attended",
  "outcome",
] as const;
export type BookingFactName = (typeof bookingFacts)[number];

/** The values of a booking that a fact may bring. Times are milliseconds. */
export type BookingValues = {
  name: string;
  startsAt: number;
  endsAt: number;
  timeZone: string;
  hostName: string;
  hostEmail: string;
  location: string;
  joinUrl: string;
  rescheduleUrl: string;
  cancelUrl: string;
  answers: Record<string, string>;
  outcome: string;
  outcomeValue: number;
  cancelledBy: string;
  cancelReason: string;
};

/** A fact about a booking, as a source tells it. */
export type BookingFact = {
  fact: BookingFactName;
  /**
   * The scheduler's id. Null only of an outcome, or a no-show, that names none: it is about the
   * lead's booking of the source that begins nearest to `startsAt`.
   */
  externalId: string | null;
  /** The id that a new one replaces. */
  replaces: string | null;
  /** By the source's clock, else when it came: what is newer counts. */
  at: number;
  values: Partial<BookingValues>;
};
