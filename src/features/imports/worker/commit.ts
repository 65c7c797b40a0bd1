import { eq, type SQL, sql } from "drizzle-orm";
import type { Statement } from "../../../db/batch";
import { refusedFor } from "../../../db/errors";
import { imports } from "../../../db/schema/imports";
import { within } from "../../../db/scope";
import { reservedLead } from "../../../db/statements/leads/bulk";
import type { FieldErrors } from "../../../lib/problem";
import type { BulkStatus } from "../../leads/bulk/schema";
import type { Place } from "../reading/records";
import type { Values } from "../reading/rows";
import type { Claimed } from "./claim";

/** What becomes of a row. */
export type Result = {
  row: number;
  status: BulkStatus;
  errors?: FieldErrors;
  conflicts?: Record<string, number | null>;
  values: Values | null;
};

/** How many rejected rows of an import are kept, how many bytes of them, and of each. */
const [MAX_REJECTED, MAX_KEPT_BYTES, MAX_ROW_BYTES] = [100_000, 20_000_000, 32_768];

export const COUNTED = ["created", "updated", "unchanged", "conflict", "invalid"] as const;
export type Counts = Record<(typeof COUNTED)[number], number>;

export const countsOf = (results: Result[]) =>
  Object.fromEntries(
    COUNTED.map((status) => [status, results.filter((one) => one.status === status).length]),
  ) as Counts;

/** The rejected rows of a chunk as they are kept, and how long they are. */
export function rejectedIn({ conflict, invalid, keptBytes }: Claimed["row"], results: Result[]) {
  const rejected = results.filter(({ status }) => status === "conflict" || status === "invalid");
  let bytes = 0;
  const kept = rejected.slice(0, Math.max(MAX_REJECTED - conflict - invalid, 0)).map((one) => {
    const cells = one.values && JSON.stringify(one.values);
    const fits =
      cells && cells.length <= MAX_ROW_BYTES && keptBytes + bytes + cells.length <= MAX_KEPT_BYTES;
    if (fits) bytes += cells.length;
    const known = Object.entries(one.conflicts ?? {}).filter(([, id]) => id !== null && id > 0);
    return {
      ...{ row: one.row, status: one.status, errors: one.errors ?? {} },
      conflicts: known.length > 0 ? Object.fromEntries(known) : null,
      cells: fits ? cells : null,
    };
  });
  return { kept, bytes };
}

/** Keeps the rejected rows of a chunk; those that are kept already stay. */
const keepRows = ({ scope, row }: Claimed, kept: object[]): Statement => sql`
  insert into import_rows (workspace_id, import_id, attempt, row, status, errors, conflicts, cells)
  select ${scope.workspaceId}, ${row.id}, ${row.attempt}, value ->> 'row', value ->> 'status',
    value -> 'errors', nullif(value -> 'conflicts', 'null'), value ->> 'cells'
  from json_each(${JSON.stringify(kept)}) where true
  on conflict do nothing`;

/** Notes which leads a chunk has created, of which there are so many. */
export const noteCreated = ({ scope, row }: Claimed, count: number): Statement => sql`
  insert into imported_leads (workspace_id, import_id, first_id, count)
  values (${scope.workspaceId}, ${row.id}, ${reservedLead(count, sql`0`)}, ${count})`;

const isThis = ({ scope, row }: Claimed) => within(scope, imports, eq(imports.id, row.id));

/**
 * Changes an import that is still as it was claimed. Otherwise, the batch breaks (`isTakenBack`) and
 * writes nothing: the import was cancelled, or another worker has gone on with it.
 */
export const advance = (
  claimed: Claimed,
  set: Parameters<ReturnType<Claimed["scope"]["db"]["update"]>["set"]>[0],
): Statement => {
  const { state, attempt, offset, row, undoneTo } = claimed.row;
  const isSame = sql`state = ${state} and attempt = ${attempt} and offset = ${offset}
    and row = ${row} and undone_to = ${undoneTo}`;
  return claimed.scope.db
    .update(imports)
    .set({ ...set, createdAt: sql`iif(${isSame}, created_at, null)` })
    .where(isThis(claimed));
};

export const isTakenBack = (error: unknown) =>
  refusedFor(error, "NOT NULL constraint failed: imports.created_at");

/**
 * The statements that move an import behind a chunk, with what has become of its rows, or with the
 * counts of all rows so far.
 */
export function commitStatements(
  claimed: Claimed,
  place: Place,
  results: Result[],
  total?: Counts,
): Statement[] {
  const { kept, bytes } = rejectedIn(claimed.row, results);
  const counts = countsOf(results);
  const added = Object.fromEntries(
    COUNTED.map((name): [string, SQL] => [name, sql`${imports[name]} + ${counts[name]}`]),
  );
  return [
    advance(claimed, { ...place, ...added, ...total, keptBytes: sql`kept_bytes + ${bytes}` }),
    ...(kept.length > 0 ? [keepRows(claimed, kept)] : []),
  ];
}

/** The import as it is once a chunk is committed. */
export function moved({ row, ...claimed }: Claimed, place: Place, results: Result[]): Claimed {
  const counts = countsOf(results);
  const added = Object.fromEntries(COUNTED.map((name) => [name, row[name] + counts[name]]));
  const { bytes } = rejectedIn(row, results);
  return { ...claimed, row: { ...row, ...place, ...added, keptBytes: row.keptBytes + bytes } };
}
