import type { BookingRefEnd, BookingState, BookingValues } from "#domain/bookings";
import type { Person } from "../bulk/people";

// Bookings and their ids, as they will be once a chunk is written.

/** A booking by its id, or by its place among the new ones of a chunk. */
export type BookingName = { id: number } | { place: number };

/** The values of a booking: null where nothing is known. Times are milliseconds. */
export type Values = {
  [Name in keyof BookingValues]: BookingValues[Name] | (Name extends "answers" ? never : null);
};

/** The columns that facts change. */
export type Appointment = Values & {
  externalId: string | null;
  state: BookingState;
  previousStartsAt: number | null;
  moves: number;
  changedAt: number;
  settledAt: number;
};

/** An id of a booking. `at`: of its end, or of the PATCH that took the end back. */
export type Ref = {
  readonly externalId: string;
  held: Held | null;
  ended: BookingRefEnd | null;
  at: number;
  bookedAt: number | null;
  startsAt: number | null;
  readonly isNew: boolean;
};

/** The states that lie over what is known of the current id. */
export const isOver = (state: BookingState) => state === "no_show" || state === "held";

/** A booking of a chunk: one that was read, or one that a fact of the chunk makes. */
export class Held {
  readonly refs = new Set<Ref>();
  /** The booking that it has proved to be. */
  #joinedTo: Held | null = null;

  /** `updatedAt`: of one that was read, whose write fails if others have changed it since. */
  constructor(
    readonly ownName: BookingName,
    readonly lead: Person | number,
    public appointment: Appointment,
    readonly updatedAt: number | null = null,
  ) {}

  /** The oldest first: those that were read come before those that the chunk makes. */
  get age() {
    const { ownName: name } = this;
    return "id" in name ? name.id : Number.MAX_SAFE_INTEGER - 1e6 + name.place;
  }

  /** The name of the booking that is left of it once the chunk is written. */
  get name(): BookingName {
    return this.#joinedTo?.name ?? this.ownName;
  }

  get current() {
    return [...this.refs].find(({ externalId }) => externalId === this.appointment.externalId);
  }

  isOf = (lead: Person | null) =>
    lead !== null && (this.lead === lead || (lead.id !== null && this.lead === lead.id));

  has(ref: Ref) {
    ref.held = this;
    this.refs.add(ref);
  }

  /** Takes over what another one has, which proves to be the same. */
  join(other: Held) {
    const isLater = other.appointment.changedAt > this.appointment.changedAt;
    if (isLater) this.appointment = other.appointment;
    for (const ref of other.refs) this.has(ref);
    other.#joinedTo = this;
  }

  /** The ids that were booked, in the order of their facts; the current one after those as late. */
  get #booked() {
    const { externalId: current } = this.appointment;
    const isCurrent = ({ externalId }: Ref) => Number(externalId === current);
    return [...this.refs]
      .filter(({ bookedAt }) => bookedAt !== null)
      .sort((a, b) => (a.bookedAt ?? 0) - (b.bookedAt ?? 0) || isCurrent(a) - isCurrent(b));
  }

  /** The number of ids that have another time than the one before them. */
  get changes() {
    const times = this.#booked.map(({ startsAt }) => startsAt);
    return times.filter((time, place) => place > 0 && time !== times[place - 1]).length;
  }

  /** The last other time of an id that was current before. */
  get timeBefore() {
    const { externalId, startsAt } = this.appointment;
    const others = this.#booked.filter((ref) => ref.externalId !== externalId);
    return others.findLast((ref) => ref.startsAt !== startsAt)?.startsAt ?? null;
  }
}
