import type { lostReasons, stages } from "./leads";

// Bookings: the appointments of leads, which schedulers tell of, or the API.

/**
 * The states of a booking. `booked`, `moved` and `cancelled` are what is known of its current id:
 * `moved` is one that gave way to a time which is still to come. `no_show` and `held` lie over
 * these until another id is current.
 */
export const bookingStates = ["booked", "moved", "cancelled", "no_show", "held"] as const;
export type BookingState = (typeof bookingStates)[number];

/** The states that a request gives. */
export const givenStates = ["booked", "cancelled", "no_show", "held"] as const;

/** The orders of lists: the newest first, or the first to begin. */
export const bookingOrders = ["created", "starts_at"] as const;

/** The ends of a scheduler's id: it gave way to another one, or was cancelled. */
export const bookingEnds = ["moved", "cancelled"] as const;
export type BookingEnd = (typeof bookingEnds)[number];

/** The ends that are kept of an id. What comes of a `deleted` one makes no booking again. */
export const bookingRefEnds = [...bookingEnds, "deleted"] as const;
export type BookingRefEnd = (typeof bookingRefEnds)[number];

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

type Stage = (typeof stages)[number];

/** The stage that a lead moves to, with the reason of a loss; `back` to that of before. */
export type StageMove =
  | "back"
  | { stage: Stage; lost_reason?: (typeof lostReasons)[number] | null };

/**
 * The stages that a source's bookings move their leads to. On `booked`, a lead moves only `from`
 * these; the others move it only while the booking's own move was the last.
 */
export type BookingStages = {
  booked: Stage | null;
  from: Stage[];
  cancelled: StageMove | null;
  no_show: StageMove | null;
  /** By the text of the outcome. */
  outcomes: Record<string, StageMove>;
};

/** The stages of sources that set none, and of bookings that come by the API. */
export const DEFAULT_STAGES: BookingStages = {
  booked: "call_booked",
  from: ["new", "contacted", "engaged", "qualified"],
  cancelled: "back",
  no_show: null,
  outcomes: {},
};

/** An outcome without an id is about a booking that begins at most so far from it. */
export const NEAREST_MS = 12 * 3_600_000;

/**
 * The fields of a run's booking, as conditions and placeholders name them after `BOOKING`. The
 * answers to the scheduler's questions stand beside these, as `booking.answers.` and a question.
 */
export const bookingFields = [
  "state",
  "starts_at",
  "ends_at",
  "day",
  "time",
  "name",
  "host",
  "join_url",
  "reschedule_url",
  "cancel_url",
] as const;
export type BookingField = (typeof bookingFields)[number];

export const BOOKING = "booking.";
export const BOOKING_ANSWERS = "booking.answers.";

/** The names of these fields. */
export const bookingNames = bookingFields.map((field) => `${BOOKING}${field}` as const);

/** The fields that are times, which dates can be compared with. */
export const bookingMoments = ["starts_at", "ends_at"] as const;
export type BookingMoment = (typeof bookingMoments)[number];

/**
 * The events by which a booking comes to a state. That of an outcome says to which, and may be one
 * more of a booking that has come to it before.
 */
export const bookingEvents = {
  "booking.created": "booked",
  "booking.moved": "moved",
  "booking.cancelled": "cancelled",
  "booking.no_show": "no_show",
  "booking.held": "held",
  "booking.outcome": null,
} as const satisfies Record<string, BookingState | null>;
export type BookingEvent = keyof typeof bookingEvents;
