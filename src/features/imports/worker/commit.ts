import { eq, type SQL, sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import { imports } from "#db/schema/imports";
import { within } from "#db/scope/scope";
import { reservedLead } from "#db/statements/leads/bulk";
import { failUnless, hasFailed } from "#db/writes/fail-unless";
import type { Outcome } from "#features/leads/bulk/plan";
import type { FieldErrors } from "#lib/problem";
import { addressOrBlank } from "../reading/cell-values";
import type { Place } from "../reading/records";
import type { Values } from "../reading/rows";
import type { Claimed } from "./claim";

/**
 * The outcome of a row. The leads in the way (`conflicts`) that the chunk itself creates have no
 * ids yet: the one at the place `n`, from 0, is `-1 - n`, or null in a dry run.
 */
export type Result = Omit<Outcome, "id"> & { row: number; values: Values | null };

/** The most rows of a kind that are kept of an import, the most bytes of them, and of each. */
const [MAX_ROWS, MAX_KEPT_BYTES, MAX_ROW_BYTES] = [100_000, 20_000_000, 32_768];
/** The bytes of a row beside its texts, and the most messages that name its errors. */
const [ROW_BYTES, MAX_MESSAGES] = [100, 20];
/** Rows that were taken leave room for those that must be mended. */
const MAX_WARNED_BYTES = MAX_KEPT_BYTES / 2;

export const COUNTED = [
  "created",
  "updated",
  "unchanged",
  "conflict",
  "invalid",
  "warned",
] as const;
export type Counts = Record<(typeof COUNTED)[number], number>;

const isRejected = ({ status }: Result) => status === "conflict" || status === "invalid";
const isWarned = (one: Result) => !isRejected(one) && (one.warnings ?? []).length > 0;

const isCounted = (name: keyof Counts) => (one: Result) =>
  name === "warned" ? isWarned(one) : one.status === name;

/** The counts of an import, with so many rows more. */
export const totals = (before: Counts, results: Result[]) =>
  Object.fromEntries(
    COUNTED.map((name) => [name, before[name] + results.filter(isCounted(name)).length]),
  ) as Counts;

const encoder = new TextEncoder();
const bytesOf = (text: string | null) => (text === null ? 0 : encoder.encode(text).length);

/** The first messages about a row, by field. */
function firstMessages(errors: FieldErrors): FieldErrors {
  let left = MAX_MESSAGES;
  const cut = Object.entries(errors).map(([field, messages]): [string, string[]] => {
    const named = messages.slice(0, left);
    left -= named.length;
    return [field, named];
  });
  return Object.fromEntries(cut.filter(([, messages]) => messages.length > 0));
}

/**
 * The bytes that a row takes beyond its texts: where they are long, they lie in pages of their own.
 */
const inPages = (length: number) =>
  length < 900 ? 0 : 500 + Math.ceil((length - 491) / 4_092) * 4_096 - length;

/**
 * The rows of a chunk that are kept, and how long they are. Where there is no more room, a row
 * keeps its number alone.
 */
function keptIn(
  { conflict, invalid, warned, keptBytes, mapping }: Claimed["row"],
  results: Result[],
) {
  const room = (before: number) => Math.max(MAX_ROWS - before, 0);
  const named = [
    ...results.filter(isRejected).slice(0, room(conflict + invalid)),
    ...results.filter(isWarned).slice(0, room(warned)),
  ];
  let bytes = 0;
  const kept = named.map((one) => {
    const before = bytes;
    const cells = one.values && JSON.stringify(one.values);
    const errors = firstMessages(one.errors ?? {});
    const warnings = isWarned(one) ? warningsOf(one, mapping ?? {}) : null;
    const conflicts = one.conflicts ?? {};
    const most = isRejected(one) ? MAX_KEPT_BYTES : MAX_WARNED_BYTES;
    const take = (length: number) => {
      const fits = length <= MAX_ROW_BYTES && keptBytes + bytes + length <= most;
      if (fits) bytes += length;
      return fits;
    };
    bytes += ROW_BYTES;
    const isExplained = take(bytesOf(JSON.stringify([errors, conflicts, warnings])));
    const hasCells = cells !== null && take(bytesOf(cells));
    bytes += inPages(bytes - before);
    return {
      ...{ row: one.row, status: isRejected(one) ? one.status : ("warned" as const) },
      errors: isExplained ? errors : {},
      conflicts: isExplained ? conflicts : {},
      warnings: isExplained ? warnings : null,
      cells: hasCells ? cells : null,
    };
  });
  return { kept, bytes };
}

/** The warnings of a row, with the column that each is about: the first with something in it. */
function warningsOf({ warnings = [], values }: Result, mapping: Record<string, string>) {
  const columnOf = (field: string) =>
    Object.keys(mapping).find(
      (column) =>
        mapping[column] === field && addressOrBlank(values?.[column] ?? null) !== undefined,
    );
  return warnings.map((warning) => ({ ...warning, column: columnOf(warning.field) ?? null }));
}

/** Leads in the way, with the ids of those of them that are among the `fresh` ones of the chunk. */
const conflictsIn = (rejected: SQL, fresh: number) => sql`nullif((
  select json_group_object(key, iif(value < 0, ${reservedLead(fresh, sql`-1 - value`)}, value))
  from json_each(${rejected} -> 'conflicts')), '{}')`;

/** Keeps rows of a chunk; those that are kept already stay. */
const keepRows = ({ scope, row }: Claimed, kept: object[], fresh: number): Statement => sql`
  insert into import_rows
    (workspace_id, import_id, attempt, row, status, errors, conflicts, warnings, cells)
  select ${scope.workspaceId}, ${row.id}, ${row.attempt}, one.value ->> 'row',
    one.value ->> 'status', one.value -> 'errors', ${conflictsIn(sql`one.value`, fresh)},
    nullif(one.value -> 'warnings', 'null'), one.value ->> 'cells'
  from json_each(${JSON.stringify(kept)}) as one where true
  on conflict do nothing`;

/** Notes which leads a chunk has created, of which there are so many. */
const noteCreated = ({ scope, row }: Claimed, count: number): Statement => sql`
  insert into imported_leads (workspace_id, import_id, first_id, count)
  values (${scope.workspaceId}, ${row.id}, ${reservedLead(count, sql`0`)}, ${count})`;

const isThis = ({ scope, row }: Claimed) => within(scope, imports, eq(imports.id, row.id));

/** Fails a batch whose import is not as it was claimed any more. */
const CLAIM = "imports.created_at";

/**
 * Changes an import that is still as it was claimed. Otherwise, the batch breaks (`isSuperseded`)
 * and writes nothing: the import was cancelled, or another worker has gone on with it.
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
    .set({ ...set, createdAt: failUnless(CLAIM, isSame) })
    .where(isThis(claimed));
};

export const isSuperseded = (error: unknown) => hasFailed(error, CLAIM);

/**
 * An import once it is behind a chunk, and the statements that move it there, with the results of
 * the chunk's rows. `written`: how many leads the chunk creates and unsubscribes; a dry run none.
 */
export function passChunk(
  claimed: Claimed,
  place: Place,
  results: Result[],
  written = { created: 0, optedOut: 0 },
) {
  const { row } = claimed;
  const { kept, bytes } = keptIn(row, results);
  const next = {
    ...{ ...place, ...totals(row, results), keptBytes: row.keptBytes + bytes },
    optedOut: row.optedOut + written.optedOut,
  };
  const statements = [
    advance(claimed, next),
    ...(kept.length > 0 ? [keepRows(claimed, kept, written.created)] : []),
    ...(written.created > 0 ? [noteCreated(claimed, written.created)] : []),
  ];
  return { statements, next: { ...claimed, row: { ...row, ...next } } };
}
