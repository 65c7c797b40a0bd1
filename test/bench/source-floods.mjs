import { setTimeout as wait } from "node:timers/promises";
import { newWorkspace } from "./client.mjs";
import { median, percentile, withVerdict } from "./figures.mjs";
import {
  calendlyItem,
  callDoor,
  contact,
  newCalendly,
  newSource,
  untilWorked,
} from "./source-items.mjs";

const [FLOOD, ITEMS] = [50_000, 100];
const [WARM_UP_MS, QUIET_MS, GAP_MS, RETRY_MS] = [3_000, 10_000, 125, 500];

/** Floods a source while the source of another workspace receives. */
export async function floods({ service, db }) {
  const other = await newCalendly(await newWorkspace(service));
  const flooded = await newSource(await newWorkspace(service));
  await sendBeside(service, other, () => wait(WARM_UP_MS));
  const { calls: before } = await sendBeside(service, other, () => wait(QUIET_MS));
  const { calls: during, result: flow } = await sendBeside(service, other, async () => {
    const stored = await flood(service, flooded);
    await untilWorked(db, [flooded], FLOOD);
    return stored;
  });
  return {
    rows: [
      { beside: "nothing", ...timesOf(before) },
      withVerdict(
        { beside: `${FLOOD} items of another source`, ...timesOf(during) },
        { failed: { exactly: 0 }, p99: { atMost: 50 } },
      ),
    ],
    flow: [flow],
  };
}

const timesOf = (calls) => {
  const times = calls.map(({ ms }) => ms);
  const failed = calls.filter(({ status }) => status !== 202).length;
  return { calls: calls.length, failed, p50: median(times), p99: percentile(times, 0.99) };
};

let made = 0;

/** Sends at a steady rate while `act` runs. */
async function sendBeside(service, source, act) {
  let isOver = false;
  const acting = act().finally(() => {
    isOver = true;
  });
  const calls = [];
  const start = performance.now();
  for (let n = 0; !isOver; n++) {
    const due = start + n * GAP_MS;
    await wait(Math.max(0, due - performance.now()));
    const request = source.next(calendlyItem({ id: `beside${made++}` }));
    calls.push(
      callDoor(service, request).then((status) => ({ status, ms: performance.now() - due })),
    );
  }
  return { calls: await Promise.all(calls), result: await acting };
}

/** Sends as fast as the source allows. */
async function flood(service, source) {
  const start = performance.now();
  const refused = {};
  for (let call = 0; call < FLOOD / ITEMS; call++) {
    const body = Array.from({ length: ITEMS }, (_, n) => contact(`f${call * ITEMS + n}`));
    for (;;) {
      const status = await callDoor(service, source.next(body));
      if (status === 202) break;
      refused[status] = (refused[status] ?? 0) + 1;
      await wait(RETRY_MS);
    }
  }
  const seconds = (performance.now() - start) / 1_000;
  return { items: FLOOD, "stored/s": FLOOD / seconds, refused: JSON.stringify(refused) };
}
