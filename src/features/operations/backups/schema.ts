import * as z from "zod";
import { backupStates, DEFAULT_KEEP_DAYS, MAX_KEEP_DAYS } from "#domain/backups";
import { at, boolean, integer, text } from "#lib/fields";

export const BackupInput = z
  .object({
    keep_days: integer(1)
      .max(MAX_KEEP_DAYS)
      .nullish()
      .describe(`For how many days it is kept. By default ${DEFAULT_KEEP_DAYS}, or as configured.`),
  })
  .meta({ id: "BackupInput", examples: [{ keep_days: 90 }] });

const unsigned = boolean()
  .nullish()
  .describe(
    "Restores files without checking their keyed hashes: those of a backup of before there were " +
      "any, or whose `APP_KEY` is lost. Only if nobody else could write to the bucket.",
  );

export const RestoreInput = z
  .object({
    database: text(20).describe(
      "The database to restore the workspace to. By default the one that it was in.",
    ),
    unsigned,
  })
  .meta({ id: "RestoreInput", examples: [{ database: "DB" }] });

export const Backup = z
  .object({
    id: z.int(),
    workspace_id: z.int().meta({ format: "int64" }),
    workspace_name: z.string(),
    state: z.enum(backupStates).meta({
      id: "BackupState",
      description:
        "`running` while it is made; `restoring` while the workspace is restored from it, and " +
        "`undoing` while a failed restore is taken back; `deleting` until it is gone.",
    }),
    database: z.string().meta({
      description: "The database that it was made from, or last restored to.",
    }),
    rows: z.int(),
    bytes: z.int(),
    reason: z.string().nullable().meta({
      description: "Why it failed, or why the last restore from it did.",
    }),
    created_at: at,
    finished_at: at.nullable(),
    restored_at: at.nullable().meta({
      description: "When the workspace was last restored from it.",
    }),
    kept_until: at.meta({ description: "When it is deleted." }),
  })
  .meta({ id: "Backup", description: "A backup of a workspace." });

export const RecoveryInput = z
  .object({
    cursor: text(60).describe("`next_cursor` of an earlier answer, unchanged."),
    unsigned,
  })
  .meta({ id: "RecoveryInput", examples: [{ cursor: "7/1764118800000-12" }] });

export const Recovery = z
  .object({
    registered: z.int().meta({ description: "How many backups of this page were not known." }),
    restoring: z.int().meta({ description: "How many workspaces are restored from now on." }),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: "Recovery" });

export type Recovery = z.output<typeof Recovery>;

export const BackupFile = z
  .object({
    name: z.string(),
    bytes: z.int().nullable().meta({ description: "`null` if the file is missing." }),
    sha256: z.string().nullable().meta({ description: "Of the file, as 64 hex digits." }),
    url: z.url().meta({ description: "Where anybody can download the file." }),
    url_valid_until: at,
  })
  .meta({ id: "BackupFile", description: "A file of a backup." });

export type BackupFile = z.output<typeof BackupFile>;
export type BackupInput = z.output<typeof BackupInput>;
export type Backup = z.output<typeof Backup>;
export type RestoreInput = z.output<typeof RestoreInput>;
export type RecoveryInput = z.output<typeof RecoveryInput>;
