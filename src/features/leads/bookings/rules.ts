import type {
  BookingEnd,
  BookingFact,
  BookingState,
  BookingValues,
  givenStates,
} from "#domain/bookings";
import { LAST_MS } from "#lib/time";
import { type Held, isOver, type Ref, type Values } from "./held";

// The changes that facts make to a booking. Times order them, not the order in which they come.

export const BLANK: Values = {
  ...{ name: null, startsAt: null, endsAt: null, timeZone: null, hostName: null, hostEmail: null },
  ...{ location: null, joinUrl: null, rescheduleUrl: null, cancelUrl: null, answers: {} },
  ...{ outcome: null, outcomeValue: null, cancelledBy: null, cancelReason: null },
};

const isBlank = (value: unknown) =>
  value === null || (typeof value === "object" && Object.keys(value).length === 0);

const given = (values: Partial<BookingValues>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** The values that a fact brings of a booking of which nothing is known. */
export const valuesOf = (values: Partial<BookingValues>): Values => ({
  ...BLANK,
  ...given(values),
});

/** The state by what is known of the current id. */
function stateBelow({ current }: Held): BookingState {
  const ended = current?.ended;
  return ended === "moved" || ended === "cancelled" ? ended : "booked";
}

const stateOf = (held: Held) =>
  isOver(held.appointment.state) ? held.appointment.state : stateBelow(held);

/** No booking ends before it begins. */
function keepInTime({ appointment }: Held) {
  const { startsAt, endsAt } = appointment;
  if (startsAt !== null && endsAt !== null && endsAt < startsAt) appointment.endsAt = null;
}

/**
 * Books an id of the booking. `further` is how many moves the ids that are known don't show: the
 * same id may have had several times.
 */
export function book(held: Held, ref: Ref, fact: BookingFact, further: number) {
  const { at, values, externalId, replaces } = fact;
  const before = { ...held.appointment };
  const isSame = externalId === before.externalId;
  const isNext = isSame || replaces === before.externalId;
  const isLatest = at > before.changedAt || (at === before.changedAt && isNext);
  const wasBooked = ref.bookedAt !== null;
  const hasMoved = (values.startsAt ?? before.startsAt) !== before.startsAt;
  const isAgain = isLatest && isSame && wasBooked && hasMoved;
  if (isLatest && !isSame) replaceBy(held, fact);
  else if (isLatest) update(held, fact, isAgain);
  else if (isSame) fill(held, values);
  keepInTime(held);
  if (ref.bookedAt === null || at >= ref.bookedAt) {
    ref.bookedAt = at;
    ref.startsAt = values.startsAt ?? ref.startsAt;
  }
  const { appointment } = held;
  const isShown = further === 0 && !isAgain;
  const isOther = isLatest && appointment.startsAt !== before.startsAt;
  appointment.moves = isAgain ? before.moves + 1 : held.changes + further;
  if (isShown) appointment.previousStartsAt = held.timeBefore;
  else if (isOther) appointment.previousStartsAt = before.startsAt;
  appointment.state = stateOf(held);
}

/** Another id is the current one: all that was known was of the one before. */
function replaceBy(held: Held, { at, externalId, values }: BookingFact) {
  const { moves, previousStartsAt } = held.appointment;
  held.appointment = {
    ...{ ...valuesOf(values), externalId, moves, previousStartsAt },
    ...{ state: "booked", changedAt: at, settledAt: 0 },
  };
}

/** The same id, at another time perhaps: then nobody knows yet whether the lead comes. */
function update({ appointment }: Held, { at, values }: BookingFact, isAgain: boolean) {
  const isOpen = isAgain && at > appointment.settledAt;
  if (isAgain) appointment.endsAt = null;
  if (isOpen) Object.assign(appointment, { state: "booked", outcome: null, outcomeValue: null });
  Object.assign(appointment, given(values), { changedAt: at });
}

/** A fact of the current id that comes late says only what nobody has told yet. */
function fill({ appointment }: Held, values: Partial<BookingValues>) {
  const blanks = Object.entries(given(values)).filter(([name]) =>
    isBlank(appointment[name as keyof BookingValues]),
  );
  Object.assign(appointment, Object.fromEntries(blanks));
}

/** Ends an id. Returns whether that is news. An end stays, unless a PATCH takes it back. */
export function end(ref: Ref, at: number, ended: BookingEnd): boolean {
  const isLater = at > ref.at || (at === ref.at && ended === "cancelled" && ref.ended !== ended);
  if (ref.ended === null ? at < ref.at : !isLater) return false;
  Object.assign(ref, { ended, at });
  return true;
}

/** The booking after the end of one of its ids, which matters if that is the current one. */
export function close(held: Held, ref: Ref, isNews: boolean, { fact, values }: BookingFact) {
  if (held.current !== ref) return;
  const { cancelledBy = null, cancelReason = null } = values;
  if (isNews && fact === "cancelled")
    Object.assign(held.appointment, { cancelledBy, cancelReason });
  held.appointment.state = stateOf(held);
}

/** Says whether the lead came, or what of. */
export function settle(held: Held, { externalId, fact, at, values }: BookingFact) {
  const { appointment } = held;
  if (externalId !== null && externalId !== appointment.externalId) return;
  if (at < appointment.settledAt) return;
  const { outcome, outcomeValue } = values;
  const states = { no_show: "no_show", outcome: "held" } as const;
  const over = fact === "no_show" || fact === "outcome" ? states[fact] : stateBelow(held);
  Object.assign(appointment, given({ outcome, outcomeValue } as Partial<BookingValues>), {
    ...{ state: over, settledAt: at },
  });
  keepInTime(held);
}

/** The changes of a PATCH. */
export type Change = Partial<Values> & { state?: (typeof givenStates)[number] | undefined };

/**
 * Says what a PATCH says, of the current id: older facts don't change its times and state then. An
 * outcome means that the call took place; a new start takes the end along.
 */
export function change(held: Held, { state, ...given }: Change, now: number) {
  const before = held.appointment;
  const { startsAt = before.startsAt, endsAt, outcome } = given;
  const hasMoved = startsAt !== before.startsAt;
  const isTimed = hasMoved || (endsAt !== undefined && endsAt !== before.endsAt);
  const next = state ?? (outcome == null ? undefined : "held");
  held.appointment = {
    ...{ ...before, ...given },
    ...(hasMoved && { previousStartsAt: before.startsAt, moves: before.moves + 1 }),
    ...(hasMoved && endsAt === undefined && { endsAt: endAfter(before, startsAt) }),
    ...((isTimed || next) && { changedAt: now }),
    ...(next && { state: next, settledAt: now }),
    ...(next === "booked" && { cancelledBy: null, cancelReason: null }),
  };
  const { current } = held;
  if (current && hasMoved) current.startsAt = startsAt;
  if (current && (next === "booked" || next === "cancelled"))
    Object.assign(current, { ended: next === "booked" ? null : next, at: now });
}

const endAfter = ({ startsAt: from, endsAt }: Values, startsAt: number | null) =>
  from === null || endsAt === null || startsAt === null
    ? endsAt
    : Math.min(endsAt + startsAt - from, LAST_MS);
