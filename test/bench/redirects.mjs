import { setTimeout as sleep } from "node:timers/promises";
import { meterWarm, newWorkspace } from "./client.mjs";
import { median, percentile, withVerdict } from "./figures.mjs";
import { inTurn, pace, saturate, target } from "./load.mjs";
import { serve } from "./serve.mjs";
import { visitBy } from "./visit.mjs";

const ROUNDS = 5;
const CONNECTIONS = 16;
/** Long enough to include the flush of clicks to D1, which begins a second after the first. */
const SATURATION = { connections: CONNECTIONS, ms: 1_500 };
const FLOOR_SATURATION = { connections: CONNECTIONS, ms: 700 };
const PACE = { perSecond: 200, ms: 1_000 };
const WARM_UP_ROUNDS = 300;
const RECIPIENTS = 500;
/** The requests of `meterWarm`, which are counted as well. */
const METERED_VISITS = 2;
/** How long to wait for clicks: those after the bar are late, not lost. */
const MAX_COUNTING_MS = 30_000;

const COUNTED_BAR = { ours: { atMost: 5 } };
const BARS = {
  base: { throughput: { share: { atLeast: 0.8 } }, d1: { ours: { exactly: 0 } } },
  recipient: { throughput: { share: { atLeast: 0.6 } } },
  placeholders: { d1: { ours: { exactly: 1 } } },
};

/** Warm base and recipient links, compared with a constant 302. */
export async function redirects() {
  await using bench = await serve("redirects");
  const [{ service }] = bench.services;
  const workspace = await newWorkspace(service);
  const rows = [];
  for (const { name, bars, counter, prepare } of cases) {
    rows.push(
      ...(await measure({ name, bars, counter, ...(await prepare(workspace)) }, workspace, bench)),
    );
  }
  return {
    tables: [{ title: "Warm redirects", rows }],
    notes: ["share: ours / floor, the floor being a Worker that answers a constant 302."],
  };
}

const cases = [
  {
    name: "base link",
    bars: BARS.base,
    counter: "base_clicks_count",
    prepare: async ({ create }) => {
      const { id, slug } = await create("/v1/short-links", {
        destination_url: "https://example.com/guide",
      });
      return { id, paths: [`/${slug}`] };
    },
  },
  {
    name: "recipient link",
    bars: BARS.recipient,
    counter: "clicks_count",
    prepare: (workspace) => recipientLinks(workspace, "https://example.com/guide"),
  },
  {
    name: "recipient link with placeholders",
    bars: BARS.placeholders,
    counter: "clicks_count",
    prepare: (workspace) => recipientLinks(workspace, "https://example.com/?name={{first_name}}"),
  },
];

/** Creates a short link and its URLs for many leads. */
async function recipientLinks({ create }, destination) {
  const { id } = await create("/v1/short-links", { destination_url: destination });
  const paths = [];
  for (let n = 0; n < RECIPIENTS; n++) {
    const lead = await create("/v1/leads", { first_name: `Zoé ${n}` });
    const { url } = await create(`/v1/short-links/${id}/sends`, { lead_id: lead.id });
    paths.push(new URL(url).pathname);
  }
  return { id, paths };
}

async function measure(
  { name, bars, counter, id, paths },
  { call },
  { floor, services: [{ service, metered }] },
) {
  const visit = (n) => ({ path: paths[n % paths.length], ...visitBy(n) });
  const [ours, bare] = [target(service, 302, visit), target(floor, 302, visit)];
  await inTurn([ours, bare], { rounds: WARM_UP_ROUNDS });

  // The fixed rate comes first: the clicks of a saturating load are still counted for a while.
  const paced = [];
  for (let round = 0; round < ROUNDS; round++)
    paced.push({ floor: await pace(bare, PACE), ours: await pace(ours, PACE) });
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const saturated = await saturate(ours, SATURATION);
    // Until all clicks are counted, their flushes would slow the floor down.
    const { seconds } = await countOf(call, id, counter, ours.answered);
    rounds.push({ seconds, ours: saturated, floor: await saturate(bare, FLOOR_SATURATION) });
  }
  const { trips } = await meterWarm(metered, () => visit(0));
  const visits = ours.answered + METERED_VISITS;

  const compared = (of) => ({
    ours: of("ours"),
    floor: of("floor"),
    share: of("ours") / of("floor"),
  });
  const medianOf = (figure) =>
    compared((side) => median(rounds.map((round) => round[side][figure])));
  const timeAt = (share) =>
    compared((side) =>
      percentile(
        paced.flatMap((round) => round[side]),
        share,
      ),
    );
  const { count, seconds } = await countOf(call, id, counter, visits);
  const slowest = Math.max(seconds, ...rounds.map((round) => round.seconds));
  return [
    withVerdict(
      {
        measure: `requests/s at ${CONNECTIONS} connections`,
        ...medianOf("perSecond"),
        share: roundShare(rounds),
      },
      bars.throughput,
    ),
    { measure: "µs of workerd's CPU a request", ...medianOf("workerdMicros") },
    { measure: "cores that the generator used", ...medianOf("generatorCores") },
    { measure: `p50 ms at ${PACE.perSecond} requests/s`, ...timeAt(0.5) },
    { measure: `p99 ms at ${PACE.perSecond} requests/s`, ...timeAt(0.99) },
    withVerdict({ measure: "D1 calls", ours: trips }, bars.d1),
    withVerdict(
      { measure: "clicks counted, answered", ours: count, floor: visits },
      { ours: { exactly: visits } },
    ),
    withVerdict({ measure: "s until all are counted", ours: slowest }, COUNTED_BAR),
  ].map((row) => ({ link: name, ...row }));
}

/** The median of the rounds' shares: a slow machine slows both sides of a round. */
const roundShare = (rounds) =>
  median(rounds.map(({ ours, floor }) => ours.perSecond / floor.perSecond));

/** The count that the API shows, and after how many seconds: once it is enough or time is up. */
async function countOf(call, id, counter, visits) {
  const start = performance.now();
  for (;;) {
    const { data } = await call("GET", `/v1/short-links/${id}`);
    const waited = performance.now() - start;
    if (data[counter] >= visits || waited > MAX_COUNTING_MS)
      return { count: data[counter], seconds: waited / 1000 };
    await sleep(100);
  }
}
