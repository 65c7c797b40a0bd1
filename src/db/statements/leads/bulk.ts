import { type SQL, sql } from "drizzle-orm";
import { leads } from "#db/schema/leads";
import { within } from "#db/scope/scope";
import { failUnless } from "#db/writes/fail-unless";
import { changedAt } from "#db/writes/revision";
import type { Scope } from "#env";
import { UNCHANGED_LEAD } from "./leads";

// The statements that write many leads at once. Rows come as JSON, by the names of their columns:
// compiling a statement on `leads`, with its triggers, takes longer than writing a row. The `+` has
// SQLite find leads by their ids: otherwise it goes through all of the workspace's.

type Row = Record<string, unknown>;

/** Columns that hold JSON. */
const JSON_COLUMNS = new Set(["data", "variables", "profile", "profile_pinned"]);

/** The names are ours: as parameters, they would be too many for D1. */
const path = (name: string) => sql.raw(`'$.${name}'`);

const member = (item: SQL, column: string) =>
  JSON_COLUMNS.has(column)
    ? sql`nullif(${item} -> ${path(column)}, 'null')`
    : sql`${item} ->> ${path(column)}`;

const namesIn = (rows: Row[]) => [...new Set(rows.flatMap((row) => Object.keys(row)))];

/**
 * The id that one of `count` new leads has, or will have, in a batch that has reserved their ids
 * (db/writes/reserve.ts): the `place`th from 0.
 */
export const reservedLead = (count: number, place: SQL) => sql`(
  (select seq from sqlite_sequence where name = 'leads') - ${count} + 1 + ${place})`;

/** Inserts leads with the ids that the batch has reserved for them, in their order. */
export function insertLeads({ workspaceId, actor }: Scope, rows: Row[]): SQL {
  const names = namesIn(rows);
  const now = Date.now();
  const lastSeq = sql`
    select seq from leads where ${within({ workspaceId }, leads)} order by id desc limit 1`;
  return sql`
    insert into leads (id, workspace_id, seq, ${sql.raw(names.join(", "))}, changed_by,
      created_at, updated_at)
    select ${reservedLead(rows.length, sql`key`)}, ${workspaceId},
      ifnull((${lastSeq}), 0) + 1 + key,
      ${sql.join(
        names.map((name) => member(sql`value`, name)),
        sql`, `,
      )}, ${actor}, ${now}, ${now}
    from json_each(${JSON.stringify(rows)})
    order by key`;
}

/** A change of a lead: values to `set`, a patch of its `data`, and further `overrides`. */
export type LeadChange = { id: number; set: Row; patch?: unknown; overrides: Row };

/** Changes leads, each once. */
export function updateLeads(scope: Scope, changes: LeadChange[]): SQL {
  const given = sql`change.value -> '$.set'`;
  const settings = namesIn(changes.map(({ set }) => set)).map((name) => {
    const column = sql.raw(name);
    return sql`${column} = iif(
      json_type(${given}, ${path(name)}) is null,
      leads.${column}, ${member(sql`(${given})`, name)})`;
  });
  const patches = changes.some(({ patch }) => patch !== undefined)
    ? [sql`data = json_patch(leads.data, ifnull(change.value -> '$.patch', '{}'))`]
    : [];
  const all = [
    ...settings,
    ...patches,
    sql`profile_pinned = json_patch(leads.profile_pinned, change.value -> '$.overrides')`,
    sql`changed_by = ${scope.actor}`,
    sql`updated_at = ${changedAt(leads.updatedAt)}`,
  ];
  return sql`
    update leads set ${sql.join(all, sql`, `)}
    from json_each(${JSON.stringify(changes)}) as change
    where leads.id = change.value ->> '$.id' and +${within(scope, leads)}`;
}

/** Leads as they were read: columns, and what they held then. */
export type LeadBefore = { id: number; was: Row };

/** Fails the batch (`hasChanged`) if one of these columns of a lead has changed since. */
export function refuseChanged(scope: Scope, before: LeadBefore[]): SQL {
  const columns = namesIn(before.map(({ was }) => was));
  const differs = columns.map(
    (name) => sql`leads.${sql.raw(name)} is not before.value ->> ${path(`was.${name}`)}`,
  );
  return sql`
    update leads set updated_at = ${failUnless(UNCHANGED_LEAD, false)}
    from json_each(${JSON.stringify(before)}) as before
    where leads.id = before.value ->> '$.id' and +${within(scope, leads)}
      and (${sql.join(differs, sql` or `)})`;
}
