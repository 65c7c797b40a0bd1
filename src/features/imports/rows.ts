import { eq, type SQL, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { importRows, imports } from "#db/schema/imports";
import { selectId } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import type { RowStatus } from "#domain/imports";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found } from "#lib/problem";
import { codesOf } from "#lib/read-fault";
import { ERRORS } from "./reading/errors-column";
import type { Layout } from "./reading/layout";
import type { ImportRow, RowQuery } from "./schema";
import { findImport } from "./store";

type Stored = {
  id: number;
  status: ImportRow["status"];
  errors: string;
  conflicts: string | null;
  warnings: string | null;
  cells: string | null;
};

const toWire = ({ id, status, errors, conflicts, warnings, cells }: Stored): ImportRow => ({
  row: id,
  status,
  errors: JSON.parse(errors),
  ...codesOf(JSON.parse(errors)),
  conflicts: conflicts && JSON.parse(conflicts),
  ...(warnings && { warnings: JSON.parse(warnings) }),
  values: cells && JSON.parse(cells),
});

const REJECTED = ["conflict", "invalid"] as const satisfies RowStatus[];

/** The rows that a list is of: as CSV, those to be mended, unless others are asked for. */
export const statusesOf = ({ status }: Pick<RowQuery, "status">, isCsv: boolean) => {
  if (status) return [status];
  return isCsv ? [...REJECTED] : undefined;
};

/** Lists rows of an import in the order of the file: of these statuses, or all. */
export async function listRows(
  scope: Scope,
  importId: number,
  statuses: RowStatus[] | undefined,
  page: PageRequest,
): Promise<Page<ImportRow>> {
  const { cursor, perPage } = page;
  const isBack = cursor?.direction === "prev";
  const beyond = isBack ? sql`<` : sql`>`;
  const attempt = sql`(
    select attempt from imports where ${within(scope, imports, eq(imports.id, importId))})`;
  const isOf = within(scope, importRows, sql`import_id = ${importId} and attempt = ${attempt}`);
  const ordered = sql`order by id ${isBack ? sql`desc` : sql`asc`} limit ${perPage + 1}`;
  const some = (indexed: SQL, condition: SQL) => sql<Stored>`
    select * from (
      select row as id, status, errors, conflicts, warnings, cells from import_rows ${indexed}
      where ${isOf} and ${condition} and row ${beyond} ${cursor?.id ?? 0}
      order by row ${isBack ? sql`desc` : sql`asc`} limit ${perPage + 1})`;
  const parts = statuses?.map((status) =>
    some(sql`indexed by import_rows_status`, sql`status = ${status}`),
  ) ?? [some(sql``, sql`true`)];
  const { known, rows } = await readBatch(scope, {
    known: selectId(scope, imports, importId),
    rows: sql<Stored>`${sql.join(parts, sql` union all `)} ${ordered}`,
  });
  found(known[0]);
  return cutPage(rows, page, toWire, true);
}

/**
 * Rows with the columns of their file, and one that says what is wrong with them, as the
 * spreadsheet that they came from reads them: with the separator of the file, and a byte order
 * mark.
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
  row: ({ values, errors, warnings = [] }: ImportRow, columns: readonly string[]) => ({
    ...values,
    [columns.at(-1) ?? ERRORS]: [
      ...Object.values(errors).flat(),
      ...warnings.map(({ message }) => message),
    ].join(" "),
  }),
});
