import {
  type BookingFact,
  type BookingState,
  type BookingValues,
  NEAREST_MS,
} from "#domain/bookings";
import { sameJson } from "#lib/merge-patch";
import type { Person } from "../bulk/people";
import { type Appointment, type BookingName, Held, isOver, type Ref } from "./held";
import { book, type Change, change, close, end, settle, valuesOf } from "./rules";

// Facts about bookings. In whatever order those of a booking come, they leave it alike: the end of
// an id is noted also while nobody knows of a booking.

/**
 * A booking as a fact leaves it, to be written in this order. Of a new one there is its `lead`;
 * `appointment` is null if nothing changes; `joined` prove to be the same; `asked` is the move of
 * the lead's stage, about which the database decides (bookings.sql).
 */
export type Step = {
  name: BookingName;
  lead: Person | null;
  appointment: Appointment | null;
  joined: BookingName[];
  asked: "booked" | "left" | null;
  state: BookingState;
  outcome: string | null;
};

/** `ignored`: nothing comes of the fact, but that an end is noted. */
export type FactOutcome =
  | { status: "created" | "updated" | "unchanged"; held: Held }
  | { status: "ignored"; held: Held | null };

const IGNORED: FactOutcome = { status: "ignored", held: null };

/** The bookings that the facts of a chunk are about, as they are and as they will be. */
export class Bookings {
  readonly all = new Set<Held>();
  readonly refs = new Map<string, Ref>();
  readonly steps: Step[] = [];
  /** The ids to write, and the bookings that must be as they were read. */
  readonly changedRefs = new Set<Ref>();
  readonly touched = new Set<Held>();
  /** The number of new ones. */
  made = 0;

  /** Takes in a booking that was read. */
  know(held: Held) {
    this.all.add(held);
  }

  knowRef(ref: Ref) {
    this.refs.set(ref.externalId, ref);
    ref.held?.has(ref);
  }

  /** The booking that a fact is about. A fact without an id needs the `lead` for this. */
  find(fact: BookingFact, lead: Person | null = null): Held | undefined {
    if (fact.externalId === null) return this.#nearest(lead, fact.values.startsAt);
    return this.#named(fact)[0];
  }

  /**
   * True if a fact about an unknown booking makes one, for which a lead is needed. Others are
   * ignored then, whomever they name.
   */
  makes({ fact, externalId, replaces, at }: BookingFact): boolean {
    const ended = externalId === null ? null : (this.refs.get(externalId)?.ended ?? null);
    if (fact === "booked")
      return externalId !== null && ended !== "deleted" && !this.#wentAfter(replaces, at);
    return (fact === "no_show" || fact === "outcome") && ended === null;
  }

  /** `latest`: no fact is of a later time, whatever the sender's clock shows. */
  constructor(readonly latest = Number.MAX_SAFE_INTEGER) {}

  /** Applies a fact. `lead` is its person, whom a new booking belongs to. */
  apply(told: BookingFact, lead: Person | null): FactOutcome {
    const fact = { ...told, at: Math.max(0, Math.min(told.at, this.latest)) };
    if (fact.fact === "booked") return this.#book(fact, lead);
    if (fact.fact === "moved" || fact.fact === "cancelled") return this.#end(fact, fact.fact);
    return this.#settle(fact, lead);
  }

  /** Lets an id make a booking again, although one with it was deleted. */
  forget(externalId: string | null) {
    const ref = externalId === null ? undefined : this.refs.get(externalId);
    if (ref?.ended === "deleted") Object.assign(ref, { ended: null, at: 0, bookedAt: null });
  }

  /** Books for a lead what has no id. */
  add(values: Partial<BookingValues>, lead: Person, now: number): FactOutcome {
    const held = this.#make(lead, null, values);
    held.appointment.changedAt = now;
    return this.#write(held, undefined, [], true);
  }

  /** Changes a booking as a PATCH says. */
  change(held: Held, given: Change, now: number): FactOutcome {
    const before = held.appointment;
    change(held, given, now);
    if (held.current) this.changedRefs.add(held.current);
    return this.#write(held, before, [], given.state !== undefined);
  }

