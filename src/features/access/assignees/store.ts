import { type SQL, sql } from "drizzle-orm";
import { paged } from "#db/lists/page";
import { tokens } from "#db/schema/access";
import { inDirectory } from "#db/scope/scope";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import type { Assignee } from "./schema";

/** True if a token may work on conversations now. */
const isAssignee = (now: number): SQL => sql`(
  ifnull(${tokens.expiresAt} > ${now}, true)
  and exists (
    select 1 from json_each(${tokens.abilities}) where value in ('*', 'conversations:write')))`;

const select = ({ db }: Scope) =>
  db.select({ id: tokens.id, name: tokens.name }).from(tokens).$dynamic();

/** A workspace has at most 100 tokens, all of which a page may read. */
export async function listAssignees(scope: Scope, page: PageRequest): Promise<Page<Assignee>> {
  const directory = inDirectory(scope);
  const rows = await paged(select(directory), directory, tokens, page, isAssignee(Date.now()));
  return cutPage(rows, page, (row: Assignee) => row);
}

/** Those of the tokens that are the workspace's, and may work on conversations. One round trip. */
export async function findAssignees(scope: Scope, ids: number[]): Promise<Assignee[]> {
  if (ids.length === 0) return [];
  const directory = inDirectory(scope);
  const among = sql`${tokens.id} in (select value from json_each(${JSON.stringify(ids)}))`;
  const page = { cursor: null, perPage: ids.length };
  return paged(select(directory), directory, tokens, page, among, isAssignee(Date.now()));
}
