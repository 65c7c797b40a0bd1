import { type SQL, sql } from "drizzle-orm";
import {
  type BoundName,
  bounds,
  boundText,
  type CheckedQuota,
  capText,
  isCap,
  type QuotaName,
  quotaText,
  usedToday,
  type WorkersQuota,
} from "#domain/quotas";
import type { Scope } from "#env";
import { Problem } from "#lib/problem";
import { usageDays } from "../schema/usage";
import { within } from "../scope/within";

type Workspace = Pick<Scope, "workspaceId" | "quotas">;

const checkOf = ({ workspaceId, quotas }: Workspace, name: CheckedQuota, factor: number) => sql`
  insert into quota_checks (workspace_id, quota, by_default, factor)
  select ${workspaceId}, ${name}, ${quotas[name]}, ${factor}`;

/**
 * Makes a batch fail while the workspace has as much stored as its quota allows: stands before the
 * INSERT, in its transaction. `batch` throws the problem of `overQuota` then.
 */
export const underQuota = (workspace: Workspace, name: CheckedQuota) => checkOf(workspace, name, 1);

/**
 * Makes a batch fail where a workspace would store more than its quota allows by `more`, a subquery
 * for the number that comes. Nothing that is there already makes it fail while nothing comes.
 */
export const roomFor = (
  { workspaceId, quotas }: Workspace,
  name: CheckedQuota,
  more: SQL<number>,
) => sql`
  insert into quota_checks (workspace_id, quota, by_default, factor, more)
  select ${workspaceId}, ${name}, ${quotas[name]}, 1, coming.more - 1
  from (select ${more} as more) as coming where coming.more > 0`;

/**
 * Makes a batch fail where a workspace has more than a bound allows of `n`, a subquery: stands
 * behind the write.
 */
export const underBound = (
  { workspaceId }: Pick<Workspace, "workspaceId">,
  name: BoundName,
  n: SQL<number>,
) => sql`
  insert into quota_checks (workspace_id, quota, by_default, factor, more)
  select ${workspaceId}, ${name}, ${bounds[name]}, 1, found.n - 1
  from (select ${n} as n) as found where found.n > ${bounds[name]}`;

/**
 * The factors by which a workspace may exceed its quota of bytes: by writes that are not refused
 * for it, and by data from outside.
 */
const [CAP_FACTOR, BRIM_FACTOR] = [1.25, 2];

/** As `underQuota`, for all else that would store something: at 1.25 times the quota of bytes. */
export const underCap = (workspace: Workspace) => checkOf(workspace, "stored_bytes", CAP_FACTOR);

/** As `underCap`, for what platforms and gateways bring: only at twice the quota. */
export const underBrim = (workspace: Workspace) => checkOf(workspace, "stored_bytes", BRIM_FACTOR);

const hasStored = (workspace: Workspace, factor: number) => sql<0 | 1>`(
  ${factor} * ifnull(${limitOf(workspace, "stored_bytes")}, 1e99) <= ifnull((
    select stored_bytes from usage_days
    where ${within(workspace, usageDays)} order by day desc limit 1), 0))`;

/** Stored so much that the runs of the workspace wait: 0 or 1. */
export const isFull = (workspace: Workspace) => hasStored(workspace, CAP_FACTOR);

/** Stored so much that not even what comes from outside is kept: 0 or 1. */
export const isBrimful = (workspace: Workspace) => hasStored(workspace, BRIM_FACTOR);

/** The quota or bound for which a batch has failed, if that is why. */
export function refusedQuota(error: unknown): CheckedQuota | BoundName | undefined {
  if (!(error instanceof Error)) return undefined;
  // The trigger `quota_checks_insert` names one of those that `underQuota` and `underBound` take.
  const name = /quota_reached: (\w+)/.exec(error.message)?.[1];
  return (name as CheckedQuota | BoundName | undefined) ?? refusedQuota(error.cause);
}

/** The quota of a workspace, as a subquery. */
export const limitOf = ({ workspaceId, quotas }: Workspace, name: QuotaName) => sql<number>`(
  select ifnull(quotas ->> ${name}, ${quotas[name]}) from workspaces where id = ${workspaceId})`;

/** Begins the usage of the day where nothing has been used yet. */
export const beginDay = ({ workspaceId }: Pick<Scope, "workspaceId">) => sql`
  insert into usage_changes (workspace_id) select ${workspaceId}`;

/** The rest of a quota that a workspace has today: nothing where it is 0 or less. */
export const leftToday = (workspace: Workspace, name: WorkersQuota) => sql<number>`(
  ${limitOf(workspace, name)}
  - ifnull((select ${sql.raw(usedToday[name])} from usage_days
    where ${within(workspace, usageDays)} and day >= date()), 0))`;

/** 1 if a workspace has used as much today as its quota allows, otherwise 0. */
export const isUsedUp = (workspace: Workspace, name: WorkersQuota) =>
  sql<0 | 1>`(${leftToday(workspace, name)} <= 0)`;

/** Records that a quota was reached today. The first time on a day is an event. */
export const recordReached = (workspace: Workspace, name: QuotaName) => sql`
  update usage_days set reached = json_set(reached, ${`$.${name}`}, ${limitOf(workspace, name)})
  where ${within(workspace, usageDays)} and day = date() and reached ->> ${name} is null`;

/** The statements that record that a quota was reached, and then return its limit. */
export const reachedStatements = (workspace: Workspace, name: QuotaName) => ({
  day: beginDay(workspace),
  reached: recordReached(workspace, name),
  limit: sql<{ most: number }>`select ${limitOf(workspace, name)} as most`,
});

export const isBound = (name: CheckedQuota | BoundName): name is BoundName => name in bounds;

/** The problem that answers a write over a bound. */
export const boundProblem = (name: BoundName) =>
  new Problem("quota_reached", { message: boundText(name) });

/** The problem that answers a write over a quota. */
export const quotaProblem = (name: CheckedQuota, limit: number) =>
  isCap(name)
    ? new Problem("quota_reached", { message: capText(name, limit) })
    : new Problem("quota_reached", { errors: { quota: [quotaText(name, limit)] } });
