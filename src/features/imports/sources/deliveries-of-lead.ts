import { sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { sourceDeliveries } from "#db/schema/sources";
import { within } from "#db/scope/scope";
import type { Scope } from "#env";
import { COLUMNS, type Row, withBody } from "./deliveries";

/** A body has up to 64 KiB. */
const PAGE = 50;

/** The deliveries of a lead with their bodies, by source, the oldest first. */
export async function* deliveriesOfLead(scope: Scope, leadId: number) {
  let [source, seq, isOver] = [0, 0, false];
  while (!isOver) {
    const { rows } = await readBatch(scope, {
      rows: sql<Row & { sourceId: number; body: string | null }>`
        select ${COLUMNS}, source_id as sourceId, body
        from source_deliveries indexed by source_deliveries_lead
        where ${within(scope, sourceDeliveries, sql`lead_id = ${leadId}`)}
          and (source_id, seq) > (${source}, ${seq})
        order by source_id, seq limit ${PAGE}`,
    });
    yield rows.map((row) => ({ ...withBody(row), source_id: row.sourceId }));
    isOver = rows.length < PAGE;
    const last = rows.at(-1);
    if (last) [source, seq] = [last.sourceId, last.id];
  }
}
