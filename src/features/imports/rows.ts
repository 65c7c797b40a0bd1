import { sql } from "drizzle-orm";
import { readBatch } from "../../db/batch";
import { importRows } from "../../db/schema/imports";
import { within } from "../../db/scope";
import type { Scope } from "../../env";
import { cutPage, type Page, type PageRequest } from "../../lib/cursor";
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
  const { attempt } = await findImport(scope, importId);
  const { cursor, perPage } = page;
  const isBack = cursor?.direction === "prev";
  const beyond = isBack ? sql`<` : sql`>`;
  const isOf = within(scope, importRows, sql`import_id = ${importId} and attempt = ${attempt}`);
  const { rows } = await readBatch(scope, {
    rows: sql<Stored>`
      select row as id, status, errors, conflicts, cells from import_rows
      where ${isOf}
        and status in (select value from json_each(${JSON.stringify(status ? [status] : STATUSES)}))
        and row ${beyond} ${cursor?.id ?? 0}
      order by row ${isBack ? sql`desc` : sql`asc`} limit ${perPage + 1}`,
  });
  return cutPage(rows, page, toWire, true);
}

const STATUSES = ["conflict", "invalid"];
