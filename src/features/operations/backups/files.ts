import { type Archive, filesOf, getManifest } from "../../../db/archive/bucket";
import { ArchiveError } from "../../../db/archive/columns";
import { databasesOf } from "../../../db/databases";
import type { Bindings, Scope } from "../../../env";
import { cutPage, type Page, type PageRequest } from "../../../lib/cursor";
import { found } from "../../../lib/problem";
import { HOUR_MS, iso } from "../../../lib/time";
import { DIRECTORY_FILE } from "./directory-file";
import type { BackupFile } from "./schema";
import { signName } from "./signed-names";
import { findBackup } from "./store";
import { archiveOf } from "./working";

/** How long the URL of a file is valid. */
const VALID_MS = HOUR_MS;

/** The names of a backup's files, in the order of its tables; none before it is whole. */
async function namesOf(archive: Archive): Promise<string[]> {
  const manifest = await getManifest(archive).catch((error) => {
    if (error instanceof ArchiveError) return null;
    throw error;
  });
  return manifest ? [DIRECTORY_FILE, ...filesOf(manifest)] : [];
}

/** The numbers of the files that a page asks for, and one more, in the order of the walk. */
function walk(count: number, { cursor, perPage }: PageRequest): { id: number }[] {
  const step = cursor?.direction === "prev" ? -1 : 1;
  const first = cursor ? cursor.id + step : 1;
  return Array.from({ length: perPage + 1 }, (_, index) => ({ id: first + index * step })).filter(
    ({ id }) => id >= 1 && id <= count,
  );
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
    const { signature, name: flat } = await signName(appKey, id, name, until);
    return {
      name,
      bytes: stored?.size ?? null,
      sha256: stored?.customMetadata?.sha256 ?? null,
      url: `${base}/${signature}/${flat}`,
      url_valid_until: iso(Math.ceil(until / 1_000) * 1_000),
    };
  };
  const cut = cutPage(walk(names.length, page), page, ({ id }) => names[id - 1] ?? "", true);
  return { ...cut, items: await Promise.all(cut.items.map(show)) };
}

/** Where a request without a token finds the backups. */
export const directoryOf = (env: Bindings): Pick<Scope, "db"> => ({
  db: databasesOf(env).directory,
});

/** Bytes of a file, from the first to the last one, of so many. */
export type Part = { from: number; to: number; size: number };

/**
 * The part of a file that a `Range` asks for; undefined where it asks for all of it, or for several
 * parts; null where it asks for nothing that is there.
 */
export function partOf(range: string | undefined, size: number): Part | null | undefined {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(range ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  const last = size - 1;
  if (from === "")
    return Number(to) === 0 ? null : { from: Math.max(size - Number(to), 0), to: last, size };
  const end = to === "" ? last : Math.min(Number(to), last);
  if (to !== "" && Number(to) < Number(from)) return undefined;
  return Number(from) > last ? null : { from: Number(from), to: end, size };
}

/** A file as it comes from R2, which nobody holds in memory. */
export type Download = { size: number; part: Part | null | undefined; body: ReadableStream | null };

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
  const wanted = part && { range: { offset: part.from, length: part.to - part.from + 1 } };
  return { size, part, body: found(await bucket.get(key, wanted)).body };
}
