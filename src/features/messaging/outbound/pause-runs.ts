import { type SQL, sql } from "drizzle-orm";
import { listed } from "#db/by-platform";
import { runs } from "#db/schema/automation";
import { owned } from "#db/scope/scope";
import { holdQueuedOfRuns } from "#db/statements/messages/queued";
import { holdRuns } from "#db/statements/run-pauses";
import { platforms, platformTraits } from "#domain/platforms";
import type { Scope } from "#env";
import { HOUR_MS } from "#lib/time";
import type { MessageRecipient } from "./recipient";
import { type Route, routeOf } from "./route";

/**
 * The active runs of a lead that speak through the channel of a route. Those with a channel of
 * their own do where it is this one. Others do where they would be routed there, too, or else have
 * sent something in its conversation.
 */
function runsOnChannel(scope: Scope, lead: MessageRecipient, { platform, ...route }: Route) {
  const usual = routeOf(lead, { platform });
  const isUsual = usual?.channel?.id === route.channel?.id;
  const hasSpoken = sql`exists (
    select 1 from messages
    where messages.run_id = runs.id and conversation_id = ${route.conversation?.id ?? 0})`;
  const ofPlatform = lead.channels.filter((channel) => channel.platform === platform);
  const own = JSON.stringify(ofPlatform.map(({ id }) => id));
  return sql`
    select runs.id from runs cross join scenarios on scenarios.id = runs.scenario_id
    where runs.lead_id = ${lead.id} and +${owned(scope, runs)}
      and runs.ended_at is null and runs.paused_at is null
      and scenarios.platform = ${platform} and iif(
        runs.channel_id in (select value from json_each(${own})),
        runs.channel_id = ${route.channel?.id ?? null},
        ${isUsual ? sql`true` : hasSpoken})
      and ${isWanted(scope)}`;
}

/** True if the workspace wants persons to take over from runs. */
const isWanted = ({ workspaceId }: Scope) => sql`(
  select settings ->> 'reply_pauses_runs' from workspaces where id = ${workspaceId})`;

/** Pauses the runs that a person's reply takes over from, where the workspace wants that. */
export function pauseRunsOnChannel(scope: Scope, lead: MessageRecipient, route: Route) {
  const which = runsOnChannel(scope, lead, route);
  return [holdQueuedOfRuns(scope, which), holdRuns(scope, which, "person_replied")];
}

/** A person takes over from no run that begins so long after the message was written. */
const LATE_MS = HOUR_MS;

const KEPT_NUMBERS = listed(platforms.filter((name) => platformTraits[name].leadsKeepNumber));

/** The channel by which a lead is usually written to, as `channelOf` (route.ts) has it. */
const usualChannel = sql`ifnull(
  (select own.id from channels as own
    where own.workspace_id = leads.workspace_id and own.platform = conversations.platform
      and own.platform in ${KEPT_NUMBERS}
      and own.external_id = cast(leads.whatsapp_phone_number_id as text)),
  (select usual.id from channels as usual
    where usual.workspace_id = leads.workspace_id and usual.platform = conversations.platform
      and usual.is_default = 1))`;

/**
 * Pauses the runs on a channel that persons have taken over from in the platform's own app, by the
 * messages with these ids that the same batch stores at `now`.
 */
export function pauseRunsOfEchoes(scope: Scope, channelId: number, externalIds: SQL, now: number) {
  const hasSpoken = sql`exists (
    select 1 from messages as own
    where own.run_id = runs.id and own.conversation_id = conversations.id)`;
  const isOwn = sql`exists (
    select 1 from channels as own
    where own.id = runs.channel_id and own.workspace_id = runs.workspace_id
      and own.platform = conversations.platform)`;
  const which = sql`
    select runs.id from messages
      cross join conversations on conversations.id = messages.conversation_id
      cross join leads on leads.id = conversations.lead_id
      cross join runs on runs.lead_id = leads.id and +${owned(scope, runs)}
      cross join scenarios on scenarios.id = runs.scenario_id
    where ${isWanted(scope)}
      and messages.channel_id = ${channelId} and messages.external_id in (${externalIds})
      and messages.origin = 'native_app' and messages.type not in ('system', 'reaction')
      and messages.created_at = ${now}
      and runs.ended_at is null and runs.paused_at is null
      and runs.created_at < messages.sent_at + ${LATE_MS}
      and scenarios.platform = conversations.platform
      and iif(${isOwn}, runs.channel_id = ${channelId}, ${usualChannel} = ${channelId}
        or ${hasSpoken})`;
  return [holdQueuedOfRuns(scope, which), holdRuns(scope, which, "person_replied")];
}
