import { sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { sourceDeliveries, sources, UNDONE } from "#db/schema/sources";
import { selectId } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import type { Bindings, Scope } from "#env";
import { found, Problem } from "#lib/problem";
import type { ReplayInput, Replays } from "./schema";

/** The most deliveries of a request. */
export const MAX_REPLAYS = 1_000;

export const bodyGone = () =>
  new Problem("conflict", { message: "The body of the delivery is no longer kept." });

const ask = (env: Bindings, { workspaceId }: Scope, sourceId: number, seqs: number[]) =>
  env.SOURCE_INBOX.getByName(String(sourceId)).replay({ sourceId, workspaceId }, seqs);

/** Replays the oldest deliveries of a status that have their bodies, soon. */
export async function replayAll(
  scope: Scope,
  env: Bindings,
  id: number,
  { status, from, to }: ReplayInput,
): Promise<Replays> {
  const { source, rows } = await readBatch(scope, {
    source: selectId(scope, sources, id),
    rows: sql<{ seq: number }>`
      select seq from source_deliveries
      where ${within(scope, sourceDeliveries, sql`source_id = ${id}`)}
        and ${UNDONE} and status = ${status} and body is not null
        and received_at between ${from ?? 0} and ${to ?? Number.MAX_SAFE_INTEGER}
      order by seq limit ${MAX_REPLAYS + 1}`,
  });
  found(source[0]);
  const seqs = rows.slice(0, MAX_REPLAYS).map(({ seq }) => seq);
  if (seqs.length > 0) await ask(env, scope, id, seqs);
  return { count: seqs.length, has_more: rows.length > MAX_REPLAYS };
}

/** Replays a delivery, soon. One that is held goes on by itself. */
export async function replayOne(
  scope: Scope,
  env: Bindings,
  id: number,
  seq: number,
): Promise<Replays> {
  const { rows } = await readBatch(scope, {
    rows: sql<{ status: string; isKept: 0 | 1 }>`
      select status, body is not null as isKept from source_deliveries
      where ${within(scope, sourceDeliveries, sql`source_id = ${id}`)} and seq = ${seq}`,
  });
  const { status, isKept } = found(rows[0]);
  if (isKept === 0) throw bodyGone();
  if (status === "held") throw new Problem("conflict", { message: "It goes on by itself." });
  await ask(env, scope, id, [seq]);
  return { count: 1, has_more: false };
}
