import { ask, meterWarm } from "./client.mjs";
import { median, withVerdict } from "./figures.mjs";
import { filterCases } from "./filters.mjs";
import { inTurn, target } from "./load.mjs";
import { seedLeads } from "./seed.mjs";
import { serve } from "./serve.mjs";

const SIZES = [10_000, 200_000];
const SEEDING_BAR = { "s per 200,000": { atMost: 60 } };
/** Enough requests to warm an isolate up: until then its code is not compiled. */
const COMPILING_ROUNDS = 500;
const WARM_UP_ROUNDS = 10;
/** Slow lists are measured for a shorter time, so that the total stays bounded. */
const MEASURE = { rounds: 60, minRounds: 7, maxMs: 1_500 };

/** The bars: a page costs little more than its SQL, and hardly more in a large workspace. */
const BARS = () => ({ "× sql": { atMost: 1.5 }, growth: { atMost: 1.25 } });

/**
 * `GET /v1/leads` at two workspace sizes, each in its own database with as many leads of others.
 */
export const lists = () =>
  measureLists(filterCases, { sizes: SIZES, leadsAnOther: 1, barsOf: BARS });

/**
 * `GET /v1/leads` at some workspace sizes, each in its own database with one lead of others for so
 * many of its leads. `barsOf` gives the bars of a page by its figures.
 */
export async function measureLists(cases, { sizes: counts, leadsAnOther, barsOf }) {
  await using bench = await serve(...counts.map(String));
  const sizes = [];
  for (const [index, leads] of counts.entries()) {
    sizes.push({
      leads,
      ...bench.services[index],
      ...(await seedLeads(bench.services[index], leads, leadsAnOther)),
    });
  }
  await measure(cases[0], sizes, bench.floor, barsOf, COMPILING_ROUNDS);
  const rows = [];
  for (const list of cases) rows.push(...(await measure(list, sizes, bench.floor, barsOf)));
  const limiter = await limiterMs(bench);
  return {
    tables: [
      { title: "Seeding", rows: sizes.map((size) => seedingRow(size, leadsAnOther)) },
      { title: "GET /v1/leads", rows },
    ],
    notes: [
      `leads: in the workspace, and 1/${leadsAnOther} of them in ten others of the same database; found: share of the workspace's leads.`,
      "items: of the page, with a + if another page follows.",
      "ms: p50 on one connection; sql: the same statements in one batch of a bare Worker, less the floor; × sql: (ms - floor) / sql.",
      "growth: ms / ms in the smallest workspace.",
      `Of ms, ${limiter.toFixed(2)} are the rate limiter, which Miniflare plays in JavaScript.`,
    ],
  };
}

/** The time that the rate limiter adds to a request. */
async function limiterMs({ floor, limiter }) {
  const targets = [
    target(floor, 302, () => ({ path: "/" })),
    target(limiter, 204, () => ({ path: "/" })),
  ];
  await inTurn(targets, { rounds: COMPILING_ROUNDS });
  const [bare, limited] = (await inTurn(targets, { rounds: COMPILING_ROUNDS })).map(median);
  return limited - bare;
}

function seedingRow({ leads, seconds }, leadsAnOther) {
  const rows = leads + leads / leadsAnOther;
  return withVerdict({ rows, seconds, "s per 200,000": (seconds * 200_000) / rows }, SEEDING_BAR);
}

async function measure(
  { name, share, query },
  sizes,
  floorOrigin,
  barsOf,
  warmUpRounds = WARM_UP_ROUNDS,
) {
  const floor = target(floorOrigin, 302, () => ({ path: "/" }));
  const pages = [];
  for (const { leads, workspace, idOf, metered, direct, service } of sizes) {
    const path = `/v1/leads?${query({ tags: workspace.tags, leads, idOf })}`;
    const next = () => ({ path, headers: workspace.headers });
    const { trips, rowsRead, statements } = await meterWarm(metered, next);
    await fetch(direct, { method: "PUT", body: JSON.stringify(statements) });
    const { data, meta } = (await ask(service, next())).json;
    const items = `${data.length}${meta.next_cursor ? "+" : ""}`;
    const isPartial = meta.next_cursor !== null && data.length < meta.per_page;
    pages.push({
      isPartial,
      figures: { leads, items, trips, "rows read": rowsRead },
      direct: target(direct, 204, () => ({ path: "/" })),
      ours: target(service, 200, next),
    });
  }
  const targets = [floor, ...pages.flatMap(({ direct, ours }) => [direct, ours])];
  await inTurn(targets, { ...MEASURE, rounds: warmUpRounds });
  const times = new Map(
    (await inTurn(targets, MEASURE)).map((list, index) => [targets[index], median(list)]),
  );

  const bare = times.get(floor);
  const smallest = times.get(pages[0].ours);
  return pages.map(({ isPartial, figures: { leads, ...d1 }, direct, ours }) => {
    const ms = times.get(ours);
    const sql = times.get(direct) - bare;
    return withVerdict(
      {
        list: name,
        leads,
        found: share,
        ms,
        floor: bare,
        sql,
        "× sql": (ms - bare) / sql,
        growth: ms / smallest,
        ...d1,
      },
      barsOf({ isPartial, leads }),
    );
  });
}
