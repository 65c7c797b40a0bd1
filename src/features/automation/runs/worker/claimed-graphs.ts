import { type SQL, sql } from "drizzle-orm";

/** The most JSON of graphs that one batch reads. A single graph is read however large it is. */
const MAX_GRAPH_CHARACTERS = 4_000_000;

type GraphRow = { key: string; nodes: string; edges: string };

/** The graphs of due runs that memory does not have; `first` is the query of these runs. */
export function selectGraphs(due: SQL, first: SQL, knownKeys: string[]) {
  const key = sql`scenario_id || ':' || version`;
  const characters = sql`length(nodes) + length(edges)`;
  return sql<GraphRow>`
    select key, nodes, edges from (
      select ${key} as key, nodes, edges,
             sum(${characters}) over (order by scenario_id, version) - (${characters}) as before
      from scenario_versions
      where (scenario_id, version) in (
          select scenario_id, version from ${due}
          where ${key} not in (select value from json_each(${JSON.stringify(knownKeys)})))
        and (+scenario_id, +version) in (
          select scenario_id, version from runs
          where id in (select id from ${first}))
    ) where before < ${MAX_GRAPH_CHARACTERS}`;
}
