import { type SQL, sql } from "drizzle-orm";
import type { Scope } from "#env";
import { readBatch } from "../batch";
import type { ArchivedTable } from "./tables";

export type Column = { name: string; type: string };

/** Something is wrong with an archive, or with what was restored from it. */
export class ArchiveError extends Error {
  override name = "ArchiveError";
}

/** Selects the columns of a table that are archived: all that are stored. */
export const selectColumns = ({ name }: ArchivedTable) => sql<Column>`
  select name, type from pragma_table_info(${name})`;

export async function columnsOf(db: Scope["db"], table: ArchivedTable): Promise<Column[]> {
  const { columns } = await readBatch({ db }, { columns: selectColumns(table) });
  return columns;
}

/** D1 documents 32 arguments of a function. */
const MOST_ARGUMENTS = 30;

/** A value for `json_array`, which rounds reals to 15 digits by itself. */
const exactValue = ({ name, type }: Column) =>
  type.toLowerCase() === "real"
    ? `iif(t."${name}" is null, null, json(format('%!.17g', t."${name}")))`
    : `t."${name}"`;

/** A row of `t` as a JSON array, as SQL. Each value is a scalar: no other bracket is at an end. */
export function rowOf(columns: Column[]): string {
  const names = columns.map(exactValue);
  const arrays: string[] = [];
  for (let from = 0; from < names.length; from += MOST_ARGUMENTS)
    arrays.push(`json_array(${names.slice(from, from + MOST_ARGUMENTS).join(", ")})`);
  return arrays
    .map((array, index) => {
      const begun = index > 0 ? `',' || ltrim(${array}, '[')` : array;
      return index < arrays.length - 1 ? `rtrim(${begun}, ']')` : begun;
    })
    .join(" || ");
}

/** About how many bytes a row of `t` takes, as SQL that reads no long text. */
export function sizeOf(columns: Column[]): string {
  const texts = columns.filter(({ type }) => type.toLowerCase() === "text");
  const lengths = texts.map(({ name }) => `ifnull(octet_length(t."${name}"), 0)`);
  return [String(12 * columns.length), ...lengths].join(" + ");
}

/** The values of a row: an array of JSON. */
export const valuesOf = (row: string) => JSON.parse(row) as (string | number | null)[];

/** A longer row may take more than the 2 MB of a D1 value once its texts are escaped. */
const LARGE = 250_000;

/**
 * Selects the values of rows. Numbers reach SQLite in JSON, which keeps them exact, as D1 binds
 * them as reals. The values of one large row are bound one by one: the columns make them integers
 * again.
 */
export function selectValues(columns: number, rows: string[]): SQL {
  const [first = "", ...others] = rows;
  if (others.length === 0 && first.length > LARGE) {
    const values = valuesOf(first).map((value) => sql`${value}`);
    return sql`select ${sql.join(values, sql`, `)} where true`;
  }
  const values = Array.from({ length: columns }, (_, index) => `value ->> ${index}`);
  const given = `[${rows.join(",")}]`;
  return sql`select ${sql.raw(values.join(", "))} from json_each(${given}) where true`;
}
