import { sql } from "drizzle-orm";
import type { Scope } from "#env";
import { invalid, Problem, throwErrors } from "#lib/problem";
import { cut } from "#lib/text";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import type { Layout } from "./reading/layout";
import type { Mapping } from "./reading/mapping";
import type { ImportStart } from "./schema";
import { changeImport, findImport, forgetFile, type Row, UNDO_MS, undoable } from "./store";

/** Has an import tried or carried out by the worker, from its first row on. */
export async function startImport(
  scope: Scope,
  id: number,
  { mapping, dry_run: isDry = false, ...settings }: ImportStart,
): Promise<Row> {
  const row = await findImport(scope, id);
  const { parts, columns, layout } = row;
  if (!columns || !layout)
    throw new Problem("conflict", { message: `The import is ${row.state}.` });
  const missing = parts.findIndex(({ part }, index) => part !== index + 1);
  if (missing >= 0)
    throw new Problem("conflict", { message: `Part ${missing + 1} of the file is missing.` });
  // The later rows of an NDJSON file may have other members than the first ones.
  const isClosed = (layout as Layout).format === "csv";
  const unknown = Object.keys(mapping ?? {}).filter(
    (column) => isClosed && !columns.includes(column),
  );
  throwErrors(
    fieldErrors(
      unknown.map((column) => `mapping.${column}`),
      validationMessages.selected,
    ),
  );
  if (!settings.ignore_consent_columns) requireConsent(row, mapping ?? row.mapping ?? {});
  const { start } = layout as Layout;
  const changed = await changeImport(
    scope,
    id,
    ["ready", "checked", "failed"],
    {
      ...{
        state: isDry ? "checking" : "running",
        isDry,
        settings: { ...row.settings, ...settings },
      },
      ...(mapping && { mapping }),
      ...{ row: start.row, offset: start.offset },
      attempt: sql`attempt + 1`,
      ...{ created: 0, updated: 0, unchanged: 0, conflict: 0, invalid: 0, warned: 0, keptBytes: 0 },
      ...{ reason: null, startedBy: scope.actor, startedAt: Date.now(), finishedAt: null },
    },
    sql`has_file = 1`,
  );
  scope.sink.wake({ imports: true });
  return changed;
}

/** The most columns that a message names, and the most characters of each. */
const [MAX_NAMED, MAX_NAME_CHARACTERS] = [20, 60];

/** Throws an `invalid` problem while a column on consent would be left out. */
function requireConsent({ consentColumns }: Row, mapping: Mapping) {
  const left = consentColumns.filter((column) => (mapping[column] ?? "ignore") === "ignore");
  if (left.length === 0) return;
  const named = left.slice(0, MAX_NAMED).map((column) => cut(column, MAX_NAME_CHARACTERS));
  throw invalid({ mapping: [validationMessages.consentUndecided(named)] });
}

/** Ends an import, and deletes its file. What it has written stays. */
export async function cancelImport(scope: Scope, bucket: R2Bucket, id: number): Promise<Row> {
  const row = await changeImport(
    scope,
    id,
    ["uploading", "reading", "ready", "checking", "checked", "running", "failed"],
    { state: "cancelled", finishedAt: Date.now() },
  );
  await forgetFile(scope, bucket, id);
  return row;
}

/**
 * Has the worker delete the leads that an import has created, and that nobody has touched since.
 */
export async function undoImport(scope: Scope, id: number): Promise<Row> {
  const row = await changeImport(
    scope,
    id,
    undoable,
    { state: "undoing", undoneTo: 0, undone: 0, kept: 0 },
    sql`finished_at > ${Date.now() - UNDO_MS} and started_at is not null and is_dry = 0`,
  );
  scope.sink.wake({ imports: true });
  return row;
}
