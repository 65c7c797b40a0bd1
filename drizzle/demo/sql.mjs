const DAY_MS = 86_400_000;

/** Parses a text table into rows. Numeric cells become numbers, empty ones `null`. */
export function rowsOf(table) {
  const [names, ...rows] = table
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));
  return rows.map((cells) =>
    Object.fromEntries(names.map((name, index) => [name, cellValue(cells[index])])),
  );
}

const cellValue = (cell) => (cell ? (/^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell) : null);

/** The latest of some times in days before the load. */
export const latest = (...days) => {
  const known = days.filter((value) => value != null);
  return known.length > 0 ? Math.min(...known) : null;
};

export const literal = (value) => {
  if (value == null) return "null";
  if (typeof value === "number" || typeof value === "boolean") return String(Number(value));
  return `'${(typeof value === "string" ? value : JSON.stringify(value)).replaceAll("'", "''")}'`;
};

const isTime = (column) => column === "at" || column === "waiting_until" || column.endsWith("_at");

/** Rows as the table `demo` of a statement. Times, in days, are milliseconds there. */
export function given(rows) {
  const columns = Object.keys(rows[0]);
  const cell = (row, column) =>
    literal(isTime(column) && row[column] != null ? Math.round(row[column] * DAY_MS) : row[column]);
  const values = rows.map((row) => `  (${columns.map((column) => cell(row, column)).join(", ")})`);
  return `with demo(${columns.join(", ")}) as (values
${values.join(",\n")}
)`;
}

/** The moment of loading. */
export const LOADED = "(select updated_at as ms from workspaces where id = 1) as loaded";

/** An INSERT. Times are given in days before the load and stored in milliseconds since 1970. */
export function insert(table, rows) {
  const columns = Object.keys(rows[0]);
  return `${given(rows)}
insert into ${table} (${columns.join(", ")})
select ${columns.map((column) => (isTime(column) ? `loaded.ms - ${column}` : column)).join(", ")}
from demo, ${LOADED};`;
}

/** Splits rows so that no statement exceeds D1's limit of 100 KB. */
export const inParts = (rows, size) =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, part) =>
    rows.slice(part * size, (part + 1) * size),
  );
