import { ArchiveError } from "#db/archive/columns";
import type { Bindings, Databases } from "#env";
import { newSecret } from "#lib/crypto";
import { keyId, openJson, sealJson } from "#lib/sealing";
import { keepKey } from "./rows";
import type { Backup, Working } from "./working";

// The files of a backup lie in a bucket that others may write to. Their hashes are keyed by a
// random key of the backup, which is sealed as other secrets are.

const placeOf = ({ id }: Backup) => ({ as: "backup key", id }) as const;

/**
 * The key of a backup: null where it has none, or none that can be opened, or is not to be used.
 */
export async function openKey(env: Bindings, backup: Backup): Promise<string | null> {
  if (backup.hashKey === null || (backup.isUnsigned && backup.state !== "running")) return null;
  const keys = [env.APP_KEY, env.APP_KEY_BEFORE];
  const opened = await openJson(keys, placeOf(backup), backup.hashKey).catch(() => null);
  return typeof opened === "string" ? opened : null;
}

/** Gives a backup that is begun its key, unless it has one. */
export async function giveKey(env: Bindings, databases: Databases, backup: Backup) {
  if (backup.hashKey !== null || !env.APP_KEY) return;
  const [hashKey, sealedWith] = await Promise.all([
    sealJson(env.APP_KEY, placeOf(backup), newSecret()),
    keyId(env.APP_KEY),
  ]);
  await keepKey({ databases, backup }, { hashKey, sealedWith });
}

/** Throws an `ArchiveError` where the files can't be checked that are to be. */
export function requireKey({ backup, archive }: Pick<Working, "backup" | "archive">) {
  if (backup.isUnsigned || archive.key) return;
  throw new ArchiveError(
    backup.hashKey === null
      ? "The files have no keyed hashes. Restore them with `unsigned`, if you trust the bucket."
      : "The key of the hashes was sealed with another APP_KEY. Set it as APP_KEY_BEFORE.",
  );
}
