import { describe, expect, it } from "vitest";
import { type BookingFact, DEFAULT_STAGES } from "#domain/bookings";
import { Bookings } from "#features/leads/bookings/facts";
import type { Appointment, BookingName, Held } from "#features/leads/bookings/held";
import { Person } from "#features/leads/bulk/people";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 11, 3, 10);

const told = (fact: BookingFact["fact"], id: string | null, more: Partial<BookingFact>) =>
  ({ fact, externalId: id, replaces: null, at: 0, values: {}, ...more }) as BookingFact;

const booked = (number: number, more: Partial<BookingFact> = {}) =>
  told("booked", `I${number}`, {
    replaces: number > 1 ? `I${number - 1}` : null,
    at: number * 10,
    values: {
      startsAt: START + number * DAY,
      endsAt: START + number * DAY + HOUR,
      name: `Call ${number}`,
    },
    ...more,
  });
const gaveWay = (number: number) => told("moved", `I${number}`, { at: number * 10 + 9 });
const cancelled = (number: number, at = number * 10 + 9) => told("cancelled", `I${number}`, { at });

/** The stage of a lead as booking_stages (bookings.sql) moves it. */
class Stage {
  now = "new";
  owner: Held | null = null;
  readonly before = new Map<Held, string>();

  move({ steps, all }: Bookings, from: number) {
    for (const { name, joined, asked } of steps.slice(from)) {
      const held = [...all].find(({ ownName }) => ownName === name) as Held;
      for (const other of joined) this.handOn(other, held);
      if (asked === "booked") this.book(held);
      if (asked === "left" && held.appointment.state === "cancelled") this.leave(held);
    }
  }

  handOn(other: BookingName, held: Held) {
    const [gone] = [...this.before.keys()].filter(({ ownName }) => ownName === other);
    const stage = gone && this.before.get(gone);
    if (gone && stage !== undefined && !this.before.has(held)) this.before.set(held, stage);
    if (gone && this.owner === gone) this.owner = held;
    if (gone) this.before.delete(gone);
  }

  book(held: Held) {
    if (this.before.has(held)) return;
    const { booked: stage, from } = DEFAULT_STAGES;
    if (this.owner && this.now === stage) {
      this.before.set(held, this.before.get(this.owner) as string);
      this.owner = held;
    } else if (!this.owner && from.some((one) => one === this.now)) {
      this.before.set(held, this.now);
      this.now = stage as string;
      this.owner = held;
    }
  }

  leave(held: Held) {
    if (this.owner === held) {
      this.now = this.before.get(held) as string;
      this.owner = null;
    }
    this.before.delete(held);
  }
}

