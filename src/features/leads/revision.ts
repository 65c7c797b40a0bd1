import { type SQL, sql } from "drizzle-orm";
import { leads } from "#db/schema/leads";
import { type Expected, refuseStale } from "#db/writes/revision";
import type { Scope } from "#env";
import { digestOf, etag } from "#lib/etag";
import type { Lead } from "./schema";

// The revision of a lead: the time of its last change, the number of its tags, and the sum of the
// times of their last changes, which grows with every change of a tag. `revisionOf` and `revision`
// are the same.

const revisionOf = ({ updated_at, tags }: Lead) => {
  const changes = tags.reduce((sum, tag) => sum + Date.parse(tag.updated_at), 0);
  return `${Date.parse(updated_at)}-${tags.length}-${changes}`;
};

const revision: SQL = sql`leads.updated_at || (
  select '-' || count(*) || '-' || ifnull(sum(tags.updated_at), 0)
  from lead_tags cross join tags on tags.id = lead_tags.tag_id
  where lead_tags.lead_id = leads.id)`;

/** The header with a lead's ETag: its revision, and the digest of its conversations. */
export const leadTag = async (lead: Lead) => ({
  ETag: etag(revisionOf(lead), await digestOf(lead.conversations)),
});

/** As `refuseStale`, for a lead. */
export const refuseStaleLead = (scope: Scope, id: number, expected: Expected) => {
  const statement = refuseStale(scope, leads, id, expected, revision);
  return statement ? [statement] : [];
};
