import { type SQL, sql } from "drizzle-orm";
import { type Apply, selectChanges } from "#db/placement/outbox";
import { channelOwners } from "#db/schema/directory";
import { isWorkspaceKept } from "#db/scope/kept";

/**
 * Applies a change of a channel to the directory. An id is a channel's for ever, so changes may
 * come in any order: the latest counts. Their numbers grow when a workspace moves, too:
 * `outbox.seq` is in the newest range of the database, as all ids are (schema/directory.ts). A
 * change that comes after the deletion leaves a row without a channel, which nobody finds
 * (receiver-rows.ts) and which goes with the workspace.
 */
export const applyChannel: Apply = ({ seq, rowId, workspaceId, data }) => [
  data === null
    ? sql`delete from ${channelOwners} where id = ${rowId} and version < ${seq}`
    : sql`
        insert into ${channelOwners} (id, workspace_id, platform, provider, external_id, version)
        select ${rowId}, ${workspaceId}, data ->> 'platform', data ->> 'provider',
          data ->> 'external_id', ${seq}
        from (select ${data} as data)
        where ${isWorkspaceKept(workspaceId)}
        on conflict (id) do update set
          platform = excluded.platform, provider = excluded.provider,
          external_id = excluded.external_id, version = excluded.version
        where version < excluded.version`,
];

/** Selects what the directory does not have of a channel yet, in the batch that changes it. */
export const channelChanges = (id: number | SQL) => selectChanges("channel", id);

/** The channel that the batch has inserted: its change is the last one. */
export const INSERTED = sql`(select row_id from outbox order by seq desc limit 1)`;
