import { SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import type { CheckedQuota } from "#domain/quotas";
import { toWake } from "#domain/wake/sink";
import type { Scope } from "#env";
import { keyClaimed } from "#lib/idempotency";
import { Problem } from "#lib/problem";
import { dueIn } from "./statements/due";
import { auditStatements } from "./writes/audit-log";
import { brokenUnique } from "./writes/errors";
import { claimStatements, keepCreated } from "./writes/idempotency";
import { requireStorable } from "./writes/limits";
import {
  boundProblem,
  isBound,
  quotaProblem,
  reachedStatements,
  refusedQuota,
  underCap,
} from "./writes/quotas";
import { isStale } from "./writes/revision";

export const CASING = { casing: "snake_case" } as const;
export const dialect = new SQLiteAsyncDialect(CASING);

type Database = Pick<Scope, "db">;

/**
 * One statement of a batch: a Drizzle query, or typed SQL whose rows are as D1 returns them. Write
 * SQL for queries that are frequent and read many columns: Drizzle takes longer to build such a
 * SELECT and to map its rows than D1 takes to run it.
 */
export type Statement = BatchItem<"sqlite"> | SQL;

/** The statements of a batch by name: one, a list, or none. */
type Entries = Record<string, Statement | readonly Statement[] | undefined>;

export type ResultOf<Entry> =
  Entry extends SQL<infer Row>
    ? Row[]
    : Entry extends BatchItem<"sqlite">
      ? Entry["_"]["result"]
      : Entry extends readonly (infer One)[]
        ? ResultOf<One>[]
        : undefined;

/** The results of a batch by the names of its statements; `undefined` for a name without one. */
export type Results<E> = { -readonly [Name in keyof E]: ResultOf<E[Name]> };

/** A statement as Drizzle's `batch` accepts it: of its members, it calls this alone. */
type Prepared = { _prepare: () => { getQuery: () => { params: unknown[] } } };

/** Looks at the parameters of a statement of Drizzle's when they are made. */
function fenced(statement: BatchItem<"sqlite">): BatchItem<"sqlite"> {
  const { _prepare } = statement as unknown as Prepared;
  const prepare = () => {
    const query = _prepare.call(statement);
    requireStorable(query.getQuery().params);
    return query;
  };
  return { _prepare: prepare } as unknown as BatchItem<"sqlite">;
}

/** Turns SQL into a statement that Drizzle's `batch` accepts. */
function prepared({ db }: Database, statement: Statement): BatchItem<"sqlite"> {
  if (!(statement instanceof SQL)) return fenced(statement);
  const query = dialect.sqlToQuery(statement);
  requireStorable(query.params);
  const stmt = db.$client.prepare(query.sql);
  const mapResult = ({ results }: D1Result) => results;
  // Drizzle's type of a statement has more members than its `batch` uses.
  return {
    _prepare: () => ({ stmt, getQuery: () => query, mapResult }),
  } as unknown as BatchItem<"sqlite">;
}

const isStatement = (entry: Entries[string]): entry is Statement =>
  entry !== undefined && !Array.isArray(entry);

/** The statements of all entries, in the order of the entries. */
const statementsOf = (entries: Entries): Statement[] =>
  Object.values(entries).flatMap((entry) => entry ?? []);

export const countStatements = (entries: Entries) => statementsOf(entries).length;

/** Groups the results, which are in the order of the statements, by the names of their entries. */
function named<const E extends Entries>(entries: E, results: Iterator<unknown>): Results<E> {
  const next = () => results.next().value;
  const resultOf = (entry: Entries[string]) =>
    isStatement(entry) ? next() : entry?.map(() => next());
  const pairs = Object.entries(entries).map(([name, entry]) => [name, resultOf(entry)]);
  // The type holds since D1 gives the results in the order of the statements.
  return Object.fromEntries(pairs) as Results<E>;
}

async function run(scope: Database, statements: Statement[]): Promise<unknown[]> {
  const [first, ...others] = statements.map((statement) => prepared(scope, statement));
  return first ? scope.db.batch([first, ...others]) : [];
}

/** Runs several reads in one round trip, and returns their results by name. */
export const readBatch = async <const E extends Entries>(scope: Database, entries: E) =>
  named(entries, (await run(scope, statementsOf(entries))).values());

/**
 * Runs several statements in one round trip and one transaction, and returns their results by name.
 * For work of an object or of the cron that belongs to no single workspace: claims no
 * `Idempotency-Key` and reports nothing to a sink.
 */
export const unscopedBatch = readBatch;

/** The statements in front of a named entry; all statements if no entry has the name. */
function countBefore(entries: Entries, name: string) {
  const list = Object.entries(entries);
  const index = list.findIndex(([other]) => other === name);
  return countStatements(Object.fromEntries(index < 0 ? list : list.slice(0, index)));
}

/** The position after the first statement of the entry that creates something, if there is one. */
const afterCreated = (entries: Entries, name = "created") =>
  countStatements({ created: entries[name] }) > 0 ? countBefore(entries, name) + 1 : undefined;

/**
 * Runs several statements in one round trip and one transaction, in the order of their names, and
 * returns their results by name. The first batch of a request also claims its `Idempotency-Key`; if
 * another request has claimed the key, the batch throws a `conflict` problem and writes nothing.
 * The entry named `created`, or the first of its statements, inserts what a POST creates: its id is
 * kept with the key (`keeping` names another entry and id). It throws a `stale` problem where
 * `refuseStale` finds another revision. The first batch of an audited request that changes a row in
 * front of the entry named `behind` writes its act to the audit log: that entry also removes what
 * was left behind by other requests. It throws the problem of a quota that one of its statements
 * (`underQuota`) finds reached, or that a capped request is far beyond.
 * Reports to the scope's sink which work of the workspace is due after the batch: triggers make
 * runs and webhook endpoints due when something that they wait for is written.
 */
export async function batch<const E extends Entries>(
  scope: Scope,
  entries: E,
): Promise<Results<E>> {
  const { claim, act, sink, workspaceId } = scope;
  const claiming = claim && !sink.isKeyClaimed ? claim : undefined;
  const audit = act && !sink.isAudited ? auditStatements(scope, act) : undefined;
  const created = claiming && afterCreated(entries, claiming.kept?.entry);
  const acting = countBefore(entries, "behind");
  const followed = statementsOf(entries).map((statement, index) => ({
    statement,
    kept: claiming && created === index + 1 ? keepCreated(scope, claiming) : undefined,
    act: index < acting ? audit?.row : undefined,
  }));
  const all = {
    cap: scope.isCapped ? underCap(scope) : undefined,
    claims: claiming ? claimStatements(scope, claiming) : [],
    start: audit?.start,
    own: followed.flatMap(statementsOf),
    due: dueIn(workspaceId),
  };
  const results = await run(scope, statementsOf(all)).catch(async (error) => {
    if (brokenUnique(error).includes("idempotency_keys.key")) throw keyClaimed();
    if (isStale(error)) throw new Problem("stale");
    const quota = refusedQuota(error);
    if (quota === undefined) throw error;
    throw isBound(quota) ? boundProblem(quota) : await overQuota(scope, quota);
  });
  const { own, due } = named(all, results.values());
  const rows = own.values();
  const answers = followed.map((statements) => named(statements, rows));
  sink.report(due[0] && toWake(due[0]), {
    claimsKey: claim !== undefined,
    audits: answers.some(({ act }) => act !== undefined && act.length > 0),
  });
  return named(entries, answers.map(({ statement }) => statement).values());
}

/** Records that a quota was reached. The refused request claims no key, and is no act. */
async function overQuota(scope: Scope, quota: CheckedQuota): Promise<Problem> {
  const { claim, act, isCapped, ...unclaimed } = scope;
  const { limit } = await batch(unclaimed, reachedStatements(scope, quota));
  return quotaProblem(quota, limit[0]?.most ?? 0);
}
