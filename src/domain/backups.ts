/**
 * The states of a backup: it is made (`running`) and kept (`finished`), or given up (`failed`). Its
 * workspace is restored from it, or what a failed restore has written is removed (`undoing`).
 */
export const backupStates = [
  "running",
  "finished",
  "failed",
  "restoring",
  "undoing",
  "deleting",
] as const;
export type BackupState = (typeof backupStates)[number];

/**
 * The deletions that a backup from before them does not bring back by itself, and the receipts of
 * erasures, which it does.
 */
export const erasedKinds = ["lead", "receipt", "token", "workspace"] as const;
export type ErasedKind = (typeof erasedKinds)[number];

/** The setting `BACKUPS` of the service. */
export type BackupSettings = {
  /** From which hour of UTC on all workspaces are backed up, each day; none are without it. */
  nightly_at?: number;
  /** For how many days a backup is kept. */
  keep_days?: number;
};

export const DEFAULT_KEEP_DAYS = 30;
export const MAX_KEEP_DAYS = 3_650;
