import { type SQL, sql } from "drizzle-orm";
import { tags } from "#db/schema/leads";
import { type Statement, within } from "#db/scope/scope";
import type { Hashes } from "#db/statements/contact-hashes";
import { attachPairs, detachPairs } from "#db/statements/lead-tags";
import { changeLeads } from "#db/statements/leads/changes";
import { isCommitted, listOf } from "#db/statements/runs";
import type { Scope } from "#env";
import type { Effect, Run } from "#features/automation/engine/run";
import { changeJson, hashChanges } from "#features/leads/changes";
import type { Outcome } from "./work";

/** An effect of a run on its lead. */
export type Change = Extract<Effect, { kind: "add_tags" | "remove_tags" | "update_lead" }>;

export const isChange = (effect: Effect): effect is Change =>
  ["add_tags", "remove_tags", "update_lead"].includes(effect.kind);

/** The scope with the country of the workspace, which the runs have been read with. */
const withCountry = (scope: Scope, [first]: { run: Run }[]): Scope => ({
  ...scope,
  defaultCountry: first?.run.workspace.defaultCountry ?? null,
});

/** The hashes of the phones and e-mails that the outcomes set. */
export const hashesOf = (scope: Scope, outcomes: Outcome[]): Promise<Hashes> =>
  hashChanges(
    withCountry(scope, outcomes),
    outcomes.flatMap(({ effects }) =>
      effects.flatMap((effect) => (effect.kind === "update_lead" ? [effect.change] : [])),
    ),
  );

/** Applies one change of each run to its lead. */
export function changeStatements(
  scope: Scope,
  token: string,
  changes: { run: Run; change: Change }[],
  hashes: Hashes,
): Statement[] {
  const pairsOf = (kind: "add_tags" | "remove_tags") =>
    changes.flatMap(({ run, change }) =>
      change.kind === kind
        ? change.tagIds.map((tag) => ({ run: run.id, lead: run.lead.id, tag }))
        : [],
    );
  const inCountry = withCountry(scope, changes);
  const updates = changes.flatMap(({ run, change }) =>
    change.kind === "update_lead"
      ? [{ run: run.id, ...changeJson(inCountry, run.lead.id, change.change, hashes) }]
      : [],
  );
  return [
    ...addTags(scope, token, pairsOf("add_tags")),
    ...removeTags(scope, token, pairsOf("remove_tags")),
    ...updateLeads(scope, token, updates),
  ];
}

/** The run of an item as an actor. */
const byRun = sql`'r' || (item.value ->> 'run')`;

type TagPair = { run: number; lead: number; tag: number };

function addTags(scope: Scope, token: string, pairs: TagPair[]): Statement[] {
  if (pairs.length === 0) return [];
  const isTag = within(scope, tags, sql`tags.id = item.value ->> 'tag'`);
  return attachPairs(
    sql`select item.value ->> 'lead' as lead_id, tags.id as tag_id,
          ${byRun} as added_by
        from ${listOf(pairs)} cross join tags on ${isTag}
        where ${isCommitted(scope, token)}`,
  );
}

function removeTags(scope: Scope, token: string, pairs: TagPair[]): SQL[] {
  if (pairs.length === 0) return [];
  const removed = sql`
    select item.value ->> 'lead', item.value ->> 'tag', ${byRun}
    from ${listOf(pairs)} where ${isCommitted(scope, token)}`;
  return [detachPairs(removed)];
}

function updateLeads(
  scope: Scope,
  token: string,
  updates: ({ run: number } & ReturnType<typeof changeJson>)[],
): Statement[] {
  if (updates.length === 0) return [];
  const changes = sql`
    (select item.value from ${listOf(updates)} where ${isCommitted(scope, token)}) as change`;
  return changeLeads(changes, new Set(updates.flatMap(({ set }) => Object.keys(set))));
}
