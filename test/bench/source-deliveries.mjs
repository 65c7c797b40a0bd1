import { ask, meterWarm, newWorkspace } from "./client.mjs";
import { withVerdict } from "./figures.mjs";
import { callDoor, newSource, untilWorked } from "./source-items.mjs";

const [DELIVERIES, AT_ONCE] = [1_000_000, 50_000];
const DAYS_30_MS = 30 * 86_400_000;
/** Each hundredth is invalid, each two-hundredth has failed: the newest of them keep bodies. */
const STATUS =
  "case when n % 100 = 0 then 'invalid' when n % 200 = 7 then 'failed' else 'updated' end";
const [BODY_BYTES, KEPT_BYTES, BODIES] = [20_000, 5_000_000, 500];
const LISTS = ["", "?status=invalid", "?status=failed", "?status=failed&per_page=100"];

/** The rows that lists read of a million deliveries of a source, and the bodies that it keeps. */
export async function manyDeliveries({ service, metered, db }) {
  const workspace = await newWorkspace(service);
  // Nobody is as old as their name.
  const source = await newSource(workspace, { mapping: [{ to: "age", from: ["name"] }] });
  await seedDeliveries(db, workspace.id, source.id);
  const lists = [];
  for (const query of LISTS) {
    const path = `/v1/sources/${source.id}/deliveries${query}`;
    const next = () => ({ path, headers: workspace.headers });
    const { trips, rowsRead } = await meterWarm(metered, next);
    const { data } = (await ask(service, next())).json;
    const row = { list: query || "(all)", items: data.length, trips, "rows read": rowsRead };
    lists.push(
      withVerdict(row, query.includes("per_page") ? {} : { "rows read": { atMost: 200 } }),
    );
  }
  return { lists, bodies: [await keptBodies({ service, db }, source)] };
}

async function seedDeliveries(db, workspaceId, sourceId) {
  const now = Date.now();
  for (let from = 0; from < DELIVERIES; from += AT_ONCE)
    await db
      .prepare(
        `with recursive numbers(n) as (select ?3 + 1 union all select n + 1 from numbers where n < ?3 + ?4)
         insert into source_deliveries
           (source_id, seq, workspace_id, received_at, fact, status, dedupe, result, body, bytes)
         select ?1, n, ?2, ?5 - ${DAYS_30_MS} + n * ${DAYS_30_MS / DELIVERIES}, 'contact', ${STATUS},
           printf('%032x', n), null, null, 0
         from numbers`,
      )
      .bind(sourceId, workspaceId, from, AT_ONCE, now)
      .run();
  // As if nothing of it had come today.
  await db
    .prepare("update usage_days set items_received = 0, stored_bytes = 0 where workspace_id = ?")
    .bind(workspaceId)
    .run();
}

/** The bytes of bodies while items come that are refused, each with a body of 20 kB. */
async function keptBodies({ service, db }, source) {
  const sum = () =>
    db
      .prepare("select ifnull(sum(bytes), 0) as n from source_deliveries where source_id = ?")
      .bind(source.id)
      .first("n");
  let most = 0;
  for (let n = 0; n < BODIES; n += 50) {
    const items = Array.from({ length: 50 }, (_, k) => ({
      ...{ id: `large${n + k}`, name: "Maud", note: "x".repeat(BODY_BYTES) },
    }));
    const status = await callDoor(service, source.next(items));
    if (status !== 202) throw new Error(`The door answered ${status}`);
    await untilWorked(db, [source], DELIVERIES + n + 50);
    most = Math.max(most, await sum());
  }
  const undone = await db
    .prepare(
      "select count(*) as n from source_deliveries where source_id = ? and seq > ? and status = 'invalid'",
    )
    .bind(source.id, DELIVERIES)
    .first("n");
  return withVerdict(
    {
      came: BODIES,
      invalid: undone,
      "MB came": (BODIES * BODY_BYTES) / 1e6,
      "MB kept": most / 1e6,
    },
    { invalid: { exactly: BODIES }, "MB kept": { atMost: KEPT_BYTES / 1e6 } },
  );
}
