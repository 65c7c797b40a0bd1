import { setTimeout as wait } from "node:timers/promises";
import { percentile } from "./figures.mjs";

/** A workspace reads a lead this often. */
export const READS_PER_SECOND = 20;

/** A read that has no answer by then has failed. */
const MAX_MS = 30_000;

export const timesOf = (reads) => reads.map(({ ms }) => ms);

/** The number of reads, of those that failed, and their times in ms. */
export function figuresOf(reads) {
  const times = timesOf(reads);
  return {
    reads: times.length,
    failed: reads.filter(({ isOk }) => !isOk).length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    max: Math.max(...times),
  };
}

/** Reads the lead at a steady rate while `act` runs. Returns the reads. */
export async function readWhile({ service, quiet, lead }, act) {
  let isOver = false;
  const acting = act().finally(() => {
    isOver = true;
  });
  const reads = await atRate(
    READS_PER_SECOND,
    () => isOver,
    (_, due) => timed(service, quiet, `/v1/leads/${lead.id}`, due),
  );
  await acting;
  return reads;
}

/** Calls `send` at a steady rate, however long it takes, until `isOver`. Returns the results. */
export async function atRate(perSecond, isOver, send) {
  const sent = [];
  const start = performance.now();
  for (let nth = 0; !isOver(); nth++) {
    const due = start + (nth * 1_000) / perSecond;
    await wait(Math.max(0, due - performance.now()));
    sent.push(send(nth, due));
  }
  return Promise.all(sent);
}

/** A GET: when it was due, how long it took from then, and whether it was answered 200. */
export async function timed(origin, { headers }, path, due = performance.now()) {
  const isOk = await fetch(origin + path, { headers, signal: AbortSignal.timeout(MAX_MS) })
    .then(async (answer) => {
      await answer.arrayBuffer();
      return answer.status === 200;
    })
    .catch(() => false);
  return { due, ms: performance.now() - due, isOk };
}
