import { type SQL, sql } from "drizzle-orm";
import { scenarios } from "#db/schema/automation";
import { leads, tags } from "#db/schema/leads";
import { shortLinks } from "#db/schema/links";
import { media } from "#db/schema/media";
import { channels } from "#db/schema/messaging";
import { segments } from "#db/schema/segments";
import { scenarioTriggers } from "#db/schema/triggers";
import { within } from "#db/scope/scope";
import { isShown } from "#db/statements/media";
import { limitOf } from "#db/writes/quotas";
import type { Scope } from "#env";
import { selectPausedJson } from "#features/messaging/channels/paused";
import { selectKnownTemplates } from "#features/messaging/templates/known";
import type { ReferenceKind } from "../engine/nodes/definition";

/** The `ref` of templates is JSON: those of a channel. That of a pause is JSON of a `Paused`. */
export type KnownRow = {
  kind: ReferenceKind | "template" | "variable" | "pause" | "trigger" | "effects" | "workspace";
  ref: number | string;
};

type MentionKind = Exclude<ReferenceKind, "assignee"> | "template" | "variable" | "trigger";

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
      select 'medium' as kind, id as ref from ${media}
        where id in ${among("medium")} and ${within(scope, media, isShown)}
      union all select kind, ref from (
        select 'channel' as kind, id as ref from ${channels}
          where id in ${among("channel")} and ${within(scope, channels)}
        union all select 'segment', id from ${segments}
          where id in ${among("segment")} and ${within(scope, segments)}
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

const RECENT_LEADS = 100;

/** True if one of the newest leads has a variable of the name, or one that it is a path into. */
const isVariableOfLeads = (scope: Scope, name: SQL) => sql`exists (
  select 1 from (
    select variables from ${leads} where ${within(scope, leads)}
    order by id desc limit ${RECENT_LEADS}) as recent, json_each(recent.variables) as own
  where own.key in (${name}, substr(${name}, 1, instr(${name} || '.', '.') - 1)))`;
