import { and, eq, type SQL, sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { pagedWhere, stopIn } from "#db/lists/page";
import { leads } from "#db/schema/leads";
import { leadDuplicates, leadMerges } from "#db/schema/merges";
import { within } from "#db/scope/scope";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found } from "#lib/problem";
import { iso, isoOrNull } from "#lib/time";
import type { DuplicateQuery, LeadDuplicate } from "./schema";

/** A lead of a pair as D1 returns it. */
type PairLead = Omit<
  LeadDuplicate["lead"],
  "is_optout" | "is_marketing_optout" | "created_at" | "last_inbound_at"
> & {
  is_optout: number;
  is_marketing_optout: number;
  created_at: number;
  last_inbound_at: number | null;
};

const leadJson = (scope: Scope, id: "lead_id" | "other_id") => {
  const isThis = sql`leads.id = lead_duplicates.${sql.raw(id)}`;
  return sql<string>`(
    select json_object(
      'id', id, 'ext_id', ext_id, 'first_name', first_name, 'last_name', last_name,
      'username', username, 'phone', phone, 'email', email, 'source', source,
      'pipeline_stage', pipeline_stage, 'is_optout', is_optout,
      'is_marketing_optout', is_marketing_optout, 'created_at', created_at,
      'last_inbound_at', last_inbound_at)
    from leads where ${within(scope, leads, isThis)})`;
};

const toLead = (json: string) => {
  const lead: PairLead = JSON.parse(json);
  return {
    ...lead,
    is_optout: lead.is_optout === 1,
    is_marketing_optout: lead.is_marketing_optout === 1,
    created_at: iso(lead.created_at),
    last_inbound_at: isoOrNull(lead.last_inbound_at),
  };
};

const isOpen = sql`lead_duplicates.dismissed_at is null`;

/** True of a pair that is being merged, which settles it. */
const isMerging = (scope: Scope) => {
  const merges = (gone: SQL, kept: SQL) => sql`lead_id = ${gone} and keep_id = ${kept}`;
  const [lead, other] = [leadDuplicates.leadId, leadDuplicates.otherId].map((id) => sql`${id}`);
  const isTheirs = lead && other && sql`(${merges(lead, other)} or ${merges(other, lead)})`;
  return sql`exists (
    select 1 from lead_merges
    where ${within(scope, leadMerges, isTheirs)} and finished_at is null)`;
};

/** A page of the pairs that are to be settled. */
export async function listDuplicates(
  scope: Scope,
  { lead_id }: DuplicateQuery,
  page: PageRequest,
): Promise<Page<LeadDuplicate>> {
  const filter = and(isOpen, sql`not ${isMerging(scope)}`);
  const select = scope.db
    .select({
      id: leadDuplicates.id,
      lead: leadJson(scope, "lead_id"),
      other: leadJson(scope, "other_id"),
      foundAt: leadDuplicates.foundAt,
      stop: stopIn(filter),
    })
    .from(leadDuplicates)
    .$dynamic();
  const rows = await pagedWhere(select, scope, leadDuplicates, page, {
    key: lead_id === undefined ? undefined : sql`(lead_id = ${lead_id} or other_id = ${lead_id})`,
    filter,
  });
  return cutPage(rows, page, ({ lead, other, foundAt }) => ({
    lead: toLead(lead),
    other: toLead(other),
    found_at: iso(foundAt),
  }));
}

const pairOf = (scope: Scope, one: number, other: number) =>
  within(
    scope,
    leadDuplicates,
    eq(leadDuplicates.leadId, Math.min(one, other)),
    eq(leadDuplicates.otherId, Math.max(one, other)),
    isOpen,
  );

export async function isDuplicate(
  scope: Scope,
  _: number,
  [one = 0, other = 0]: readonly number[],
) {
  const { pair } = await readBatch(scope, {
    pair: sql`select 1 from lead_duplicates where ${pairOf(scope, one, other)}`,
  });
  return pair.length > 0;
}

/** Remembers that two leads are two people. */
export async function dismissDuplicate(scope: Scope, one: number, other: number) {
  const { dismissed } = await batch(scope, {
    dismissed: scope.db
      .update(leadDuplicates)
      .set({ dismissedAt: Date.now() })
      .where(pairOf(scope, one, other))
      .returning({ id: leadDuplicates.id }),
  });
  found(dismissed[0]);
  return 1;
}
