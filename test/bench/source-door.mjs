import { ask, meter, newWorkspace } from "./client.mjs";
import { median, percentile, withVerdict } from "./figures.mjs";
import { inTurn, pace, target } from "./load.mjs";
import {
  calendlyItem,
  callDoor,
  contact,
  newCalendly,
  newSource,
  newSources,
  untilWorked,
} from "./source-items.mjs";

const [PER_SECOND, MS] = [200, 20_000];
/** As many sources as it takes: each takes 10 calls a second, and a call 100 items. */
const [SOURCES, ITEMS] = [20, 100];
const WARM_UP_MS = 3_000;
const ALONE = { rounds: 300 };
const BARS = { p50: { atMost: 10 }, p99: { atMost: 50 } };
const CALLS_PER_MINUTE = 600;

let made = 0;
const booked = (source) => source.next(calendlyItem({ id: `door${made++}` }));
const contacts = (source) =>
  source.next(Array.from({ length: ITEMS }, () => contact(`door${made++}`)));

const timesOf = (times) => ({
  p50: median(times),
  p99: percentile(times, 0.99),
  max: Math.max(...times),
});

/** The times of the door's answers: alone, at a steady rate, and while what comes is worked. */
export async function doorTimes(place, floor) {
  const { service, scheduler } = place;
  const one = await newCalendly(await newWorkspace(service));
  const alone = [target(service, 202, () => booked(one)), target(floor, 302, () => booked(one))];
  const [times, bare] = await inTurn(alone, ALONE);
  const by = `${PER_SECOND}/s by ${SOURCES} sources`;
  const each = { next: booked, perSecond: PER_SECOND, items: 1 };
  const sources = () => newSources(service, SOURCES, newCalendly);
  return [
    { calls: "one after the other", n: times.length, floor: median(bare), ...timesOf(times) },
    await atRate(place, await sources(), {
      ...{ what: `${by}, worked afterwards`, ...each },
      begin: () => work(scheduler, false),
      end: () => work(scheduler, true),
    }),
    await atRate(place, await sources(), { what: `${by}, worked meanwhile`, ...each }),
    await atRate(place, await newSources(service, 1), {
      what: `2/s by one source, ${ITEMS} items each`,
      ...{ next: contacts, perSecond: PER_SECOND / ITEMS, items: ITEMS },
    }),
  ];
}

const work = (scheduler, isWorking) =>
  fetch(`${scheduler}/sources`, { method: "PUT", body: JSON.stringify(isWorking) });

/** Sends items at a steady rate by sources in turn, and waits until all are worked. */
async function atRate({ service, db }, sources, { what, next, perSecond, items, begin, end }) {
  const to = target(service, 202, (n) => next(sources[n % sources.length]));
  await pace(to, { perSecond, ms: WARM_UP_MS });
  await begin?.();
  const times = await pace(to, { perSecond, ms: MS });
  await end?.();
  const start = performance.now();
  await untilWorked(db, sources, to.answered * items);
  const behind = (performance.now() - start) / 1_000;
  return withVerdict(
    {
      calls: what,
      n: times.length,
      ...timesOf(times),
      items: times.length * items,
      "worked after s": behind,
    },
    BARS,
  );
}

/** The calls of D1 of a door, before its source is known and then, and the call too many. */
export async function doorCalls({ service, metered }) {
  const source = await newSource(await newWorkspace(service));
  const call = () => source.next(contact(`calls${made++}`));
  const [cold, warm] = [await meter(metered, call()), await meter(metered, call())];
  const limited = await newSource(await newWorkspace(service));
  const statuses = [];
  for (let n = 0; n <= CALLS_PER_MINUTE; n++)
    statuses.push(await callDoor(service, limited.next(contact(`calls${made++}`))));
  return [
    withVerdict({ what: "calls of D1, cold", n: cold.trips }, { n: { exactly: 2 } }),
    withVerdict({ what: "calls of D1, warm", n: warm.trips }, { n: { exactly: 0 } }),
    withVerdict(
      { what: `answers 202 of ${statuses.length} in a minute`, n: count(statuses, 202) },
      { n: { exactly: CALLS_PER_MINUTE } },
    ),
    withVerdict(
      { what: "answers 429, the last", n: count(statuses.slice(-1), 429) },
      { n: { exactly: 1 } },
    ),
  ];
}

const count = (statuses, wanted) => statuses.filter((status) => status === wanted).length;

const FORM_ROUNDS = 250;
const ORIGIN = "https://example.com";

/** The answers of a form to an address that a lead has, and to one that nobody has. */
export async function formAnswers({ service }) {
  const workspace = await newWorkspace(service);
  await workspace.create("/v1/leads", { email: "known@example.com" });
  const form = { origins: [ORIGIN], honeypot: null, redirect_url: null };
  const source = await newSource(workspace, { kind: "form", form, dedupe: undefined });
  const of = (email) => () => {
    const { headers, ...request } = source.next({ name: "Maud", email, message: `${made++}` });
    return { ...request, headers: { ...headers, Origin: ORIGIN } };
  };
  const next = { known: of("known@example.com"), unknown: of("unknown@example.com") };
  const answers = [];
  for (const make of Object.values(next)) answers.push(await ask(service, make()));
  const [one, other] = answers.map((answer) => JSON.stringify(answer));
  if (one !== other) throw new Error(`A form answers ${one} and ${other}`);
  const targets = Object.values(next).map((make) => target(service, 202, make));
  const times = await inTurn(targets, { rounds: FORM_ROUNDS });
  const [known, unknown] = times.map(median);
  return [
    withVerdict(
      { answer: one, known, unknown, apart: Math.abs(known - unknown) },
      { apart: { atMost: 5 } },
    ),
  ];
}
