import { type SQL, sql } from "drizzle-orm";
import type { People } from "#features/leads/search/people";

/**
 * Of so many leads that a search finds, all conversations are visited; where it finds more, those
 * of the workspace are, as they come.
 */
const MOST_PEOPLE = 1_000;

/** The columns of the conversations of a search's leads. */
type OfLeads = { columns: SQL; where: SQL; order: SQL };

/** Selects the conversations of a search's leads, or `all` of the workspace. */
export function visitedBySearch(
  { candidates }: People,
  { columns, where, order }: OfLeads,
  all: SQL,
): SQL {
  const limitIf = (isFew: boolean) => sql`
    limit (
      select iif(count(*) ${sql.raw(isFew ? "<=" : ">")} ${sql.raw(`${MOST_PEOPLE}`)}, -1, 0)
      from found)`;
  return sql`
    with found as materialized (${candidates(MOST_PEOPLE + 1)})
    select * from (
      select ${columns}
      from found cross join conversations on conversations.lead_id = found.lead_id
      where ${where} order by ${order} ${limitIf(true)})
    union all
    select * from (select * from (${all}) ${limitIf(false)})`;
}
