import { sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { leads } from "#db/schema/leads";
import { selectId } from "#db/scope/rows";
import { changeTags, detachTag as detach } from "#db/statements/lead-tags";
import { updateLead } from "#db/statements/leads/leads";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found } from "#lib/problem";
import type { Lead } from "../schema";
import { checkReferences, throwLeadErrors, writeLead } from "../write";
import type { Tag } from "./schema";
import { selectLeadTags, tagToWire } from "./store";

export async function attachTags(scope: Scope, id: number, tagIds: number[]): Promise<Lead> {
  await checkReferences(scope, { tag_ids: tagIds }, {});
  const statements = [
    ...changeTags(scope, id, { attach: tagIds }, false),
    updateLead(scope, id, {}),
  ];
  return writeLead(scope, id, statements).catch((error) => throwLeadErrors(error, scope, {}));
}

/** A `not_found` problem if the lead does not have the tag. */
export async function detachTag(scope: Scope, id: number, tagId: number) {
  const isAttached = sql`exists (
    select 1 from lead_tags where lead_id = ${leads.id} and tag_id = ${tagId})`;
  const { detached } = await batch(scope, {
    stamped: updateLead(scope, id, {}, isAttached),
    detached: detach(scope, id, tagId),
  });
  found(detached[0]);
  return 1;
}

export async function listLeadTags(
  scope: Scope,
  id: number,
  page: PageRequest,
): Promise<Page<Tag>> {
  const { lead, tags } = await readBatch(scope, {
    lead: selectId(scope, leads, id),
    tags: selectLeadTags(scope, id, page),
  });
  found(lead[0]);
  return cutPage(tags, page, tagToWire);
}
