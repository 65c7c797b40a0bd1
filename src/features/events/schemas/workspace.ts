import * as z from "zod";
import { disableReasons } from "#domain/events";
import { pauseReasons, stopReasons } from "#domain/messaging";
import { quotaNames } from "#domain/quotas";
import { qualities, templateStatuses } from "#domain/templates";
import { at } from "#lib/fields";
import { eventOf } from "./event";

const scenario = z.object({ scenario_id: z.int() }).meta({ id: "ScenarioEventData" });
const templateStatus = z.enum(templateStatuses);
const quality = z.enum(qualities);
const channelPause = z
  .object({ channel_id: z.int(), reason: z.enum(pauseReasons) })
  .meta({ id: "ChannelPauseEventData" });
const endpoint = z.object({ webhook_endpoint_id: z.int() });

/** Events about what a workspace has set up. */
export const workspaceEvents = [
  eventOf("scenario.activated", "A scenario was activated: its runs go on.", scenario, {
    scenario_id: 2,
  }),
  eventOf("scenario.paused", "A scenario was paused, and its runs with it.", scenario, {
    scenario_id: 2,
  }),
  eventOf("scenario.deleted", "A scenario was deleted, with its runs.", scenario, {
    scenario_id: 2,
  }),
  eventOf(
    "scenario.runs_removed",
    "Runs of a scenario were removed by one request: all, or those of one lead. Runs that begin " +
      "later have higher ids.",
    scenario.extend({
      lead_id: z.int().nullable().meta({ description: "`null`: the runs of all leads." }),
      last_run_id: z.int().meta({ description: "Runs up to this id are gone." }),
    }),
    { scenario_id: 2, lead_id: null, last_run_id: 16 },
  ),
  eventOf(
    "scenario.trigger_limited",
    "A trigger has started as many runs as its `max_per_hour` allows. Further starts wait for " +
      "the next hour with room. It is announced once an hour.",
    scenario.extend({ trigger_id: z.string(), max_per_hour: z.int() }),
    { scenario_id: 2, trigger_id: "hot", max_per_hour: 1_000 },
  ),
  eventOf(
    "tag.deleted",
    "A tag was deleted. It disappears from leads, short links and scenarios.",
    z.object({ tag_id: z.int() }),
    { tag_id: 3 },
  ),
  eventOf(
    "short_link.deleted",
    "A short link was deleted, with its link sends and clicks.",
    z.object({ short_link_id: z.int() }),
    { short_link_id: 5 },
  ),
  eventOf(
    "channel.stopped",
    "A channel was stopped: it sends nothing more.",
    z.object({ channel_id: z.int(), reason: z.enum(stopReasons) }),
    { channel_id: 1, reason: "unauthorized" },
  ),
  eventOf(
    "channel.paused",
    "A channel was paused: its messages wait, and it tries one from time to time.",
    channelPause,
    { channel_id: 1, reason: "payment" },
  ),
  eventOf(
    "channel.resumed",
    "A channel's pause has ended: what has waited is sent.",
    channelPause,
    { channel_id: 1, reason: "payment" },
  ),
  eventOf(
    "channel.token_expiring",
    "A channel's token expires within seven days, and could not be renewed. Give the channel a " +
      "new one: it stops when the token has expired.",
    z.object({ channel_id: z.int(), expires_at: at }),
    { channel_id: 1, expires_at: "2026-11-27T10:15:30.123Z" },
  ),
  eventOf(
    "source.failing",
    "A request to a source failed its verification, the day's first in UTC. Either its secret " +
      "differs from the sender's, or somebody else calls its `inbound_url`.",
    z.object({ source_id: z.int(), name: z.string() }),
    { source_id: 7, name: "Landing page" },
  ),
  eventOf(
    "template.updated",
    "The status or the quality of a channel's template has changed. A paused, disabled or " +
      "rejected one can't be sent.",
    z.object({
      channel_id: z.int(),
      template_id: z.int(),
      name: z.string(),
      language: z.string(),
      status: templateStatus,
      previous_status: templateStatus,
      quality: quality.nullable(),
      previous_quality: quality.nullable(),
      reason: z.string().nullable().meta({ description: "What WhatsApp said." }),
    }),
    {
      channel_id: 1,
      template_id: 1_795_169_730_123_000,
      name: "revive",
      language: "en_US",
      status: "paused",
      previous_status: "approved",
      quality: "red",
      previous_quality: "yellow",
      reason: null,
    },
  ),
  eventOf(
    "workspace.quota_reached",
    "The workspace reached a quota, so something was refused or held back. Sent once in a UTC " +
      "day for each quota.",
    z.object({ quota: z.enum(quotaNames), limit: z.int() }),
    { quota: "messages_per_day", limit: 1_000_000 },
  ),
  eventOf(
    "webhook_endpoint.disabled",
    "The service disabled a webhook endpoint: it answered 410 (`gone`), or nothing could be " +
      "delivered for days (`failing`).",
    endpoint.extend({
      reason: z.enum(disableReasons),
      scenario_id: z
        .int()
        .nullable()
        .meta({ description: "The scenario whose `webhook_url` it is." }),
    }),
    { webhook_endpoint_id: 4, reason: "failing", scenario_id: null },
  ),
  eventOf(
    "webhook_endpoint.test",
    "A test of an endpoint was requested. Sent to that endpoint only.",
    endpoint,
    {
      webhook_endpoint_id: 4,
    },
  ),
] as const;
