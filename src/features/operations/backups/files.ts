import { type Archive, filesOf, getManifest } from "#db/archive/bucket";
import { ArchiveError } from "#db/archive/columns";
import { databasesOf } from "#db/placement/databases";
import type { Bindings, Scope } from "#env";
import { type Download, partOf, rangeOf } from "#lib/byte-range";
import { type Page, type PageRequest, pageOfList } from "#lib/cursor";
import { found } from "#lib/problem";
import { type SignedName, signName, verifyName } from "#lib/signed-names";
import { HOUR_MS, iso } from "#lib/time";
import { DIRECTORY_FILE } from "./directory-file";
import type { BackupFile } from "./schema";
import { findBackup } from "./store";
import { archiveOf } from "./working";

const PURPOSE = "backup-file";

/** The time for which the URL of a file is valid. */
const VALID_MS = HOUR_MS;

/** The names of a backup's files, in the order of its tables; none before it is whole. */
async function namesOf(archive: Archive): Promise<string[]> {
  const manifest = await getManifest(archive).catch((error) => {
    if (error instanceof ArchiveError) return null;
    throw error;
  });
  return manifest ? [DIRECTORY_FILE, ...filesOf(manifest)] : [];
}

/** Lists the files of a backup, each with a URL under `base` that is valid for an hour. */
export async function listFiles(
  { appKey, ...scope }: Scope,
  bucket: R2Bucket,
  id: number,
  page: PageRequest,
  base: string,
): Promise<Page<BackupFile>> {
  const archive = archiveOf(found(await findBackup(scope, id)), bucket);
  const names = await namesOf(archive);
  const until = Date.now() + VALID_MS;
  const show = async (name: string): Promise<BackupFile> => {
    const stored = await bucket.head(`${archive.prefix}/${name}`);
    const flat = name.replace("/", "-");
    const { signature } = await signName(appKey, PURPOSE, { ids: [id], name: flat }, until);
    return {
      name,
      bytes: stored?.size ?? null,
      sha256: stored?.customMetadata?.sha256 ?? null,
      url: `${base}/${signature}/${flat}`,
      url_valid_until: iso(Math.ceil(until / 1_000) * 1_000),
    };
  };
  const cut = pageOfList(names, page);
  return { ...cut, items: await Promise.all(cut.items.map(show)) };
}

/** The backup and its file that a URL names; null where the URL is not valid, or no more. */
export async function verifyFile(secret: string, signed: SignedName, now: number) {
  const [backupId] = (await verifyName(secret, PURPOSE, signed, now)) ?? [];
  return backupId === undefined ? null : { backupId, file: signed.name.replace("-", "/") };
}

/** Where a request without a token finds the backups. */
export const directoryOf = (env: Bindings): Pick<Scope, "db"> => ({
  db: databasesOf(env).directory,
});

/** Opens a file of a backup, or a part of it; throws a `not_found` problem if there is none. */
export async function openFile(
  scope: Pick<Scope, "db">,
  bucket: R2Bucket,
  { backupId, file }: { backupId: number; file: string },
  range: string | undefined,
): Promise<Download> {
  const { prefix } = archiveOf(found(await findBackup(scope, backupId)), bucket);
  const key = `${prefix}/${file}`;
  const { size } = found(await bucket.head(key));
  const part = partOf(range, size);
  if (part === null) return { size, part, body: null };
  return { size, part, body: found(await bucket.get(key, rangeOf(part))).body };
}
