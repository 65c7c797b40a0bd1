import { sql } from "drizzle-orm";

/**
 * The clicks of a link that the call `at` and those after it have flushed: they are the link's last
 * rows, so that no index of the calls is needed.
 */
export const flushedSince = (linkId: number, at: number) => sql`
  link_clicks.short_link_id = ${linkId} and link_clicks.id > ifnull((
    select earlier.id from link_clicks as earlier
    where earlier.short_link_id = ${linkId} and earlier.created_at < ${at}
    order by earlier.id desc limit 1), 0)`;
