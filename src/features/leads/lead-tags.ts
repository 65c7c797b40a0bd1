import { and, eq, type SQL, sql } from "drizzle-orm";
import { selectId } from "../../db/rows";
import { leads, leadTags } from "../../db/schema/leads";
import { readAll, within, write } from "../../db/scope";
import type { Scope } from "../../env";
import { cutPage, type Page, type PageRequest } from "../../lib/cursor";
import { found } from "../../lib/problem";
import type { Lead } from "./schema";
import { changeTags } from "./tagging";
import type { Tag } from "./tags/schema";
import { selectLeadTags, tagToWire } from "./tags/store";
import { checkReferences, refuse, writeLead } from "./write";

export async function attachTags(scope: Scope, id: number, tagIds: number[]): Promise<Lead> {
  await checkReferences(scope, { tag_ids: tagIds }, {});
  const statements = [...changeTags(scope, id, { attach: tagIds }, false), touch(scope, id)];
  return (await writeLead(scope, statements, id).catch((error) => refuse(error, scope, {}))).lead;
}

/** A `not_found` problem where the lead does not have the tag. */
export async function detachTag(scope: Scope, id: number, tagId: number) {
  const ofLead = and(
    eq(leadTags.tagId, tagId),
    eq(leadTags.leadId, sql`${selectId(scope, leads, id)}`),
  );
  const attached = sql`exists (select 1 from ${leadTags} where ${leadTags.leadId} = ${leads.id} and ${leadTags.tagId} = ${tagId})`;
  const [, rows] = await write(scope, [
    touch(scope, id, attached),
    scope.db.delete(leadTags).where(ofLead).returning(),
  ]);
  found(rows[0]);
  return 1;
}

export async function listLeadTags(
  scope: Scope,
  id: number,
  page: PageRequest,
): Promise<Page<Tag>> {
  const [lead, rows] = await readAll(scope, [
    selectId(scope, leads, id),
    selectLeadTags(scope, id, page),
  ]);
  found(lead[0]);
  return cutPage(rows, page, tagToWire);
}

const touch = (scope: Scope, id: number, condition?: SQL) =>
  scope.db
    .update(leads)
    .set({ updatedAt: Date.now() })
    .where(within(scope, leads, eq(leads.id, id), condition));
