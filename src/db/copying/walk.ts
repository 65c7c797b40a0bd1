import { type SQL, sql } from "drizzle-orm";
import type { CopiedTable, Step } from "./tables";

/** Where a walk is: the values of the columns of its order; null at the start. */
export type Position = (string | number)[] | null;

/** A row: its place in the walk, and its columns as JSON (`[[…], […]]`, 30 in each). */
export type CopiedRow = { at: string; row: string };

/** D1 gives functions up to 32 arguments. */
const GROUP = 30;

const column = ({ table }: Step, name: string) =>
  sql`${sql.identifier(table)}.${sql.identifier(name)}`;

export const groupsOf = (columns: string[]) =>
  Array.from({ length: Math.ceil(columns.length / GROUP) }, (_, index) =>
    columns.slice(index * GROUP, (index + 1) * GROUP),
  );

const list = (parts: SQL[]) => sql.join(parts, sql`, `);

/** The columns of the order, from the first table of the path to the last. */
const orderOf = (path: Step[]) =>
  path.flatMap((step) => step.order.map((name) => column(step, name)));

const joins = (path: Step[]) =>
  path.slice(1).map((step, index) => {
    const parent = path[index] as Step;
    return sql`cross join ${sql.identifier(step.table)}
      on ${column(step, step.of ?? "")} = ${column(parent, "id")}`;
  });

/**
 * Selects a page of a workspace's rows behind a position. Each of its parts goes on at another
 * depth: first the rows behind the same parent, then the parents behind it, and so on, so that no
 * row is read twice however many rows a parent has.
 */
export function selectPage(
  table: CopiedTable,
  columns: string[],
  workspaceId: number,
  after: Position,
  limit = table.page,
): SQL<CopiedRow> {
  const { path } = table;
  const [top, last] = [path[0] as Step, path.at(-1) as Step];
  const groups = groupsOf(columns).map(
    (group) => sql`json_array(${list(group.map((name) => column(last, name)))})`,
  );
  const order = orderOf(path);
  const part = (depth: number | null) => sql`
    select * from (
      select json_array(${list(order)}) as at, json_array(${list(groups)}) as row
      from ${sql.identifier(top.table)} ${sql.join(joins(path), sql` `)}
      where ${column(top, "workspace_id")} = ${workspaceId} ${behind(path, after, depth)}
      order by ${list(order)} limit ${limit})`;
  if (after === null) return sql<CopiedRow>`${part(null)}`;
  const depths = path.map((_, depth) => depth).filter((depth) => path[depth]?.order.length);
  const parts = depths.toReversed().map(part);
  return sql<CopiedRow>`${sql.join(parts, sql` union all `)} limit ${limit}`;
}

/** The rows whose steps above `depth` are where the walk is, and whose step there is behind it. */
function behind(path: Step[], after: Position, depth: number | null): SQL {
  if (after === null || depth === null) return sql``;
  const before = path
    .slice(0, depth)
    .flatMap((step) => step.order.map((name) => column(step, name)));
  const step = path[depth] as Step;
  const own = step.order.map((name) => column(step, name));
  const values = (from: number, count: number) =>
    after.slice(from, from + count).map((value) => sql`${value}`);
  const equal = before.map((one, index) => sql`and ${one} = ${after[index]}`);
  const bounds = values(before.length, own.length);
  const beyond =
    own.length === 1
      ? sql`and ${own[0]} > ${bounds[0]}`
      : sql`and (${list(own)}) > (${list(bounds)})`;
  return sql`${sql.join(equal, sql` `)} ${beyond}`;
}

/** Compares two places of one walk, as SQLite orders them: numbers before texts, texts by bytes. */
export function comparePositions(one: string, other: string): number {
  const [left, right] = [JSON.parse(one), JSON.parse(other)] as (string | number)[][];
  for (const [index, a] of (left ?? []).entries()) {
    const b = right?.[index] ?? 0;
    if (a === b) continue;
    return compareValues(a, b);
  }
  return 0;
}

const encoder = new TextEncoder();

function compareValues(a: string | number, b: string | number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "number") return -1;
  if (typeof b === "number") return 1;
  const [left, right] = [encoder.encode(a), encoder.encode(b)];
  for (const [index, byte] of left.entries()) {
    if (index >= right.length) return 1;
    const difference = byte - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
