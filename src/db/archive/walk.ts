import { type SQL, sql } from "drizzle-orm";
import { type ArchivedTable, TABLES } from "./tables";

// The walk through a workspace's rows of a table, in the order of its parents and its key. Each
// page begins behind the last by an index, however deep the table hangs.

/** A workspace, and up to which id the rows of each table belong to its archive. */
export type Walked = { workspaceId: number; marks: Readonly<Record<string, number>> };

/**
 * Where a walk stands: first it goes through the rows of parents that exist (0), then of those that
 * were deleted (1). `at` holds the last row's place: the ids of its parents, and its key.
 */
export type Place = { source: 0 | 1; at: (number | string)[] | null };

export const START: Place = { source: 0, at: null };

/** The next source of a table's walk, if there is one. */
export const nextSource = ({ parents }: ArchivedTable, { source }: Place): Place | undefined =>
  source === 0 && parents[0]?.tombstone ? { source: 1, at: null } : undefined;

const column = (alias: string, name: string) => sql.raw(`${alias}."${name}"`);
const row = (values: SQL[]) => sql`(${sql.join(values, sql`, `)})`;

/** The columns of a place: an id of each parent, then the key. Each group is one level. */
function levelsOf({ parents, key }: ArchivedTable, { source }: Place): SQL[][] {
  const ids = parents.map((_, index) => [
    column(`p${index}`, source === 1 && index === 0 ? "parent_id" : "id"),
  ]);
  return [...ids, key.map((name) => column("t", name))];
}

function tablesOf({ name, parents }: ArchivedTable, place: Place): SQL {
  const names = [...parents.map(({ table }) => table), name];
  const joined = names.map((table, index) => {
    const alias = index === parents.length ? "t" : `p${index}`;
    const from = place.source === 1 && index === 0 ? "removals" : table;
    const above = parents[index - 1];
    if (!above) return sql.raw(`${from} as ${alias}`);
    const id = place.source === 1 && index === 1 ? "parent_id" : "id";
    return sql`${sql.raw(`${from} as ${alias}`)}
      on ${column(alias, above.via)} = ${column(`p${index - 1}`, id)}`;
  });
  return sql.join(joined, sql` cross join `);
}

/** The condition of the outermost table: its rows are the workspace's. */
function isOwned({ name, parents }: ArchivedTable, { workspaceId }: Walked, place: Place): SQL {
  const [outer] = parents;
  if (place.source === 1 && outer)
    return sql`p0.kind = ${sql.raw(`'${outer.tombstone}'`)}
      and ${column("+p0", "workspace_id")} = ${workspaceId} and p0.lead_id = 0
      and not exists (
        select 1 from ${sql.raw(outer.table)} as parent where parent.id = p0.parent_id)`;
  const owner = name === "workspaces" ? "id" : "workspace_id";
  return sql`${column(outer ? "p0" : "t", owner)} = ${workspaceId}`;
}

/** The rows of a table that are not newer than its mark, and refer to none that is. */
function isOldEnough({ name, key, refers }: ArchivedTable, alias: string, { marks }: Walked) {
  const referring = Object.entries(key.includes("id") ? { id: name, ...refers } : refers);
  return referring.flatMap(([from, to]) => {
    const mark = marks[to];
    const id = column(alias, from);
    if (mark === undefined) return [];
    return [from === "id" ? sql`${id} <= ${mark}` : sql`(${id} is null or ${id} <= ${mark})`];
  });
}

/** The conditions of the row and of its parents, but the tombstone of one that was deleted. */
const areOldEnough = (table: ArchivedTable, walked: Walked, { source }: Place) => [
  ...table.parents.flatMap(({ table: name }, index) =>
    TABLES.filter((one) => one.name === name && index >= source).flatMap((parent) =>
      isOldEnough(parent, `p${index}`, walked),
    ),
  ),
  ...isOldEnough(table, "t", walked),
];

/** The columns of a row's place: k0, k1 … */
export const placeColumns = (table: ArchivedTable, place: Place): SQL =>
  sql.join(
    levelsOf(table, place)
      .flat()
      .map((name, index) => sql`${name} as ${sql.raw(`k${index}`)}`),
    sql`, `,
  );

/**
 * Selects what follows a place, of at most `limit` rows: `selected` are expressions over `t`, the
 * row, and over p0, p1 …, its parents.
 */
export function selectRows(
  table: ArchivedTable,
  walked: Walked,
  place: Place,
  selected: SQL,
  limit: SQL,
): SQL {
  const levels = levelsOf(table, place);
  const columns = levels.flat();
  const base = [isOwned(table, walked, place), ...areOldEnough(table, walked, place)];
  const from = tablesOf(table, place);
  /** The rows that are equal to the place in the levels above, and beyond it in this one. */
  const beyond = (level: number): SQL[] => {
    if (!place.at) return [];
    const values = place.at.map((one) => sql`${one}`);
    const above = levels.slice(0, level).flat();
    const here = levels[level] ?? [];
    const bound = row(values.slice(above.length, above.length + here.length));
    return [
      ...above.map((name, index) => sql`${name} = ${values[index]}`),
      sql`${row(here)} > ${bound}`,
    ];
  };
  const segment = (level: number) => sql`
    select * from (
      select ${selected} from ${from}
      where ${sql.join([...base, ...beyond(level)], sql` and `)}
      order by ${sql.join(columns, sql`, `)} limit ${limit})`;
  const depths = place.at ? levels.map((_, index) => levels.length - 1 - index) : [0];
  return sql`${sql.join(depths.map(segment), sql` union all `)} limit ${limit}`;
}
