import { eq, type SQL, sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { type DraftSettings, scenarioDrafts } from "#db/schema/authoring";
import { scenarios } from "#db/schema/automation";
import { within } from "#db/scope/scope";
import { underQuota } from "#db/writes/quotas";
import { actorOf } from "#domain/actors";
import type { Scope } from "#env";
import { kindOf, kindsOf } from "#features/automation/runs/migration/fate";
import { found, invalid, Problem, throwErrors } from "#lib/problem";
import { iso } from "#lib/time";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { loadChecks, loadTriggers } from "../checks";
import { selectKnownAmong } from "../known";
import type { Trigger } from "../schema";
import { scenarioErrors } from "../store";
import { isRunnable, type Warning } from "../warnings";
import {
  impactOf,
  selectActiveRuns,
  selectTriggersNow,
  type TriggersNow,
  triggersImpactOf,
} from "./impact";
import type { Draft, DraftInput } from "./schema";

/** A draft with the revision that its ETag is made from. */
export type Revised = { draft: Draft; revision: number };

export const isDraft = (scope: Scope, id: number) =>
  within(scope, scenarioDrafts, eq(scenarioDrafts.scenarioId, id));

/** Selects the draft of a scenario. */
export const selectDraft = (scope: Scope, id: number) =>
  scope.db.select().from(scenarioDrafts).where(isDraft(scope, id));

/** Selects the number of a scenario's newest version, and its platform. */
export const selectNewest = (scope: Scope, id: number) =>
  scope.db
    .select({ version: scenarios.version, platform: scenarios.platform })
    .from(scenarios)
    .where(within(scope, scenarios, eq(scenarios.id, id)));

/** Selects all that a draft is shown with. */
const selectShown = (scope: Scope, id: number) => ({
  newest: selectNewest(scope, id),
  row: selectDraft(scope, id),
  known: selectKnownAmong(
    scope,
    (kind) => sql`(
      select value from scenario_drafts cross join json_each(mentions, ${`$.${kind}`})
      where ${isDraft(scope, id)})`,
  ),
  activeRuns: selectActiveRuns(scope, id),
  triggersNow: selectTriggersNow(scope, id),
});

type Shown = Awaited<ReturnType<typeof readShown>>;
const readShown = (scope: Scope, id: number) => readBatch(scope, selectShown(scope, id));

async function toWire(scope: Scope, { newest, row, known, ...now }: Shown): Promise<Revised> {
  const { version } = found(newest[0]);
  const { settings, nodes, edges, triggers, ...draft } = found(row[0]);
  const { graphWarnings, readKnown, requestedGraph } = await loadChecks();
  const kept = triggers === null ? JSON.parse(found(now.triggersNow[0]).kept) : [];
  const graph = requestedGraph({ nodes, edges, triggers: triggers ?? kept });
  const rows = kept.length > 0 ? await readKnown(scope, graph) : known;
  const warnings = await graphWarnings(scope, graph, settings.platform, rows, draft.scenarioId);
  const kinds = kindsOf(nodes.map(kindOf));
  return {
    revision: draft.revision,
    draft: {
      scenario_id: draft.scenarioId,
      base_version: draft.baseVersion,
      is_outdated: draft.baseVersion !== version,
      name: settings.name,
      platform: settings.platform,
      provider: settings.provider,
      ...{ nodes, edges, triggers },
      is_active: settings.isActive ?? null,
      tracked_tag_ids: settings.trackedTagIds ?? null,
      webhook_url: settings.webhookUrl ?? null,
      keeps_webhook_url: settings.webhookUrl === undefined,
      changed_by: actorOf(draft.changedBy),
      created_at: iso(draft.createdAt),
      updated_at: iso(draft.updatedAt),
      check: { is_runnable: isRunnable(warnings), warnings },
      impact: {
        ...impactOf(now.activeRuns, kinds),
        triggers: await triggersImpact(
          found(now.triggersNow[0]),
          { ...settings, triggers },
          warnings,
        ),
      },
    },
  };
}

/** The triggers that publishing switches, of a draft that may keep the scenario's. */
async function triggersImpact(
  now: TriggersNow,
  { platform, isActive, triggers }: DraftSettings & { triggers: Trigger[] | null },
  warnings: Warning[],
) {
  const { triggerRows } = await loadTriggers();
  const { [platform]: rows = [] } = triggerRows(triggers ?? JSON.parse(now.kept), platform);
  return triggersImpactOf(now, rows, isActive ?? now.is_active === 1, warnings);
}

/** Reads a scenario's draft, its check and its impact. */
export const getDraft = async (scope: Scope, id: number) =>
  toWire(scope, await readShown(scope, id));

const settingsOf = (input: DraftInput): DraftSettings => ({
  name: input.name,
  platform: input.platform,
  provider: input.provider ?? null,
  isActive: input.is_active,
  trackedTagIds: input.tracked_tag_ids,
  webhookUrl: input.webhook_url,
});

const among = (revisions: number[]) =>
  sql`revision in (select value from json_each(${JSON.stringify(revisions)}))`;

/**
 * Saves the draft of a scenario, in place of the one that it has. With `ifRevisions`, throws a
 * `stale` problem where that is none of those.
 */
export async function saveDraft(
  scope: Scope,
  id: number,
  input: DraftInput,
  ifRevisions: number[] | undefined,
): Promise<Revised> {
  throwErrors(await scenarioErrors(scope, input));
  const { mentionedIn, requestedGraph } = await loadChecks();
  const now = Date.now();
  const base = input.base_version ?? null;
  const isDraftOf = isDraft(scope, id);
  const isExpected =
    ifRevisions &&
    sql`exists (select 1 from scenario_drafts where ${isDraftOf} and ${among(ifRevisions)})`;
  const target = within(
    scope,
    scenarios,
    eq(scenarios.id, id),
    isExpected,
    sql`ifnull(${base}, 0) <= ${scenarios.version}`,
  );
  const { saved, ...shown } = await batch(scope, {
    quota: underQuota(scope, "stored_bytes"),
    saved: sql<{ revision: number }>`
      insert into scenario_drafts (scenario_id, workspace_id, base_version, revision, settings,
        mentions, changed_by, created_at, updated_at, triggers, nodes, edges)
      select id, workspace_id,
        coalesce(${base}, (select base_version from scenario_drafts where ${isDraftOf}), version),
        ${now}, ${JSON.stringify(settingsOf(input))},
        ${JSON.stringify(mentionedIn(scope, requestedGraph(input)))}, ${scope.actor}, ${now},
        ${now}, ${input.triggers === undefined ? null : JSON.stringify(input.triggers)},
        ${JSON.stringify(input.nodes ?? [])}, ${JSON.stringify(input.edges ?? [])}
      from scenarios where ${target}
      on conflict (scenario_id) do update set
        base_version = excluded.base_version, revision = max(excluded.revision, revision + 1),
        settings = excluded.settings, mentions = excluded.mentions,
        changed_by = excluded.changed_by, updated_at = excluded.updated_at,
        triggers = ifnull(excluded.triggers, triggers),
        nodes = excluded.nodes, edges = excluded.edges
      returning revision`,
    ...selectShown(scope, id),
  });
  if (saved.length > 0) return toWire(scope, shown);
  const { version } = found(shown.newest[0]);
  throw base !== null && base > version
    ? invalid(fieldErrors(["base_version"], validationMessages.selected))
    : new Problem("stale");
}

/** Deletes the draft of a scenario; a `not_found` problem where it has none. */
export async function deleteDraft(
  scope: Scope,
  id: number,
  ifRevisions: number[] | undefined,
): Promise<number> {
  const isExpected = ifRevisions ? among(ifRevisions) : sql`true`;
  const { before, deleted } = await batch(scope, {
    before: sql<{ id: number }>`
      select scenario_id as id from scenario_drafts where ${isDraft(scope, id)}`,
    deleted: sql<{ id: number }>`
      delete from scenario_drafts where ${isDraft(scope, id)} and ${isExpected}
      returning scenario_id as id`,
  });
  found(before[0]);
  if (deleted.length === 0) throw new Problem("stale");
  return 1;
}

/** Deletes the draft of the scenario that `isBegun` finds while the draft is published. */
export const dropPublished = (scope: Scope, id: number, isBegun: SQL) => sql`
  delete from scenario_drafts
  where ${isDraft(scope, id)} and exists (select 1 from scenarios where ${isBegun})`;
