import { eq, type SQL, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { auditLog } from "#db/schema/access";
import { runs } from "#db/schema/automation";
import { consents, suppressions } from "#db/schema/consents";
import { events } from "#db/schema/events";
import { leadIdentities, leads, tags } from "#db/schema/leads";
import { linkClicks, linkSends } from "#db/schema/links";
import { messages } from "#db/schema/messages";
import { within } from "#db/scope/scope";
import { dataOfRunEvent, detailOfStep } from "#db/statements/run-events";
import { actorOf } from "#domain/actors";
import type { Scope } from "#env";
import { pauseAfter } from "#lib/chunks";
import { iso, isoOrNull } from "#lib/time";
import { type Place, walkRows } from "./walks";

// Walks of the parts of a bundle that no list of the API has, or has by the lead.

type Json = Record<string, unknown>;
/** The columns of a row that hold times. */
const timed = (row: Json, ...names: string[]): Json => ({
  ...row,
  ...Object.fromEntries(names.map((name) => [name, isoOrNull(row[name] as number | null)])),
});

export const tagsOf = (scope: Scope, id: number) =>
  walkRows(
    scope,
    ([after], limit) => sql<{ p0: number } & Json>`
      select tags.id as p0, tags.id as tag_id, label, lead_tags.created_at as added_at
      from lead_tags cross join tags on tags.id = lead_tags.tag_id
      where ${within(scope, tags)} and lead_id = ${id} and tags.id > ${after}
      order by tags.id limit ${limit}`,
    (row: Json) => timed(row, "added_at"),
  );

/** `words`: whether the message by which it was said may be shown. */
export const consentsOf = (scope: Scope, id: number, words: boolean) =>
  walkRows(
    scope,
    ([after], limit) => sql<{ p0: number } & Json>`
      select id as p0, id, lead_id, scope, kind, method, message_id, at, created_at,
        ifnull(
          words, ${words ? sql`(select text from messages where messages.id = message_id)` : null})
          as words
      from consents where ${within(scope, consents, sql`lead_id = ${id} and id > ${after}`)}
      order by id limit ${limit}`,
    (row: Json) => timed(row, "at", "created_at"),
  );

/** The `+` keeps SQLite from walking through all of the workspace's by their ids. */
export const suppressionsOf = (scope: Scope, id: number) =>
  walkRows(
    scope,
    ([after], limit) => sql<{ p0: number } & Json>`
      select id as p0, id, kind, scope, at, marketing_at, created_at from suppressions
      where ${within(scope, suppressions)} and +suppressions.id > ${after} and hash in (
        select phone_hash from leads where ${within(scope, leads, eq(leads.id, id))}
        union all select email_hash from leads where ${within(scope, leads, eq(leads.id, id))}
        union all
        select hash from lead_identities
        where ${within(scope, leadIdentities, eq(leadIdentities.leadId, id))})
      order by +suppressions.id limit ${limit}`,
    (row: Json) => timed(row, "at", "marketing_at", "created_at"),
  );

export const claimsOf = (scope: Scope, id: number) =>
  walkRows(
    scope,
    ([after], limit) => sql<{ p0: number; value: string } & Json>`
      select profile_claims.id as p0, field, value, confidence, quote,
        profile_claims.conversation_id, message_id, model, prompt_version,
        ifnull(sent_at, messages.created_at) as said_at, profile_claims.created_at as analysed_at
      from profile_claims cross join messages on messages.id = message_id
      where profile_claims.lead_id = ${id} and profile_claims.id > ${after}
        and ${within(scope, messages)}
      order by profile_claims.id limit ${limit}`,
    ({ value, ...row }: Json) => ({
      ...timed(row, "said_at", "analysed_at"),
      value: JSON.parse(String(value)),
    }),
  );

/** The conditions of a walk in two levels: rows behind a place, of parents that come in order. */
const behind = (parent: SQL, child: SQL, [a, b]: Place) =>
  sql`${parent} >= ${a} and ${child} > iif(${parent} = ${a}, ${b}, -1)`;

export const clicksOf = (scope: Scope, id: number) =>
  walkRows(
    scope,
    ([a, b, c], limit) => sql<{ p0: number; p1: number; p2: number } & Json>`
      select link_sends.id as p0, clicked_at as p1, link_clicks.id as p2, link_clicks.id,
        link_clicks.short_link_id, link_send_id, link_clicks.lead_id, clicked_at, country,
        referrer_host, device,
        suspected_scanner
      from link_sends cross join link_clicks on link_send_id = link_sends.id
      where ${within(scope, linkSends, eq(linkSends.leadId, id))} and link_sends.id >= ${a}
        and clicked_at >= iif(link_sends.id = ${a}, ${b}, 0)
        and (link_sends.id, clicked_at, link_clicks.id) > (${a}, ${b}, ${c})
        and ${within(scope, linkClicks)}
      order by link_sends.id, clicked_at, link_clicks.id limit ${limit}`,
    ({ suspected_scanner, ...row }: Json) => ({
      ...timed(row, "clicked_at"),
      suspected_scanner: suspected_scanner === null ? null : suspected_scanner === 1,
    }),
  );

export const stepsOf = (scope: Scope, id: number) =>
  walkRows(
    scope,
    (after, limit) => sql<{ p0: number; p1: number; detail: string | null } & Json>`
      select runs.id as p0, visit as p1, run_id, visit, run_steps.node_id, type, entered_at,
        left_at,
        outcome, ${detailOfStep} as detail,
        (select id from messages
          where messages.run_id = run_steps.run_id and messages.visit = run_steps.visit)
          as message_id
      from runs cross join run_steps on run_id = runs.id
      where ${within(scope, runs, eq(runs.leadId, id))}
        and ${behind(sql`runs.id`, sql`visit`, after)}
      order by runs.id, visit limit ${limit}`,
    ({ detail, ...row }: Json) => ({
      ...timed(row, "entered_at", "left_at"),
      detail: detail === null ? null : JSON.parse(String(detail)),
    }),
  );

/** Events that a run has not been stepped with yet. */
export const runEventsOf = (scope: Scope, id: number) =>
  walkRows(
    scope,
    (after, limit) => sql<{ p0: number; p1: number; data: string } & Json>`
      select runs.id as p0, seq as p1, run_id, kind, message_id, ${dataOfRunEvent} as data, at
      from runs cross join run_events on run_id = runs.id
      where ${within(scope, runs, eq(runs.leadId, id))}
        and ${behind(sql`runs.id`, sql`seq`, after)}
      order by runs.id, seq limit ${limit}`,
    ({ data, ...row }: Json) => ({ ...timed(row, "at"), data: JSON.parse(String(data)) }),
  );

/** Events as they are stored. In the feed they show what they name as well. */
export const eventsOf = (scope: Scope, id: number) =>
  walkRows(
    scope,
    ([after], limit) => sql<{ p0: number; data: string; actor: string | null } & Json>`
      select id as p0, id, type, scenario_id, data, actor from events
      where ${within(scope, events, sql`lead_id = ${id} and id > ${after}`)}
      order by id limit ${limit}`,
    ({ id: eventId, data, actor, ...row }: Json) => ({
      id: eventId,
      ...row,
      timestamp: iso(Math.floor(Number(eventId) / 1_000)),
      actor: actorOf(actor as string | null),
      data: JSON.parse(String(data)),
    }),
  );

/** The entries of the audit log that one read looks at. */
const LOOKED_AT = 5_000;

/** The entries about the lead. */
export async function* actsOf(scope: Scope, id: number): AsyncGenerator<Json[]> {
  for (let after: number | null = 0; after !== null; ) {
    const behind: SQL = within(scope, auditLog, sql`id > ${after}`);
    const { found } = await pauseAfter(() =>
      readBatch(scope, {
        found: sql<{ last: number | null; entries: string }>`
          select max(id) as last, json_group_array(json_object(
              'id', id, 'action', action, 'created_at', created_at, 'request_id', request_id,
              'actor', json_object('type', actor_type, 'id', actor_id, 'name', actor_name)))
            filter (where target_id = ${id} and action glob 'lead.*') as entries
          from (select * from audit_log where ${behind} order by id limit ${LOOKED_AT})`,
      }),
    );
    const [page] = found;
    const entries: Json[] = JSON.parse(page?.entries ?? "[]");
    yield entries.map((row) => timed(row, "created_at"));
    after = page?.last ?? null;
  }
}
