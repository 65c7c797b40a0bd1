import type { Archive, Bucket } from "#db/archive/bucket";
import type { backups } from "#db/schema/directory";
import type { Bindings, Databases } from "#env";

/** A backup as the directory has it. */
export type Backup = typeof backups.$inferSelect;

/**
 * The means of an object that works for a backup. `archive` stays the same from step to step: what
 * was read of it last is not read again.
 */
export type Working = {
  env: Bindings;
  databases: Databases;
  backup: Backup;
  archive: Archive;
  now: () => number;
};

/** Where the archive of a backup is. The ids of a directory that was lost begin again. */
export const prefixOf = ({ id, workspaceId, createdAt }: Backup) =>
  `backups/${workspaceId}/${createdAt}-${id}`;

export const archiveOf = (backup: Backup, bucket: Bucket, key?: string | null): Archive => ({
  bucket,
  prefix: prefixOf(backup),
  ...(key && { key }),
});
