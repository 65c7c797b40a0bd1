import { setTimeout as sleep } from "node:timers/promises";
import { meterWarm, newWorkspace } from "./client.mjs";
import { median, percentile, withVerdict } from "./figures.mjs";
import { pace, saturate, target } from "./load.mjs";
import { serve } from "./serve.mjs";
import { visitBy } from "./visit.mjs";

const [ROUNDS, PACED_ROUNDS] = [9, 5];
const CONNECTIONS = 16;
/** Long enough to include the flush of clicks to D1, which begins a second after the first. */
const SATURATION = { connections: CONNECTIONS, ms: 1_500 };
const PACE = { perSecond: 200, ms: 1_000 };
const RECIPIENTS = 500;
/** The requests of `meterWarm`, which are counted as well. */
const METERED_VISITS = 2;
/** The time to wait for clicks: those after the bar are late, not lost. */
const MAX_COUNTING_MS = 30_000;

const COUNTED_BAR = { ours: { atMost: 5 } };
/** The most CPU time, as a multiple of the floor's. Requests per second vary with the machine. */
const MAX_SHARE = { base: 1.15, recipient: 1.5, placeholders: 3, unknown: 1.3 };
const NO_D1_CALL = { ours: { exactly: 0 } };

/** Warm base and recipient links and unknown slugs, compared with a constant 302. */
export async function redirects() {
  await using bench = await serve("redirects");
  const [{ service }] = bench.services;
  const workspace = await newWorkspace(service);
  const rows = [];
  for (const { prepare, ...link } of cases)
    rows.push(...(await measure({ ...link, ...(await prepare(workspace)) }, workspace, bench)));
  return {
    tables: [{ title: "Warm redirects", rows }],
    notes: ["share: ours / floor, the floor being a Worker that answers a constant 302."],
  };
}

const cases = [
  {
    name: "base link",
    maxShare: MAX_SHARE.base,
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
    maxShare: MAX_SHARE.recipient,
    counter: "clicks_count",
    prepare: (workspace) => recipientLinks(workspace, "https://example.com/guide"),
  },
  {
    name: "recipient link with placeholders",
    maxShare: MAX_SHARE.placeholders,
    counter: "clicks_count",
    prepare: (workspace) => recipientLinks(workspace, "https://example.com/?name={{first_name}}"),
  },
  {
    name: "unknown slug",
    maxShare: MAX_SHARE.unknown,
    prepare: () => ({ paths: ["/no-such-link"], status: 404 }),
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
  { name, maxShare, counter, id, paths, status = 302 },
  { call },
  { floor, services: [{ service, metered }] },
) {
  const visit = (n) => ({ path: paths[n % paths.length], ...visitBy(n) });
  const [ours, bare] = [target(service, status, visit), target(floor, 302, visit)];
  for (const to of [ours, bare]) await saturate(to, SATURATION);

  // The fixed rate comes first: the clicks of a saturating load are still counted for a while.
  const paced = [];
  for (let round = 0; round < PACED_ROUNDS; round++)
    paced.push({ floor: await pace(bare, PACE), ours: await pace(ours, PACE) });
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const saturated = await saturate(ours, SATURATION);
    // Until all clicks are counted, their flushes would slow the floor down.
    const { seconds } = counter ? await countOf(call, id, counter, ours.answered) : { seconds: 0 };
    rounds.push({ seconds, ours: saturated, floor: await saturate(bare, SATURATION) });
  }
  const { trips } = await meterWarm(metered, () => visit(0));
  const visits = ours.answered + METERED_VISITS;

  const compared = (of) => ({
    ours: of("ours"),
    floor: of("floor"),
    share: of("ours") / of("floor"),
  });
  /** The share is the median of the rounds', since a slow machine slows both sides of a round. */
  const medianOf = (figure) => ({
    ...compared((side) => median(rounds.map((round) => round[side][figure]))),
    share: median(rounds.map((round) => round.ours[figure] / round.floor[figure])),
  });
  /** Other work of the machine adds to a round's time and takes nothing from it. */
  const leastOf = (figure) =>
    compared((side) => Math.min(...rounds.map((round) => round[side][figure])));
  const timeAt = (share) =>
    compared((side) =>
      percentile(
        paced.flatMap((round) => round[side]),
        share,
      ),
    );
  const figures = [
    { measure: `requests/s at ${CONNECTIONS} connections`, ...medianOf("perSecond") },
    withVerdict(
      { measure: "µs of workerd's CPU a request", ...leastOf("workerdMicros") },
      { share: { atMost: maxShare } },
    ),
    { measure: "cores that the generator used", ...medianOf("generatorCores") },
    { measure: `p50 ms at ${PACE.perSecond} requests/s`, ...timeAt(0.5) },
    { measure: `p99 ms at ${PACE.perSecond} requests/s`, ...timeAt(0.99) },
    withVerdict({ measure: "D1 calls", ours: trips }, NO_D1_CALL),
  ];
  if (counter) {
    const { count, seconds } = await countOf(call, id, counter, visits);
    const slowest = Math.max(seconds, ...rounds.map((round) => round.seconds));
    figures.push(
      withVerdict(
        { measure: "clicks counted, answered", ours: count, floor: visits },
        { ours: { exactly: visits } },
      ),
      withVerdict({ measure: "s until all are counted", ours: slowest }, COUNTED_BAR),
    );
  }
  return figures.map((row) => ({ link: name, ...row }));
}

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
