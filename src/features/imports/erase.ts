import { sql } from "drizzle-orm";
import { importRows, imports } from "#db/schema/imports";
import { within } from "#db/scope/scope";
import type { Scope } from "#env";

// The part of imports that an erasure takes: nobody knows whose a row is, or whether a file had a
// header.

/** In the words of the index `import_rows_quoting`. */
const QUOTES = sql`(cells is not null or errors <> '{}' or warnings is not null)`;

/** Forgets what some rows say: their cells, and what quotes them. */
export const forgetRows = (scope: Scope, limit: number) => sql`
  update import_rows set cells = null, errors = '{}', warnings = null
  where (workspace_id, import_id, attempt, row) in (
    select workspace_id, import_id, attempt, row from import_rows
    where ${within(scope, importRows)} and ${QUOTES} limit ${limit})`;

const OVER = sql`(has_file = 0 or state in ('completed', 'cancelled', 'undoing', 'undone'))`;
const NAMED = sql`(
  columns is not null or layout is not null or mapping is not null
  or name <> 'Import ' || id)`;

const described = (scope: Scope) => sql`
  from imports where ${within(scope, imports)} and ${OVER} and ${NAMED}`;

/** Forgets the names and columns of some imports that are over: none can be started again. */
export const forgetDescriptions = (scope: Scope, limit: number) => sql`
  update imports set
    name = 'Import ' || id, columns = null, layout = null, mapping = null, consent_columns = '[]',
    settings = json_remove(settings, '$.sheet')
  where id in (select id ${described(scope)} limit ${limit})`;

/** True if rows or imports are left that say something. */
export const hasQuotes = (scope: Scope) => sql`(
  exists (select 1 from import_rows where ${within(scope, importRows)} and ${QUOTES})
  or exists (select 1 ${described(scope)}))`;
