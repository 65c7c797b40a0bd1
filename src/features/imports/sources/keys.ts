import { sql } from "drizzle-orm";
import { type Apply, selectChanges } from "#db/placement/outbox";
import { sourceKeys } from "#db/schema/sources";
import { isWorkspaceKept } from "#db/scope/kept";

/**
 * Applies a change of a source's keys to the directory. A source always has a key, so one that is
 * there with a later change tells that this one is late. A change that comes after the deletion
 * leaves keys without a source, which nobody finds and which go with the workspace.
 */
export const applySource: Apply = ({ seq, rowId, workspaceId, data }) => {
  const keys = sql`select value ->> 'hash' as hash from json_each(${data}, '$.keys')`;
  const gone = sql`
    delete from ${sourceKeys}
    where source_id = ${rowId} and version < ${seq}`;
  if (data === null) return [gone];
  return [
    sql`
      insert into ${sourceKeys} (key_hash, source_id, workspace_id, ends_at, version)
      select value ->> 'hash', ${rowId}, ${workspaceId}, value ->> 'ends_at', ${seq}
      from json_each(${data}, '$.keys')
      where ${isWorkspaceKept(workspaceId)} and not exists (
        select 1 from ${sourceKeys} where source_id = ${rowId} and version > ${seq})
      on conflict (key_hash) do update set ends_at = excluded.ends_at, version = excluded.version
      where version < excluded.version`,
    sql`${gone} and key_hash not in (${keys})`,
  ];
};

/** Selects what the directory does not have of a source yet, in the batch that changes it. */
export const sourceChanges = (id: number) => selectChanges("source", id);
