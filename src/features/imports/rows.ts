import { eq, sql } from "drizzle-orm";
import { readBatch } from "../../db/batch";
import { selectId } from "../../db/rows";
import { importRows, imports } from "../../db/schema/imports";
import { within } from "../../db/scope";
import type { Scope } from "../../env";
import { cutPage, type Page, type PageRequest } from "../../lib/cursor";
import { found } from "../../lib/problem";
import { ERRORS } from "./reading/errors-column";
import type { Layout } from "./reading/layout";
import type { ImportRow, RowQuery } from "./schema";
import { findImport } from "./store";

type Stored = {
  id: number;
  status: ImportRow["status"];
  errors: string;
  conflicts: string | null;
  cells: string | null;
};

const toWire = ({ id, status, errors, conflicts, cells }: Omit<Stored, "stop">): ImportRow => ({
  row: id,
  status,
  errors: JSON.parse(errors),
  conflicts: conflicts && JSON.parse(conflicts),
  values: cells && JSON.parse(cells),
});

/** Lists the rejected rows of an import in the order of the file. */
export async function listRows(
  scope: Scope,
  importId: number,
  { status }: RowQuery,
  page: PageRequest,
): Promise<Page<ImportRow>> {
  const { cursor, perPage } = page;
  const isBack = cursor?.direction === "prev";
  const beyond = isBack ? sql`<` : sql`>`;
  const attempt = sql`(
    select attempt from imports where ${within(scope, imports, eq(imports.id, importId))})`;
  const isOf = within(scope, importRows, sql`import_id = ${importId} and attempt = ${attempt}`);
  const { known, rows } = await readBatch(scope, {
    known: selectId(scope, imports, importId),
    rows: sql<Stored>`
      select row as id, status, errors, conflicts, cells
      from import_rows ${status ? sql`indexed by import_rows_status` : sql``}
      where ${isOf}
        and ${status ? sql`status = ${status}` : sql`true`}
        and row ${beyond} ${cursor?.id ?? 0}
      order by row ${isBack ? sql`desc` : sql`asc`} limit ${perPage + 1}`,
  });
  found(known[0]);
  return cutPage(rows, page, toWire, true);
}

/**
 * Rejected rows with the columns of their file, and one that says what is wrong with them, as the
 * spreadsheet that they came from reads them: with the separator of the file, and a byte order mark.
 */
export const rowsToMend = (scope: Scope, importId: number) => ({
  layout: async () => {
    const { columns, layout } = await findImport(scope, importId);
    const [own, read] = [columns ?? [], layout as Layout | null];
    return {
      columns: [...own, own.includes(ERRORS) ? `${ERRORS} (2)` : ERRORS],
      hasBom: true,
      ...(read?.format === "csv" && { delimiter: read.delimiter }),
    };
  },
  row: ({ values, errors }: ImportRow, columns: readonly string[]) => ({
    ...values,
    [columns.at(-1) ?? ERRORS]: Object.values(errors).flat().join(" "),
  }),
});

/** Forgets the cells of some rejected rows, which may be of somebody who is erased. */
export const forgetCells = (scope: Scope, limit: number) => sql`
  update import_rows set cells = null
  where (workspace_id, import_id, attempt, row) in (
    select workspace_id, import_id, attempt, row from import_rows
    where ${within(scope, importRows)} and cells is not null limit ${limit})`;

/** Whether rejected rows have cells. */
export const hasCells = (scope: Scope) => sql`exists (
  select 1 from import_rows where ${within(scope, importRows)} and cells is not null)`;
