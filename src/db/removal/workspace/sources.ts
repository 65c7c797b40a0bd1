import { sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import { sources } from "#db/schema/sources";
import { owned } from "#db/scope/within";
import type { Scope } from "#env";
import { deleteEmptyTombstones } from "../tombstones";
import { deleteOf, none } from "./delete-some";

/** Sources, of each its deliveries first: there may be many of them. */
export function removeSources(
  scope: Scope,
  limit: number,
  { sources: ids }: { sources: string },
): Statement[] {
  const some = sql`select value from json_each(${ids})`;
  return [
    deleteOf(sql`source_deliveries`, sql`source_id`, some, limit, sql`source_id, seq`),
    sql`
      delete from sources
      where ${owned(scope, sources)} and id in (${some})
        and ${none(sql`source_deliveries`, sql`source_id = sources.id`)}`,
    deleteEmptyTombstones(scope, "source", limit),
  ];
}
