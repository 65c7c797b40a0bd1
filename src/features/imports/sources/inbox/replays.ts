import { sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { sourceDeliveries } from "#db/schema/sources";
import { within } from "#db/scope/scope";
import type { Scope } from "#env";
import type { Replay } from "./asked-replays";
import type { Job } from "./drafts";
import { CHUNK_BYTES } from "./waiting";

type Row = { seq: number; receivedAt: number; leadId: number | null; body: string; bytes: number };

/** The replays that are read together. `read`: those that are done with once these are worked. */
type Read = { jobs: Job[]; read: Replay[] };

/**
 * Reads deliveries that are to be replayed, of those that have their bodies: the first, up to the
 * bytes of a chunk. One that is held is worked by itself; one that was replayed since it was asked
 * for is done.
 */
export async function readReplays(
  scope: Scope,
  sourceId: number,
  replays: readonly Replay[],
): Promise<Read> {
  const bySeq = new Map(replays.map((replay) => [replay.seq, replay]));
  const isAsked = sql`${within(scope, sourceDeliveries, sql`source_id = ${sourceId}`)}
    and seq in (select value from json_each(${JSON.stringify([...bySeq.keys()])}))
    and body is not null and status <> 'held'`;
  const { rows } = await readBatch(scope, {
    rows: sql<Row & { replayedAt: number | null }>`
      select seq, received_at as receivedAt, lead_id as leadId, body, bytes,
        replayed_at as replayedAt
      from source_deliveries
      where source_id = ${sourceId} and seq in (
        select seq from (
          select seq, sum(bytes) over (order by seq) - bytes as bytesBefore
          from source_deliveries where ${isAsked})
        where bytesBefore < ${CHUNK_BYTES})
      order by seq`,
  });
  const last = rows.at(-1)?.seq ?? Number.MAX_SAFE_INTEGER;
  const jobs = rows.flatMap(({ replayedAt, ...row }): Job[] => {
    const replay = bySeq.get(row.seq);
    if (!replay || (replayedAt ?? 0) >= replay.askedAt) return [];
    const { askedAt, attempts } = replay;
    return [{ ...row, fault: null, dedupe: null, delivery: "replayed", askedAt, attempts }];
  });
  return { jobs, read: replays.filter(({ seq }) => seq <= last) };
}
