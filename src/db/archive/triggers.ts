import { sql } from "drizzle-orm";
import type { Statement } from "../batch";

/**
 * The triggers that stay while rows are moved: they keep the search indexes, which are not
 * archived, free the slugs of deleted workspaces, and see that no id is given twice.
 */
const STAYING = [
  "leads_search_insert",
  "leads_search_update",
  "leads_search_delete",
  "messages_search_delete",
  "messages_search_erase",
  "messages_search_edit",
  "messages_search_restore",
  "short_links_free_slug",
  "messages_spent",
  "link_clicks_spent",
];

type Trigger = { name: string; sql: string };

/** The statements that drop a table's triggers and make them again, around others in a batch. */
export type Silence = { drop: Statement[]; create: Statement[] };

export const selectTriggers = (table: string) => sql<Trigger>`
  select name, sql from sqlite_master where type = 'trigger' and tbl_name = ${table}`;

/**
 * Keeps the triggers of a table still that run before or after some acts. Others never see this: a
 * batch is one transaction.
 */
export function silence(triggers: Trigger[], ...acts: ("INSERT" | "UPDATE" | "DELETE")[]): Silence {
  const silenced = triggers.filter(
    (trigger) => !STAYING.includes(trigger.name) && acts.some((act) => act === actOf(trigger)),
  );
  return {
    drop: silenced.map(({ name }) => sql`drop trigger ${sql.identifier(name)}`),
    create: silenced.map((trigger) => sql.raw(trigger.sql)),
  };
}

const actOf = ({ sql: text }: Trigger) =>
  /\b(?:BEFORE|AFTER)\s+(INSERT|UPDATE|DELETE)\b/i.exec(text)?.[1]?.toUpperCase();
