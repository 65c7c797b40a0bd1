import { eq, sql } from "drizzle-orm";
import { consentScopes } from "#domain/consents";
import { MAX_TAGS } from "#domain/leads";
import type { Scope } from "#env";
import type { Statement } from "../batch";
import { leaveTombstones } from "../removal/tombstones";
import { analyses } from "../schema/analysis";
import { testRuns } from "../schema/authoring";
import { runs } from "../schema/automation";
import { suppressions } from "../schema/consents";
import { heldEchoes } from "../schema/held-echoes";
import { leadIdentities, leads, leadTags } from "../schema/leads";
import { conversations } from "../schema/messaging";
import { present } from "../scope/present";
import { owned, within } from "../scope/within";
import { stopOptedOut } from "../statements/consents";
import { failQueuedOfRuns } from "../statements/messages/queued";
import { endRuns } from "../statements/runs";
import { revisitSwitches } from "../statements/switches";
import { droppedJson, fieldsJson, joinFields } from "./fields";
import { countLeft, moveHistory, targetOf } from "./history";
import { isMerge, type Merge, moving, pairs } from "./merge";
import { holdOptouts, keptOf } from "./optouts";
import { movePairs } from "./same-person";
import { joinTriggers } from "./triggers";

/** The most rows that the last transaction of a merge moves, besides active runs and small rows. */
export const MAX_JOINED = 1_000;

/**
 * The statements that end a merge, if no more than `most` rows are left of what there may be much
 * of. They write nothing otherwise.
 */
export function joinLeads(scope: Scope, merge: Merge, now: number, most = MAX_JOINED): Statement[] {
  const { keepId } = merge;
  const from = moving(scope, merge, "joining");
  return [
    begin(scope, merge, most),
    ...moveSuppressions(scope, merge),
    sql`
      update lead_tags set lead_id = ${keepId}
      where lead_id = ${from} and tag_id in (select tag_id from (${newTags(merge)}) where fits)`,
    ...endDoubles(scope, merge),
    ...moveHistory(scope, { merge, from, limit: Number.MAX_SAFE_INTEGER, isLast: true }),
    // Before a suppressed contact moves, which would be another reason to have opted out.
    ...consentScopes.flatMap((about) => holdOptouts(scope, merge, now, about)),
    revisitSwitches(scope, keepId, sql`${from} is not null`),
    ...moveOpenAnalyses(scope, merge, now),
    ...moveConversations(scope, merge, now),
    sql`
      update lead_identities set lead_id = ${keepId}
      where lead_id = ${from} and +${owned(scope, leadIdentities)}`,
    sql`
      update test_runs set lead_id = ${keepId}
      where lead_id = ${from} and +${owned(scope, testRuns)}`,
    ...joinTriggers(scope, merge),
    sql`update lead_merges set keep_id = ${keepId} where keep_id = ${from}`,
    movePairs(scope, from, keepId),
    leaveTombstones(scope, leads, "lead", sql`${leads.id} = ${from}`),
    sql`delete from leads where ${within(scope, leads, sql`id = ${from}`)}`,
    joinFields(scope, merge, now),
    // The phone and the ids that the kept lead has received may be suppressed.
    ...consentScopes.flatMap((about) => stopOptedOut(scope, keptOf(scope, merge), about)),
    sql`
      insert into new_events (workspace_id, type, lead_id, scenario_id, data, actor)
      select workspace_id, 'lead.merged', keep_id, null,
        json_object('keep', keep_id, 'merge', lead_id, 'dropped', json(dropped)), ${scope.actor}
      from lead_merges where ${isMerge(scope, merge)} and is_joining = 1`,
    sql`
      update lead_merges
      set is_joining = 0, fields = null, dropped = null, finished_at = ${now}
      where ${isMerge(scope, merge)} and is_joining = 1`,
  ];
}

/** The tags that only the merged lead has; the kept lead has room for the first. */
const newTags = ({ leadId, keepId }: Merge) => sql`
  select tag_id, row_number() over (order by created_at, tag_id) <= ${MAX_TAGS} - (
    select count(*) from lead_tags where lead_id = ${keepId} and ${present(leadTags)}) as fits
  from lead_tags
  where lead_id = ${leadId} and ${present(leadTags)}
    and tag_id not in (select tag_id from lead_tags where lead_id = ${keepId})`;

/** From here on, the two leads are being joined: the other statements find them by this. */
function begin(scope: Scope, merge: Merge, most: number) {
  const { leadId, keepId } = merge;
  const open = moving(scope, merge, "open");
  const isGone = within(scope, leads, eq(leads.id, leadId));
  const gone = sql`(select ${leads.id} from leads where ${isGone})`;
  const lostTags = sql`select tag_id as id from (${newTags(merge)}) where not fits`;
  const lostSummaries = sql`
    select lost.id, lost.summary from (${pairs(merge, gone)}) as pair
      cross join conversations as lost on lost.id = pair.from_id and lost.summary is not null
      cross join conversations as stays on stays.id = pair.to_id and stays.summary is not null`;
  return sql`
    update lead_merges set
      is_joining = 1,
      fields = (select ${fieldsJson} from leads where id = ${leadId}),
      dropped = (
        select ${droppedJson(lostTags, lostSummaries)}
        from leads as gone cross join leads as kept on kept.id = ${keepId}
        where gone.id = ${leadId})
    where ${isMerge(scope, merge)} and finished_at is null
      and ${countLeft(scope, merge, open, most + 1)} <= ${most}`;
}

