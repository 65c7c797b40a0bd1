import { type SQL, sql } from "drizzle-orm";
import { scenarios } from "#db/schema/automation";
import { leads, tags } from "#db/schema/leads";
import { shortLinks } from "#db/schema/links";
import { media } from "#db/schema/media";
import { channels } from "#db/schema/messaging";
import { segments } from "#db/schema/segments";
import { sources } from "#db/schema/sources";
import { scenarioTriggers } from "#db/schema/triggers";
import { within } from "#db/scope/scope";
import { isShown } from "#db/statements/media";
import { limitOf } from "#db/writes/quotas";
import type { Scope } from "#env";
import { selectPausedJson } from "#features/messaging/channels/paused";
import { selectKnownTemplates } from "#features/messaging/templates/known";
import type { ReferenceKind } from "../engine/nodes/definition";

type MentionKind =
  | Exclude<ReferenceKind, "assignee">
  | ("template" | "variable" | "dated" | "trigger" | "hours");

/**
 * The `ref` of templates is JSON: those of a channel. That of a pause is JSON of a `Paused`, those
 * of triggers, effects and the workspace are what `Rivals` are made of.
 */
export type KnownRow = {
  kind: MentionKind | "assignee" | "platform" | "gateway" | "pause" | "effects" | "workspace";
  ref: number | string;
};

/**
 * Selects those of the things that `among` selects, which a graph refers to, that there are; and
 * the channels that are paused.
 */
export const selectKnownAmong = (scope: Scope, among: (kind: MentionKind) => SQL) =>
  sql<KnownRow>`
    select 'tag' as kind, id as ref from ${tags}
      where id in ${among("tag")} and ${within(scope, tags)}
    union all select 'scenario', id from ${scenarios}
      where id in ${among("scenario")} and ${within(scope, scenarios)}
    union all select 'link', id from ${shortLinks}
      where id in ${among("link")} and ${within(scope, shortLinks)}
    union all select 'slug', slug_key from ${shortLinks}
      where slug_key in ${among("slug")} and ${within(scope, shortLinks)}
    union all select kind, ref from (
      select kind, ref from (${selectMore(scope, among)})
      union all select kind, ref from (
        select 'segment' as kind, id as ref from ${segments}
          where id in ${among("segment")} and ${within(scope, segments)}
        union all select 'source', id from ${sources}
          where id in ${among("source")} and ${within(scope, sources)}
        union all select 'trigger', json_object(
            'scenarioId', scenario_id, 'id', trigger_id, 'type', type, 'lane', lane,
            'platform', platform, 'data', json(data), 'place', place, 'since', ifnull(since, 0),
            'scenario', (select name from scenarios where id = scenario_id))
          from ${scenarioTriggers}
          where exists ${among("trigger")}
            and ${within(scope, scenarioTriggers, sql`is_on and lane = 'speech'`)}
        union all select 'effects', json_object('id', id, 'effects', json(effects), 'triggers', (
            select json_group_array(json_object('type', type, 'data', json(data)))
            from scenario_triggers
            where scenario_id = scenarios.id and is_on and type in ('tag_added', 'stage_changed')))
          from ${scenarios}
          where exists ${among("trigger")}
            and ${within(scope, scenarios, sql`is_active and effects <> '{}'`)}
        union all select 'workspace', json_object(
            'opt_out_keywords', settings -> 'opt_out_keywords',
            'opt_in_keywords', settings -> 'opt_in_keywords',
            'most', ${limitOf(scope, "triggers")}, 'on', json(${triggersOn(scope)}))
          from workspaces where id = ${scope.workspaceId} and exists ${among("trigger")})
      union all select 'template', templates
        from (${selectKnownTemplates(scope, among("template"))})
      union all select 'variable', asked.value from ${among("variable")} as asked
        where ${isVariableOfLeads(scope, sql`asked.value`)}
      union all select 'pause', paused from (${selectPausedJson(scope)}))`;

/** The number of triggers that are on, by scenario, as a JSON object. */
const triggersOn = (scope: Scope) => sql`(
  select json_group_object(scenario_id, n) from (
    select scenario_id, count(*) as n from ${scenarioTriggers}
    where ${within(scope, scenarioTriggers, sql`is_on`)} group by scenario_id))`;

/** D1 takes five terms of a compound at most. */
const selectMore = (scope: Scope, among: (kind: MentionKind) => SQL) => sql`
  select 'medium' as kind, id as ref from ${media}
    where id in ${among("medium")} and ${within(scope, media, isShown)}
  union all select 'channel', id from ${channels}
    where id in ${among("channel")} and ${within(scope, channels)}
  union all select 'platform', json_array(id, platform) from ${channels}
    where id in ${among("channel")} and ${within(scope, channels)}
  union all select 'dated', asked.value from ${among("dated")} as asked
    where ${isVariableOfLeads(scope, sql`asked.value`)} or not ${hasLeads(scope)}
  union all select kind, ref from (${selectHours(scope, among("hours"))})`;

/**
 * Selects the owners of business hours: the workspace, or channels of a platform; and the channels
 * with a gateway.
 */
const selectHours = (scope: Scope, asked: SQL) => sql`
  select 'hours' as kind, 'workspace' as ref from workspaces
    where exists ${asked} and id = ${scope.workspaceId}
      and json_type(settings, '$.business_hours') = 'object'
  union all select distinct 'hours', platform from ${channels}
    where exists ${asked} and ${within(scope, channels, sql`business_hours is not null`)}
  union all select 'gateway', json_object(
      'name', name, 'platform', platform, 'provider', provider, 'accepts', json(accepts))
    from ${channels} where ${within(scope, channels, sql`provider = 'webhook'`)}`;

const hasLeads = (scope: Scope) => sql`exists (
  select 1 from ${leads} where ${within(scope, leads)})`;

const RECENT_LEADS = 100;

/** True if one of the newest leads has a variable of the name, or one that it is a path into. */
const isVariableOfLeads = (scope: Scope, name: SQL) => sql`exists (
  select 1 from (
    select variables from ${leads} where ${within(scope, leads)}
    order by id desc limit ${RECENT_LEADS}) as recent, json_each(recent.variables) as own
  where own.key in (${name}, substr(${name}, 1, instr(${name} || '.', '.') - 1)))`;
