import { expect, it } from "vitest";
import { batch } from "#db/batch";
import { forgetBodies, pruneBodies, pruneDeliveries } from "#db/statements/source-bodies";
import { KEPT_BODY_BYTES } from "#domain/sources";
import { DAY_MS } from "#lib/time";
import { make, newLead, newWorkspace } from "../support/api";
import { rowsOf } from "../support/rows";
import { scopeOf } from "../support/scope";

const now = Date.now();

/** A source with deliveries, each as a pair of its status and the bytes of its body. */
async function newSourceWith(count: number, status: string, bytes: number, at = now) {
  const client = await newWorkspace();
  const { id } = await make(client, "/sources", { kind: "webhook", name: "S" });
  await rowsOf(
    `insert into source_deliveries (source_id, seq, workspace_id, received_at, status, body, bytes)
     with recursive n (i) as (select 1 union all select i + 1 from n where i < ?1)
     select ?2, i, ?3, ?4, iif(i % 10 = 0, 'created', ?5), '{}', ?6 from n`,
    ...[count, id, client.workspaceId, at, status, bytes],
  );
  await rowsOf("update sources set kept_bytes = ? where id = ?", count * bytes, id);
  const kept = () =>
    rowsOf<{ seq: number; status: string }>(
      "select seq, status from source_deliveries where source_id = ? and bytes > 0 order by seq",
      id,
    );
  return { client, id, scope: scopeOf(client.workspaceId), kept };
}

const stored = async (workspaceId: number) =>
  (
    await rowsOf<{ n: number }>(
      "select stored_bytes as n from usage_days where workspace_id = ? order by day desc limit 1",
      workspaceId,
    )
  )[0]!.n;

it("keeps the newest bodies, and those of deliveries that are not done with", async () => {
  const { id, scope, kept } = await newSourceWith(120, "invalid", 100);
  await batch(scope, { bodies: forgetBodies(scope, id, 120) });
  const left = await kept();
  expect(left.filter(({ status }) => status === "invalid")).toHaveLength(108);
  expect(left.filter(({ status }) => status === "created").map(({ seq }) => seq)).toEqual([
    80, 90, 100, 110, 120,
  ]);
});

it("keeps 5 MB at most, of which the oldest go, and counts them as stored", async () => {
  const { client, id, scope, kept } = await newSourceWith(2_000, "invalid", 5_000);
  const before = await stored(client.workspaceId);
  await batch(scope, { bodies: forgetBodies(scope, id, 2_000) });
  const left = await kept();
  expect(left.length * 5_000).toBeLessThanOrEqual(KEPT_BODY_BYTES);
  expect(left.length * 5_000).toBeGreaterThan(KEPT_BODY_BYTES / 2);
  expect(left.at(-1)).toEqual({ seq: 2_000, status: "created" });
  const gone = 2_000 - left.length;
  expect(before - (await stored(client.workspaceId))).toBe(gone * 5_000);
  const [row] = await rowsOf<{ n: number }>("select kept_bytes as n from sources where id = ?", id);
  expect(row!.n).toBe(left.length * 5_000);
});

it("forgets bodies after 7 days, and deliveries after 30", async () => {
  const young = await newSourceWith(10, "held", 100, now - 6 * DAY_MS);
  const old = await newSourceWith(10, "held", 100, now - 8 * DAY_MS);
  const older = await newSourceWith(10, "held", 100, now - 31 * DAY_MS);
  for (const prune of [pruneBodies, pruneDeliveries])
    await batch(young.scope, { pruned: prune(99) });
  expect(await young.kept()).toHaveLength(10);
  expect((await old.kept()).map(({ status }) => status)).toEqual(["created"]);
  const [{ n }] = (await rowsOf<{ n: number }>(
    "select count(*) as n from source_deliveries where source_id = ?",
    older.id,
  )) as [{ n: number }];
  expect(n).toBe(0);
});

it("shows the deliveries of a person in their bundle", async () => {
  const { client, id } = await newSourceWith(3, "invalid", 2);
  const lead = await newLead(client);
  await rowsOf("update source_deliveries set lead_id = ? where source_id = ?", lead.id, id);
  const { body } = await client.get(`/leads/${lead.id}/bundle`);
  expect(body.data.source_deliveries).toMatchObject([
    { source_id: id, id: 1, status: "invalid", body: {} },
    { id: 2 },
    { id: 3 },
  ]);
  await client.delete(`/leads/${lead.id}`);
  expect(
    await rowsOf(
      "select 1 from source_deliveries where source_id = ? and (body is not null or lead_id is not null)",
      id,
    ),
  ).toEqual([]);
});