/** A message of the kept lead ends those that one of the merged lead would have ended. */
const moveSuppressions = (scope: Scope, merge: Merge): Statement[] => {
  const from = moving(scope, merge, "joining");
  return [sql`lead_id`, sql`marketing_lead_id`].map(
    (column) => sql`
      update suppressions set ${column} = ${merge.keepId}
      where ${within(scope, suppressions)} and ${column} = ${from}
        and hash in (
          select phone_hash from leads where id = ${from}
          union all select email_hash from leads where id = ${from}
          union all select hash from lead_identities where lead_id = ${from})`,
  );
};

/**
 * Where both leads have an active run of a scenario, that of the merged lead ends. One that was
 * deleted, and is still to be removed, is in nobody's way.
 */
function endDoubles(scope: Scope, merge: Merge): Statement[] {
  const from = moving(scope, merge, "joining");
  const isActive = (leadId: unknown, scenarioId: unknown) => sql`
    select 1 from runs as double
    where double.scenario_id = ${scenarioId} and double.lead_id = ${leadId}
      and double.ended_at is null`;
  return [
    sql`
      update runs set
        state = 'cancelled', end_reason = 'cancelled', next_at = null, waiting_for = null,
        waiting_until = null, ended_at = ${Date.now()}, changed_by = ${scope.actor}
      where lead_id = ${merge.keepId} and ended_at is null and not (${present(runs)})
        and +${owned(scope, runs)} and exists (${isActive(from, runs.scenarioId)})`,
    endRuns(
      scope,
      sql`${runs.leadId} = ${from} and exists (${isActive(merge.keepId, runs.scenarioId)})`,
      "cancelled",
      "merged",
    ),
    failQueuedOfRuns(
      scope,
      sql`select id from runs where lead_id = ${from} and end_reason = 'merged'`,
    ),
  ];
}

/**
 * An analysis that is running begins again: its worker knows the merged lead. Of two conversations
 * that become one, one pending analysis stays.
 */
function moveOpenAnalyses(scope: Scope, merge: Merge, now: number): Statement[] {
  const from = moving(scope, merge, "joining");
  const isOpen = sql`
    ${owned(scope, analyses)} and lead_id = ${from} and finished_at is null
    and ${present(analyses)}`;
  const target = targetOf({ merge, from }, sql`analyses.conversation_id`);
  const pendingIn = (conversation: unknown) => sql`exists (
    select 1 from analyses as other
    where other.conversation_id = ${conversation} and other.status = 'pending'
      and other.id <> analyses.id)`;
  const again = sql`taken = null, next_at = iif(status = 'running', 0, next_at)`;
  return [
    sql`
      update analyses set lead_id = ${merge.keepId}, ${again}
      where ${isOpen} and ${target} is null`,
    sql`
      update analyses set
        status = 'pending', ${again}, lead_id = ${merge.keepId}, conversation_id = ${target}
      where ${isOpen} and not ${pendingIn(target)} and not ${pendingIn(analyses.conversationId)}`,
    sql`
      update analyses set
        status = 'skipped', reason = 'unchanged', taken = null, next_at = null,
        finished_at = ${now}, lead_id = ${merge.keepId}, conversation_id = ${target}
      where ${isOpen}`,
  ];
}

/** The times and ids of two conversations of which the later one stays. */
const LATER = ["last_inbound_at", "last_outbound_at", "last_person_at", "last_reply_id"];

/** Two conversations by one channel become the kept lead's; others change their lead. */
function moveConversations(scope: Scope, merge: Merge, now: number): Statement[] {
  const from = moving(scope, merge, "joining");
  const later = (column: string) =>
    sql.raw(
      `${column} = nullif(max(ifnull(conversations.${column}, 0), ifnull(other.${column}, 0)), 0)`,
    );
  return [
    sql`
      update conversations set
        ${sql.join(LATER.map(later), sql`, `)},
        last_message_id = max(conversations.last_message_id, other.last_message_id),
        unread_count = conversations.unread_count + other.unread_count,
        (state, snoozed_until) = (
          select one.state, one.snoozed_until from conversations as one
          where one.id in (conversations.id, other.id)
          order by one.state = 'open' desc, one.state = 'snoozed' desc, one.snoozed_until
          limit 1),
        assignee_name = iif(
          conversations.assignee_id > 0, conversations.assignee_name, other.assignee_name),
        assignee_id = iif(
          conversations.assignee_id > 0, conversations.assignee_id, other.assignee_id),
        summary = ifnull(conversations.summary, other.summary),
        summary_generated_at =
          iif(conversations.summary is null, other.summary_generated_at,
            conversations.summary_generated_at),
        analysed_as = null,
        pace_at = max(conversations.pace_at, other.pace_at),
        created_at = min(conversations.created_at, other.created_at),
        updated_at = ${now}
      from (${pairs(merge, from)}) as pair
        cross join conversations as other on other.id = pair.from_id
      where conversations.id = pair.to_id and +${owned(scope, conversations)}`,
    sql`
      update held_echoes
      set conversation_id = ${targetOf({ merge, from }, sql`held_echoes.conversation_id`)}
      where ${within(scope, heldEchoes)}
        and conversation_id in (select from_id from (${pairs(merge, from)}))`,
    sql`
      delete from conversations
      where id in (select from_id from (${pairs(merge, from)}))
        and +${owned(scope, conversations)}`,
    sql`
      update conversations set lead_id = ${merge.keepId}
      where lead_id = ${from} and +${owned(scope, conversations)}`,
  ];
}
