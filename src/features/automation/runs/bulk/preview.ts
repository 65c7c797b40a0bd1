import { and, eq, type SQL, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { runs, scenarios } from "#db/schema/automation";
import { channels } from "#db/schema/messaging";
import { present } from "#db/scope/present";
import { within } from "#db/scope/scope";
import { ofChannel } from "#db/statements/templates";
import { type PreviewReason, previewReasons } from "#domain/automation";
import type { Scope } from "#env";
import { asked } from "#features/automation/scenarios/asked-templates";
import { loadChecks } from "#features/automation/scenarios/checks";
import { type StoredGraph, selectGraphOf } from "#features/automation/scenarios/versions/graph";
import { isReachable } from "#features/leads/reachable";
import { pageIds } from "#features/leads/search/page";
import type { LeadFilter } from "#features/leads/search/query";
import { selectPaused, toPausedChannel } from "#features/messaging/channels/paused";
import { isWindowClosed } from "#features/messaging/outbound/block-conditions";
import { pauseAfter } from "#lib/chunks";
import { cutPage, type PageRequest } from "#lib/cursor";
import type { BulkEnrolInput } from "../input";
import { hasActiveRun, haveIds } from "./chunk";
import { checkReferences } from "./enrolment";
import { isHeldOut, seedOf } from "./holdout";
import type { BulkEnrolment, EnrolmentPreview } from "./schema";

/** A dry run looks at so many leads, and walks so many pages for them. */
const [MAX_LEADS, MAX_PAGES] = [10_000, 20];
const LEADS_AT_ONCE = 1_000;
/** The most leads that it names of each kind. */
const MAX_NAMED = 100;

type Flag = 0 | 1;
type Row = {
  id: number;
  stop: Flag;
  optedOut: Flag;
  marketingOptedOut: Flag;
  active: Flag;
  elsewhere: Flag;
  reachable: Flag;
  closed: Flag;
};

/** True if no message of the last 24 hours from the lead has come by its usual channel. */
function isClosed(scope: Scope, platform: SQL) {
  const usual = (condition: SQL) => sql`(
    select channels.id from channels
    where ${within(scope, channels, sql`channels.platform = ${platform}`, condition)})`;
  return sql`not exists (
    select 1 from conversations
    where conversations.lead_id = leads.id and not ${isWindowClosed(Date.now())}
      and conversations.channel_id = ifnull(
        ${usual(sql`channels.external_id = '' || leads.whatsapp_phone_number_id`)},
        ${usual(sql`channels.is_default`)}))`;
}

/**
 * The facts that decide on each of the leads whose ids `rows` gives as `page.row_id`. `closed` is
 * that about windows only where the scenario needs one.
 */
function selectFacts(scope: Scope, scenarioId: number, rows: SQL, needsWindow: boolean) {
  const isScenario = within(scope, scenarios, eq(scenarios.id, scenarioId));
  const platform = sql`(select platform from scenarios where ${isScenario})`;
  const isElsewhere = and(
    sql`scenario_id <> ${scenarioId} and lead_id = leads.id and ended_at is null`,
    present(runs),
  );
  return sql<Row>`
    select leads.id, page.stop, is_optout as optedOut, is_marketing_optout as marketingOptedOut,
      ${hasActiveRun(scenarioId)} as active,
      exists (select 1 from runs where ${isElsewhere}) as elsewhere,
      ${isReachable(platform)} as reachable,
      ${needsWindow ? isClosed(scope, platform) : sql`0`} as closed
    from (${rows}) as page cross join leads on leads.id = page.row_id
    order by page.row_id desc`;
}

/**
 * The sending that is possible: `channel` if the workspace has an active one of the scenario's
 * platform, `marketing` if the scenario can send a template there that may be marketing.
 */
const selectSending = (scope: Scope, scenarioId: number) => {
  const isScenario = within(scope, scenarios, eq(scenarios.id, scenarioId));
  const isUsable = sql`channels.status = 'active' and channels.platform = (
    select platform from scenarios where ${isScenario})`;
  const category = sql`
    select category from templates
    where ${ofChannel(scope, sql`channels.id`)}
      and templates.name = ${asked.name} and templates.language = ${asked.language}`;
  return sql<{ channel: Flag; marketing: Flag }>`
    select
      exists (select 1 from channels where ${within(scope, channels, isUsable)}) as channel,
      exists (
        select 1 from scenarios
        cross join scenario_versions on scenario_versions.scenario_id = scenarios.id
                                    and scenario_versions.version = scenarios.version
        cross join json_each(scenario_versions.nodes) as node
        left join channels on ${within(scope, channels, isUsable)}
        where ${isScenario} and ${asked.name} is not null
          and ifnull((${category}), 'marketing') = 'marketing') as marketing`;
};

/** The channels of the scenario's platform that are paused. */
const selectPausedFor = (scope: Scope, scenarioId: number) => {
  const isScenario = within(scope, scenarios, eq(scenarios.id, scenarioId));
  return selectPaused(scope, sql`platform = (select platform from scenarios where ${isScenario})`);
};

/** The decisions that hold for all leads of a dry run. */
type Terms = {
  seed: string | null;
  holdout: number;
  sendsMarketing: boolean;
  needs: { window: boolean; comment: boolean };
};

/** The kinds that a lead belongs to. */
function reasonsFor(row: Row, { seed, holdout, sendsMarketing, needs }: Terms): PreviewReason[] {
  if (row.optedOut) return ["opted_out"];
  if (row.active) return ["already_active"];
  if (isHeldOut(seed, row.id, holdout)) return ["holdout"];
  return [
    "enrolled",
    ...(sendsMarketing && row.marketingOptedOut ? (["marketing_opted_out"] as const) : []),
    ...(row.reachable ? [] : (["no_address"] as const)),
    ...(row.elsewhere ? (["in_other_run"] as const) : []),
    ...(row.closed ? (["window_closed"] as const) : []),
    ...(needs.comment ? (["no_comment"] as const) : []),
  ];
}

/** The facts of leads in parts: of the leads with some ids, or page after page of a filter. */
async function* partsOf(
  scope: Scope,
  scenarioId: number,
  input: BulkEnrolInput,
  { needs }: Terms,
  filter?: LeadFilter,
) {
  const facts = (rows: SQL) => ({ rows: selectFacts(scope, scenarioId, rows, needs.window) });
  const read = async (rows: SQL) => (await pauseAfter(() => readBatch(scope, facts(rows)))).rows;
  if (!filter) {
    const ids = input.lead_ids ?? [];
    for (let at = 0; at < ids.length; at += LEADS_AT_ONCE) {
      const isPart = haveIds(scope, ids.slice(at, at + LEADS_AT_ONCE));
      yield {
        rows: await read(sql`select id as row_id, 0 as stop from leads where ${isPart}`),
        isLast: true,
      };
    }
    return;
  }
  const page: PageRequest = { cursor: null, perPage: LEADS_AT_ONCE };
  for (;;) {
    const { items, next } = cutPage(
      await read(pageIds(scope, filter, page)),
      page,
      (row: Row) => row,
    );
    yield { rows: items, isLast: next === null };
    if (next === null) return;
    page.cursor = next;
  }
}

const needsOf = async (graph: StoredGraph | undefined) =>
  graph ? (await loadChecks()).needsOfEnrolment(graph) : { window: false, comment: false };

/** The outcome that a bulk enrolment would have. Writes nothing. */
export async function previewEnrolment(
  scope: Scope,
  scenarioId: number,
  input: BulkEnrolInput,
): Promise<{ data: BulkEnrolment; preview: EnrolmentPreview }> {
  const filter = await checkReferences(scope, scenarioId, input);
  const { sending, paused, graph } = await readBatch(scope, {
    graph: selectGraphOf(scope, scenarioId, "current"),
    sending: selectSending(scope, scenarioId),
    paused: selectPausedFor(scope, scenarioId),
  });
  const terms = {
    ...{ seed: seedOf(input), holdout: input.holdout ?? 0 },
    sendsMarketing: sending[0]?.marketing === 1,
    needs: await needsOf(graph[0]),
  };
  const groups = previewReasons.map((reason) => ({ reason, count: 0, lead_ids: [] as number[] }));
  let [matched, pages, exact] = [0, 0, true];
  for await (const { rows, isLast } of partsOf(scope, scenarioId, input, terms, filter)) {
    matched += rows.length;
    exact = isLast;
    for (const row of rows) {
      const reasons = reasonsFor(row, terms);
      for (const group of groups.filter(({ reason }) => reasons.includes(reason))) {
        group.count++;
        if (group.lead_ids.length < MAX_NAMED) group.lead_ids.push(row.id);
      }
    }
    if (++pages === MAX_PAGES || matched >= MAX_LEADS) break;
  }
  const countOf = (wanted: PreviewReason) =>
    groups.find(({ reason }) => reason === wanted)?.count ?? 0;
  return {
    data: {
      matched,
      enrolled: countOf("enrolled"),
      already_active: countOf("already_active"),
      opted_out: countOf("opted_out"),
    },
    preview: {
      exact,
      has_channel: sending[0]?.channel === 1,
      paused_channels: paused.map(toPausedChannel),
      holdout_seed: terms.seed,
      groups,
    },
  };
}