  /** The bookings that a fact names, the oldest first. */
  #named({ fact, externalId, replaces }: BookingFact): Held[] {
    const ids = [externalId, fact === "booked" ? replaces : null];
    const named = ids.flatMap((id) => (id === null ? [] : (this.refs.get(id)?.held ?? [])));
    return [...new Set(named)].sort((a, b) => a.age - b.age);
  }

  /** That of the lead which begins nearest, before one that was cancelled. */
  #nearest(lead: Person | null, startsAt: number | undefined): Held | undefined {
    if (startsAt === undefined) return undefined;
    const far = ({ appointment }: Held) =>
      Math.abs((appointment.startsAt ?? Number.POSITIVE_INFINITY) - startsAt);
    const isOff = ({ appointment }: Held) => Number(appointment.state === "cancelled");
    return [...this.all]
      .filter((held) => held.isOf(lead) && far(held) <= NEAREST_MS)
      .sort((a, b) => far(a) - far(b) || isOff(a) - isOff(b) || a.age - b.age)[0];
  }

  /** True if the booking of an id was deleted, and not before `at`. */
  #wentAfter(id: string | null, at: number) {
    const ref = id === null ? undefined : this.refs.get(id);
    return ref?.ended === "deleted" && at <= ref.at;
  }

  #book(fact: BookingFact, lead: Person | null): FactOutcome {
    const { externalId, replaces } = fact;
    const [found, ...joined] = this.#named(fact);
    if (externalId === null || !this.makes(fact) || (!found && !lead)) return IGNORED;
    const held = found ?? this.#make(lead, externalId, {});
    const before = found && { ...held.appointment };
    const further = [held, ...joined].reduce(
      (sum, { appointment, changes }) => sum + appointment.moves - changes,
      0,
    );
    for (const other of joined) this.#join(held, other);
    const ref = this.#refOf(externalId, held);
    if (replaces !== null) this.#refOf(replaces, held);
    book(held, ref, fact, further);
    return this.#write(held, before, joined, true);
  }

  #end(fact: BookingFact, ended: "moved" | "cancelled"): FactOutcome {
    const known = fact.externalId === null ? undefined : this.refs.get(fact.externalId);
    if (fact.externalId === null || known?.ended === "deleted") return IGNORED;
    const ref = known ?? this.#refOf(fact.externalId, null);
    const isNews = end(ref, fact.at, ended);
    if (isNews) this.changedRefs.add(ref);
    const { held } = ref;
    if (!held) return IGNORED;
    const before = { ...held.appointment };
    close(held, ref, isNews, fact);
    return this.#write(held, before, [], false);
  }

  #settle(fact: BookingFact, lead: Person | null): FactOutcome {
    const found = this.find(fact, lead);
    if (!found && (!lead || !this.makes(fact))) return IGNORED;
    const held = found ?? this.#make(lead, fact.externalId, fact.values);
    const before = found && { ...held.appointment };
    settle(held, fact);
    return this.#write(held, before, [], fact.fact === "attended");
  }

  #make(lead: Person | null, externalId: string | null, values: Partial<BookingValues>): Held {
    if (!lead) throw new Error("A booking needs a lead.");
    const held = new Held({ place: this.made++ }, lead, {
      ...{ ...valuesOf(values), externalId, state: "booked", previousStartsAt: null },
      ...{ moves: 0, changedAt: 0, settledAt: 0 },
    });
    this.all.add(held);
    if (externalId !== null) this.#refOf(externalId, held);
    return held;
  }

  #join(held: Held, other: Held) {
    held.join(other);
    this.all.delete(other);
    this.touched.add(other);
    for (const ref of other.refs) this.changedRefs.add(ref);
  }

  /** An id, which is the booking's from now on, unless that of a deleted one. */
  #refOf(externalId: string, held: Held | null): Ref {
    const ref = this.refs.get(externalId) ?? {
      ...{ externalId, held: null, ended: null, at: 0, bookedAt: null, startsAt: null },
      isNew: true,
    };
    this.refs.set(externalId, ref);
    if (held && ref.ended !== "deleted") {
      held.has(ref);
      this.changedRefs.add(ref);
    }
    return ref;
  }

  #write(
    held: Held,
    before: Appointment | undefined,
    joined: Held[],
    isBooked: boolean,
  ): FactOutcome {
    const { appointment, ownName: name, lead } = held;
    const isChanged = !sameJson(before ?? null, appointment) || joined.length > 0;
    const isGone = appointment.state === "cancelled" || isOver(appointment.state);
    const mayMove = appointment.state === "booked" && isBooked;
    const asked = isGone ? "left" : mayMove ? "booked" : null;
    this.touched.add(held);
    if (isChanged || asked)
      this.steps.push({
        ...{ name, lead: before || typeof lead === "number" ? null : lead, asked },
        appointment: isChanged ? { ...appointment } : null,
        joined: joined.map(({ ownName }) => ownName),
        ...{ state: appointment.state, outcome: appointment.outcome },
      });
    return { status: !before ? "created" : isChanged ? "updated" : "unchanged", held };
  }
}
