import { sql } from "drizzle-orm";

/** The kinds of the nodes over which a query goes, as `kindsOf` takes them. */
export const KINDS = sql.raw(`json_group_array(json_array(
  value ->> 'id', value ->> 'type', value ->> '$.data.event', json_type(value, '$.data.wait')))`);
