import { newWorkspace } from "./client.mjs";
import { withVerdict } from "./figures.mjs";
import { count } from "./schedulers.mjs";
import {
  calendlyItem,
  callDoor,
  contact,
  newCalendly,
  newSource,
  untilWorked,
  workedIn,
} from "./source-items.mjs";

const MANY = 100;

/**
 * The items that come in turn about the same people, with the most rows of each: of these, the
 * delivery takes 6.5, with its indexes, its count in the usage, and the body that is forgotten.
 */
const ACTS = [
  { act: "a new lead", source: "contacts", item: contact, most: 19 },
  {
    ...{ act: "a known lead, unchanged", source: "contacts", most: 7 },
    item: (n) => ({ ...contact(n), id: `again${n}` }),
  },
  {
    ...{ act: "they book, and their stage moves", source: "bookings", most: 26 },
    item: (n) => calendlyItem({ id: `a${n}`, person: n }),
  },
  {
    ...{ act: "their booking moves", source: "bookings", most: 18 },
    item: (n) => calendlyItem({ id: `b${n}`, old: `a${n}`, person: n, at: 1, startsIn: 60 }),
  },
  {
    ...{ act: "it is cancelled, and the stage goes back", source: "bookings", most: 23 },
    item: (n) => calendlyItem({ event: "canceled", id: `b${n}`, person: n, at: 2, startsIn: 60 }),
  },
];

/** The calls of D1 and the rows of an item that comes alone, and of one among a hundred. */
export async function rowsOfItems(place) {
  const workspace = await newWorkspace(place.service);
  const sources = {
    contacts: await newSource(workspace),
    bookings: await newCalendly(workspace),
  };
  const rows = [];
  const first = { contacts: contact("first"), bookings: calendlyItem({ id: "first" }) };
  for (const [name, source] of Object.entries(sources)) await costOf(place, source, [first[name]]);
  for (const { act, source, item, most } of ACTS) {
    const alone = await costOf(place, sources[source], [item(MANY)]);
    const items = Array.from({ length: MANY }, (_, n) => item(n));
    const together = await costOf(place, sources[source], items);
    rows.push(
      withVerdict(
        {
          ...{ item: act, "calls alone": alone.trips, "rows alone": alone.rowsWritten },
          "calls of 100": together.trips,
          "rows each": together.rowsWritten / MANY,
          "read each": together.rowsRead / MANY,
        },
        {
          "calls alone": { atMost: 2 },
          "calls of 100": { atMost: 2 },
          "rows each": { atMost: most },
        },
      ),
    );
  }
  return rows;
}

/** The costs in D1 of the work on items that come by one call. */
async function costOf({ service, db, scheduler }, source, items) {
  const before = await workedIn(db, source);
  await count(scheduler, true);
  const status = await callDoor(service, source.next(items));
  if (status !== 202) throw new Error(`The door answered ${status}`);
  await untilWorked(db, [source], before + items.length);
  const { trips, rowsRead, rowsWritten } = await (await fetch(`${scheduler}/sources`)).json();
  return { trips, rowsRead, rowsWritten };
}
