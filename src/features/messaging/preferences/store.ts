import { eq, type SQL, sql } from "drizzle-orm";
import { batch, readBatch, type Statement } from "#db/batch";
import { consents } from "#db/schema/consents";
import { leads } from "#db/schema/leads";
import { leadMerges } from "#db/schema/merges";
import { isWorkspaceKept } from "#db/scope/kept";
import { scopeOf, within } from "#db/scope/scope";
import { changeConsent } from "#db/statements/consents";
import { BY_PLATFORM } from "#domain/actors";
import type { ConsentScope } from "#domain/consents";
import {
  type IdentityKind,
  kindsOf,
  type Platform,
  phoneKindOf,
  platforms,
} from "#domain/platforms";
import type { Bindings, Scope } from "#env";
import {
  isHeldFromMarketing,
  isHeldUnsubscribed,
  isMarketingUnsubscribed,
  isUnsubscribed,
} from "#features/leads/consents";
import type { Preferences } from "./page";
import type { PreferencesAction } from "./schema";

const MAX_HISTORY = 10;

/** The scope of somebody who acts by the URL of a message. A suspension stops nobody's leaving. */
export const personScope = async (env: Bindings, workspaceId: number): Promise<Scope> => ({
  ...(await scopeOf(env, workspaceId)),
  actor: BY_PLATFORM,
});

/** Selects the id of the lead, or of the lead that it was merged into. */
const keptLead = (scope: Scope, leadId: number): SQL => sql`
  select id from leads
  where ${within(scope, leads, eq(leads.id, leadId))} and ${isWorkspaceKept(scope.workspaceId)}
  union all
  select keep_id from lead_merges
  where ${within(scope, leadMerges, eq(leadMerges.leadId, leadId))}
    and finished_at is not null and ${isWorkspaceKept(scope.workspaceId)}
  limit 1`;

type Row = {
  phone: string | null;
  email: string | null;
  username: string | null;
  is_unsubscribed: 0 | 1;
  is_held: 0 | 1;
  gets_no_marketing: 0 | 1;
  is_held_from_marketing: 0 | 1;
  kinds: string;
};

/** Undefined where the lead is gone. */
export async function getPreferences(
  scope: Scope,
  leadId: number,
): Promise<Preferences | undefined> {
  const id = sql`(${keptLead(scope, leadId)})`;
  const newest = (about: ConsentScope) => sql`
    select * from (
      select id, scope, kind, at from consents
      where lead_id = ${id} and scope = ${about} and +${within(scope, consents)}
      order by at / 1000 desc, id desc limit ${MAX_HISTORY})`;
  const { found, history } = await readBatch(scope, {
    found: sql<Row>`
      select phone, email, username, ${isUnsubscribed} as is_unsubscribed,
        ${isHeldUnsubscribed} as is_held,
        ${isMarketingUnsubscribed} as gets_no_marketing,
        ${isHeldFromMarketing} as is_held_from_marketing,
        (select json_group_array(kind) from lead_identities where lead_id = leads.id) as kinds
      from leads where ${within(scope, leads, sql`leads.id = ${id}`)}`,
    history: sql<Preferences["history"][number]>`
      select scope, kind, at from (${newest("all")} union all ${newest("marketing")})
      order by at / 1000 desc, id desc limit ${MAX_HISTORY}`,
  });
  const [row] = found;
  if (!row) return undefined;
  const { phone, email, username, kinds } = row;
  const otherwise = row.gets_no_marketing === 1 ? "no_marketing" : "subscribe";
  return {
    ...{ phone, email, username },
    current: row.is_unsubscribed === 1 ? "unsubscribe" : otherwise,
    isHeld: { all: row.is_held === 1, marketing: row.is_held_from_marketing === 1 },
    platforms: platformsOf(phone, JSON.parse(kinds)),
    history,
  };
}

function platformsOf(phone: string | null, kinds: IdentityKind[]): Platform[] {
  return platforms.filter(
    (platform) =>
      (phoneKindOf(platform) && phone?.startsWith("+")) ||
      kindsOf(platform).some((kind) => kinds.includes(kind)),
  );
}

/**
 * Changes what the lead gets, as far as only its own word stands against it. Once is as good as
 * twice. Answers whether there is such a lead. Triggers end the suppressions that its opt-outs have
 * begun.
 */
export async function choose(scope: Scope, leadId: number, action: PreferencesAction) {
  const isLead = within(scope, leads, sql`leads.id = (${keptLead(scope, leadId)})`);
  const isFree = sql`${isLead} and not ${isHeldUnsubscribed}`;
  const change = (about: ConsentScope, isOptout: boolean, which: SQL) => {
    const ids = sql`select leads.id from leads where ${which}`;
    return changeConsent(scope, ids, isOptout, "link", Date.now(), about);
  };
  const changes = {
    subscribe: () => [
      ...change("all", false, isFree),
      ...change("marketing", false, sql`${isFree} and not ${isHeldFromMarketing}`),
    ],
    no_marketing: () => [...change("all", false, isFree), ...change("marketing", true, isLead)],
    unsubscribe: () => change("all", true, isLead),
  } satisfies Record<PreferencesAction, () => Statement[]>;
  const { lead } = await batch(scope, {
    consent: changes[action](),
    lead: sql<{ id: number }>`select id from leads where ${isLead}`,
  });
  return lead.length > 0;
}
