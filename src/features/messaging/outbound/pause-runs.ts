import { sql } from "drizzle-orm";
import { runs } from "#db/schema/automation";
import { owned } from "#db/scope/scope";
import { holdQueuedOfRuns } from "#db/statements/messages/queued";
import { holdRuns } from "#db/statements/run-pauses";
import type { Scope } from "#env";
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
      and (
        select settings ->> 'reply_pauses_runs' from workspaces where id = ${scope.workspaceId})`;
}

/** Pauses the runs that a person's reply takes over from, where the workspace wants that. */
export function pauseRunsOnChannel(scope: Scope, lead: MessageRecipient, route: Route) {
  const which = runsOnChannel(scope, lead, route);
  return [holdQueuedOfRuns(scope, which), holdRuns(scope, which, "person_replied")];
}
