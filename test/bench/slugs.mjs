import { meter, newWorkspace } from "./client.mjs";
import { median, percentile, withVerdict } from "./figures.mjs";
import { inTurn, target } from "./load.mjs";
import { serve } from "./serve.mjs";
import { visitBy } from "./visit.mjs";

const WARM_UP_ROUNDS = 100;
const ROUNDS = 400;
const METERED = 20;
const VISITS = WARM_UP_ROUNDS + ROUNDS;

const BARS = {
  "unknown, warm": { "D1 calls": { exactly: 0 } },
};

/** Slugs that the isolate has not cached, one visit each, and slugs without a link. */
export async function slugs() {
  await using bench = await serve("slugs");
  const { create } = await newWorkspace(bench.services[0].service);
  const links = [];
  for (let n = 0; n < VISITS + METERED; n++) {
    links.push(
      (
        await create("/v1/short-links", {
          slug: `cold-${n}`,
          destination_url: "https://example.com/guide",
        })
      ).slug,
    );
  }
  const rows = [
    await measure(bench, "unknown, warm", 404, () => "/no-such-link"),
    await measure(bench, "unknown, guessed", 404, (n) => `/guess-${n}`),
    await measure(bench, "cold", 302, (n) => `/${links[n]}`),
  ];
  return {
    tables: [{ title: "Cold and unknown slugs", rows }],
    notes: ["ms: p50 on one connection; D1 calls: of a visit."],
  };
}

async function measure({ floor, services: [{ service, metered }] }, slug, status, pathOf) {
  const visit = (n) => ({ path: pathOf(n), ...visitBy(n) });
  // They don't alternate: a visit's background work would slow the floor down.
  const [bare, ours] = [
    await timesOf(target(floor, 302, visit)),
    await timesOf(target(service, status, visit)),
  ];
  const trips = [];
  for (let n = VISITS; n < VISITS + METERED; n++)
    trips.push((await meter(metered, visit(n))).trips);
  const p50 = { ms: median(ours), floor: median(bare), share: median(ours) / median(bare) };
  const p99 = { "p99 ms": percentile(ours, 0.99), "p99 floor": percentile(bare, 0.99) };
  // The first request warms the caches.
  return withVerdict({ slug, ...p50, ...p99, "D1 calls": Math.max(...trips.slice(1)) }, BARS[slug]);
}

async function timesOf(to) {
  await inTurn([to], { rounds: WARM_UP_ROUNDS });
  const [times] = await inTurn([to], { rounds: ROUNDS });
  return times;
}
