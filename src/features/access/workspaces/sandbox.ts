import { sql } from "drizzle-orm";
import { unscopedBatch } from "#db/batch";
import { tags } from "#db/schema/leads";
import { channels } from "#db/schema/messaging";
import { within } from "#db/scope/scope";
import { platforms, platformTraits } from "#domain/platforms";
import type { Scope } from "#env";
import { foldLabel } from "#lib/text";

const TAG = "Sandbox";

/**
 * Makes what a workspace to try things out in begins with: a sandbox channel of each platform, and
 * a tag. Makes nothing where a request that has died had made it. The cron tells the directory of
 * the channels: it has to know only accounts of platforms, which these are not.
 */
export const furnish = (scope: Pick<Scope, "db" | "workspaceId">) => {
  const { db, workspaceId } = scope;
  const now = Date.now();
  const rows = platforms.map((platform) => ({
    platform,
    name: `${platformTraits[platform].label} sandbox`,
  }));
  return unscopedBatch(
    { db },
    {
      channels: sql`
      insert into ${channels}
        (workspace_id, platform, provider, name, is_default, created_at, updated_at)
      select ${workspaceId}, value ->> 'platform', 'sandbox', value ->> 'name', 1, ${now}, ${now}
      from json_each(${JSON.stringify(rows)})
      where not exists (select 1 from ${channels} where ${within(scope, channels)})`,
      tag: db
        .insert(tags)
        .values({
          workspaceId,
          label: TAG,
          labelKey: foldLabel(TAG),
          createdAt: now,
          updatedAt: now,
        })
        .onConflictDoNothing(),
    },
  );
};
