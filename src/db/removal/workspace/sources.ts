import { sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import { sources } from "#db/schema/sources";
import type { Scope } from "#env";
import { deleteEmptyTombstones } from "../tombstones";
import { deleteOf, first, none } from "./delete-some";

/** Sources, of each its deliveries first: there may be many of them. */
export function removeSources(scope: Scope, limit: number): Statement[] {
  const some = first(scope, sources, limit);
  return [
    deleteOf(sql`source_deliveries`, sql`source_id`, some, limit, sql`source_id, seq`),
    sql`
      delete from sources
      where id in (${some}) and ${none(sql`source_deliveries`, sql`source_id = sources.id`)}`,
    deleteEmptyTombstones(scope, "source", limit),
  ];
}
