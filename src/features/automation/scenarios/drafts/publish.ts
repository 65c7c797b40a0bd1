import { sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import type { scenarioDrafts } from "#db/schema/authoring";
import type { Caller, Scope } from "#env";
import type { Migration } from "#features/automation/runs/migration/schema";
import { migrateRuns } from "#features/automation/runs/migration/store";
import { found, Problem } from "#lib/problem";
import { requireLeadsFor } from "../passed-on";
import type { Saved } from "../read";
import { refuse } from "../store";
import { type Change, publishVersion } from "../versions/publish";
import type { PublishInput } from "./schema";
import { dropPublished, isDraft, selectDraft, selectNewest } from "./store";

type Published = Saved & { migration: Migration | null };

/**
 * Publishes the draft of a scenario as a new version, and deletes it, in one transaction. Then
 * moves the active runs, if asked for. Throws a `conflict` problem where the scenario has been
 * replaced since the version that the draft is based on.
 */
export async function publishDraft(
  scope: Caller,
  id: number,
  { migrate, force }: PublishInput,
  ifRevisions: number[] | undefined,
): Promise<Published> {
  const { newest, row } = await readBatch(scope, {
    newest: selectNewest(scope, id),
    row: selectDraft(scope, id),
  });
  const [{ version, platform }, draft] = [found(newest[0]), found(row[0])];
  if (ifRevisions && !ifRevisions.includes(draft.revision)) throw new Problem("stale");
  if (!force && draft.baseVersion !== version) throw outdated(draft.baseVersion, version);
  const change = changeOf(draft);
  await requireLeadsFor(scope, change);
  const { saved, current } = await publishVersion(scope, id, change, {
    ifVersions: [version],
    where: sql`exists (
      select 1 from scenario_drafts where ${isDraft(scope, id)} and revision = ${draft.revision})`,
    alongside: (isBegun) => [dropPublished(scope, id, isBegun)],
  });
  if (saved) return { ...saved, migration: migrate ? await migrated(scope, id) : null };
  if (current.version === version && change.platform !== platform) refuse(current, undefined);
  throw new Problem("conflict", {
    message: "The draft or the scenario has changed meanwhile. Look at it, and publish it again.",
  });
}

const outdated = (base: number, version: number) =>
  new Problem("conflict", {
    message:
      `The draft is based on version ${base}, but the scenario has version ${version} by now. ` +
      "Compare them (GET …/diff), and save the draft with the new base_version or publish it " +
      "with force.",
  });

const changeOf = ({
  settings: { isActive, trackedTagIds, webhookUrl, ...settings },
  nodes,
  edges,
  triggers,
}: typeof scenarioDrafts.$inferSelect): Change => ({
  ...settings,
  ...{ is_active: isActive, tracked_tag_ids: trackedTagIds, webhook_url: webhookUrl },
  ...{ nodes, edges, triggers: triggers ?? undefined },
});

/** The draft is published by then, so that another replacement makes no error of the request. */
async function migrated(scope: Scope, id: number) {
  try {
    return await migrateRuns(scope, id);
  } catch (error) {
    if (error instanceof Problem && error.code === "conflict") return null;
    throw error;
  }
}
