import { type SQL, sql } from "drizzle-orm";

/** Leads, and all that are known to be the same people (`lead_duplicates`). */
export const samePeople = (leadIds: SQL): SQL => sql`
  select id from (
    with recursive person (id) as (
      select id from leads where id in (${leadIds})
      union
      select iif(pair.lead_id = person.id, pair.other_id, pair.lead_id)
      from person cross join lead_duplicates as pair
        on (pair.lead_id = person.id or pair.other_id = person.id) and pair.dismissed_at is null)
    select id from person)`;
