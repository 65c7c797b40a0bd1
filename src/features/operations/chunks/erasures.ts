import { sql } from "drizzle-orm";
import { batch, readBatch, type Statement } from "#db/batch";
import { isWritable } from "#db/placement/freeze";
import { leaveTombstoneAgain, removeChunk } from "#db/removal/tombstones";
import {
  advanceErasure,
  countedFor,
  type ErasurePlace,
  enterStep,
  finishErasure,
} from "#db/statements/erasure-receipts";
import { forgetDeliveries, hasQuotingDeliveries } from "#db/statements/sources";
import { forgetAnswers, lastKey } from "#db/writes/idempotency";
import type { Bindings, Scope } from "#env";
import { forgetDescriptions, forgetRows, hasQuotes } from "#features/imports/erase";
import { forgetReports, hasReports } from "#features/messaging/outbound/reports";
import { ChunkSize } from "#lib/chunks";
import { Queue, type SizedQueueOptions } from "./queue";

/**
 * By then no request that had read the lead is still under way, and each object has committed what
 * it had begun: what they have written meanwhile is erased in a second pass.
 */
export const ERASURE_QUIET_MS = 60_000;

/** Clocks may differ by this much. */
const CLOCKS_MS = 10_000;

type Erasing = ErasurePlace & { workspaceId: number; began: number };

/** Works the erasures of leads: what removals (removals.ts) don't, one chunk after the other. */
export class ErasureQueue extends Queue<Erasing> {
  readonly #size: ChunkSize;

  constructor(
    env: Bindings,
    database: string,
    { size = new ChunkSize(20, 500, 100), ...options }: SizedQueueOptions = {},
  ) {
    super("erasure_receipts", { env, database }, options);
    this.#size = size;
  }

  protected takingOf(next: Erasing) {
    return { id: next.id, work: () => this.#work(next) };
  }

  async #work(next: Erasing) {
    const scope = this.scopeOf(next.workspaceId);
    const start = Date.now();
    await batch(scope, { chunk: this.#chunkOf(scope, next) });
    this.#size.follow(Date.now() - start);
  }

  /** The statements of a chunk. They may run twice, or twice at a time. */
  #chunkOf(scope: Scope, { began, workspaceId: _, ...place }: Erasing): Statement[] {
    const { limit } = this.#size;
    const now = this.now();
    const isOver = sql`(
      (${lastKey(scope, place.progress, limit)}) is null and not ${hasQuotes(scope)}
        and not ${hasQuotingDeliveries(scope)})`;
    const answers = () => [
      ...countedFor(
        scope,
        place.id,
        "idempotency_answers",
        forgetAnswers(scope, { after: place.progress, before: began + CLOCKS_MS, limit }),
      ),
      ...countedFor(scope, place.id, "import_rows", forgetRows(scope, limit)),
      ...countedFor(scope, place.id, "source_deliveries", forgetDeliveries(scope, limit)),
      ...countedFor(scope, place.id, "imports", forgetDescriptions(scope, limit)),
    ];
    // By then each message that was on its way when the erasure began has its report.
    const late = () =>
      countedFor(scope, place.id, "status_reports", forgetReports(scope, began, limit));
    const isAllOver = sql`(${isOver} and not ${hasReports(scope, began)})`;
    const advance = advanceErasure(scope, place, lastKey(scope, place.progress, limit));
    switch (place.step) {
      case "answers":
        return [
          ...answers(),
          enterStep(scope, place, "rows", began + ERASURE_QUIET_MS, isOver),
          advance,
        ];
      case "rows":
        return [
          leaveTombstoneAgain(scope, place.id, sql`step = 'rows'`),
          enterStep(scope, place, "again", now),
        ];
      case "again":
        return [
          ...removeChunk(scope, limit, ["lead"], place.id),
          enterStep(scope, place, "late_answers", now, sql`not ${hasTombstones}`),
        ];
      case "late_answers":
        return [...answers(), ...late(), finishErasure(scope, place, now, isAllOver), advance];
    }
  }

  /**
   * The erasures in turn, save those whose rows are still being removed, or that are being moved.
   */
  protected async next() {
    const isReady = sql`
      next_at <= ${this.now()} and not (step = 'rows' and ${hasTombstones})
        and ${isWritable(sql`erasure_receipts.workspace_id`)}`;
    const first = (which: ReturnType<typeof sql>) => sql`(
      select id from erasure_receipts
      where next_at is not null ${which} and ${isReady} order by id limit 1)`;
    const { rows } = await readBatch(
      { db: this.db },
      {
        rows: sql<Erasing>`
          select id, workspace_id as workspaceId, step, progress,
            max(requested_at, ifnull(repeated_at, 0)) as began
          from erasure_receipts
          where id = ifnull(${first(sql`and id > ${this.lastId}`)}, ${first(sql``)})`,
      },
    );
    return rows[0];
  }
}

/** True if rows of the erasure `erasure_receipts` are still to be removed. */
const hasTombstones = sql`exists (
  select 1 from removals
  where removals.workspace_id = erasure_receipts.workspace_id
    and kind in ('conversation', 'lead') and receipt_id = erasure_receipts.id)`;