const inOrder = (appointment: Appointment) =>
  Object.fromEntries(Object.entries(appointment).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The bookings after some facts in a row, with the stage of the lead whose they are. */
function after(facts: BookingFact[]) {
  const bookings = new Bookings();
  const lead = new Person();
  const stage = new Stage();
  const outcomes = facts.map((fact) => {
    const from = bookings.steps.length;
    const outcome = bookings.apply(fact, lead);
    stage.move(bookings, from);
    return outcome.status;
  });
  const all = [...bookings.all].map(({ appointment }) => inOrder(appointment));
  return { all, stage: stage.now, outcomes, bookings };
}

function* permutations<T>(items: T[]): Generator<T[]> {
  if (items.length === 0) yield items;
  for (const [place, item] of items.entries())
    for (const rest of permutations(items.toSpliced(place, 1))) yield [item, ...rest];
}

const MOVES = [1, 2, 3].flatMap((number) => [gaveWay(number), booked(number + 1)]);

describe("facts of a booking", () => {
  it("leave it, and the stage, alike in all 40,320 orders of three moves and a cancellation", () => {
    const known = after([booked(1), ...MOVES, cancelled(4)]);
    expect(known).toMatchObject({
      all: [
        {
          ...{ externalId: "I4", state: "cancelled", moves: 3, name: "Call 4" },
          ...{ startsAt: START + 4 * DAY, previousStartsAt: START + 3 * DAY },
        },
      ],
      stage: "new",
    });
    let count = 0;
    const others = new Set<string>();
    for (const order of permutations([booked(1), ...MOVES, cancelled(4)])) {
      count++;
      const { all, stage } = after(order);
      others.add(JSON.stringify([all, stage]));
    }
    expect(count).toBe(40_320);
    expect([...others]).toEqual([JSON.stringify([known.all, known.stage])]);
  });

  it("leave it booked alike in all orders of three moves", () => {
    const ends = [...permutations([booked(1), ...MOVES])].map((order) => after(order));
    expect(new Set(ends.map(({ all, stage }) => JSON.stringify([all, stage]))).size).toBe(1);
    expect(ends[0]).toMatchObject({ all: [{ state: "booked", moves: 3 }], stage: "call_booked" });
  });

  it("know no-shows, and their end, in all orders", () => {
    const facts = [
      booked(1),
      told("no_show", "I1", { at: 30 }),
      told("attended", "I1", { at: 40 }),
      told("no_show", "I1", { at: 50 }),
    ];
    const known = [...permutations(facts)]
      .filter(([first]) => first === facts[0])
      .map((order) => after(order).all);
    expect(new Set(known.map((all) => JSON.stringify(all))).size).toBe(1);
    expect(known[0]).toMatchObject([{ state: "no_show" }]);
    expect(after([...facts, booked(2, { at: 60 })]).all).toMatchObject([
      { state: "booked", externalId: "I2" },
    ]);
  });

  it("name what is left of two that prove to be one", () => {
    const bookings = new Bookings();
    const tell = (fact: BookingFact) => bookings.apply(fact, new Person()).held?.name;
    const [first, last] = [booked(1), booked(3)].map((fact) => bookings.apply(fact, new Person()));
    expect(last?.held?.name).toEqual({ place: 1 });
    expect(tell(booked(2))).toEqual({ place: 0 });
    expect([first, last].map((one) => one?.held?.name)).toEqual([{ place: 0 }, { place: 0 }]);
  });

  it("of an end make nothing while nobody knows of the booking", () => {
    const { outcomes, all, bookings } = after([cancelled(1)]);
    expect([outcomes, all]).toEqual([["ignored"], []]);
    expect(bookings.makes(cancelled(1))).toBe(false);
    const late = after([cancelled(1), booked(1)]);
    expect(late).toMatchObject({ all: [{ state: "cancelled" }], stage: "new" });
  });

  it("move what has the same id, and has begun to be another time", () => {
    const again = booked(1, { at: 20, values: { startsAt: START } });
    const { all } = after([booked(1), told("no_show", "I1", { at: 15 }), again, again]);
    expect(all).toMatchObject([
      {
        ...{ moves: 1, state: "booked", startsAt: START, endsAt: null, name: "Call 1" },
        previousStartsAt: START + DAY,
      },
    ]);
    expect(after([again, booked(1)]).all).toMatchObject([{ startsAt: START, name: "Call 1" }]);
  });

  it("of an outcome find its call among two that lie 30 minutes apart", () => {
    const call = (number: number, startsAt: number) =>
      booked(number, { replaces: null, values: { startsAt } });
    const outcome = told("outcome", null, {
      at: 99,
      values: { startsAt: START + HOUR / 2, outcome: "SALE", outcomeValue: 5000 },
    });
    const { all } = after([call(1, START), call(2, START + HOUR / 2), outcome]);
    expect(all.map(({ state, outcome: text }) => [state, text])).toEqual([
      ["booked", null],
      ["held", "SALE"],
    ]);
    const far = after([call(1, START - 13 * HOUR), outcome, outcome]);
    expect(far.outcomes).toEqual(["created", "created", "unchanged"]);
    expect(far.all[1]).toMatchObject({ state: "held", externalId: null, outcomeValue: 5000 });
  });

  it("let no booking end before it begins", () => {
    const values = { startsAt: START, endsAt: START - HOUR };
    expect(after([booked(1, { values })]).all).toMatchObject([{ endsAt: null }]);
  });
});
