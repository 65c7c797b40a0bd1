import { mac, sameText, sha256 } from "#lib/crypto";
import { ArchiveError } from "./columns";

/** The part of R2 that an archive needs. */
export type Bucket = Pick<R2Bucket, "get" | "head" | "put">;

/**
 * Where an archive is. Whoever works several chunks of one hands over the same object: the manifest
 * and the part that were read last are then not read again, as no archive changes.
 */
export type Archive = Readonly<{
  bucket: Bucket;
  prefix: string;
  /** The key of the hashes of its files; without one, they are not checked. */
  key?: string | null;
}>;

const MAC_BYTES = 32;

const macOf = (key: string, name: string, text: string) =>
  mac(key, "backup file", `${name}\n${text}`, MAC_BYTES);

/** The metadata of a file of this name, which only who knows the key can make. */
export const signed = async ({ key }: Archive, name: string, text: string) => ({
  sha256: await sha256(text),
  ...(key && { mac: await macOf(key, name, text) }),
});

/** True if a file is what was written under its name. */
export async function isGenuine({ key }: Archive, name: string, text: string, stored: R2Object) {
  const { sha256: hash, mac: known = "" } = stored.customMetadata ?? {};
  if ((await sha256(text)) !== hash) return false;
  return !key || sameText(await macOf(key, name, text), known);
}

type Part = { rows: string[]; sha256: string };
type Read = { manifest?: Manifest; part?: { key: string; read: Part } };

const lastRead = new WeakMap<Archive, Read>();
const readOf = (archive: Archive) => lastRead.get(archive) ?? {};

export const FORMAT = 1;

/** A table in the manifest. `sha256` is the chain of its parts (`chain`). */
export type TableManifest = { columns: string[]; rows: number; parts: number; sha256: string };

export type Manifest = {
  format: typeof FORMAT;
  workspace_id: number;
  /** Milliseconds since 1970: when the archive was begun. */
  created_at: number;
  tables: Record<string, TableManifest>;
};

/** The hash of a table's parts up to this one, by that of those before and that of this one. */
export const chain = (before: string, part: string) => sha256(`${before}${part}`);

/** The lines of a part. Each ends with a line break. */
export const textOf = (rows: string[]) => rows.map((row) => `${row}\n`).join("");

const MANIFEST = "manifest.json";
const manifestKey = ({ prefix }: Archive) => `${prefix}/${MANIFEST}`;
const partFile = (table: string, part: number) => `${table}/${part}.ndjson`;
const partKey = ({ prefix }: Archive, table: string, part: number) =>
  `${prefix}/${partFile(table, part)}`;

/** The names of an archive's files, without its prefix. */
export const filesOf = ({ tables }: Manifest): string[] => [
  MANIFEST,
  ...Object.entries(tables).flatMap(([table, { parts }]) =>
    Array.from({ length: parts }, (_, part) => partFile(table, part)),
  ),
];

/** Writes a part; the same again if it is repeated. Returns its SHA-256. */
export async function putPart(archive: Archive, table: string, part: number, rows: string[]) {
  const text = textOf(rows);
  const hashes = await signed(archive, partFile(table, part), text);
  await archive.bucket.put(partKey(archive, table, part), text, {
    sha256: hashes.sha256,
    customMetadata: { rows: String(rows.length), ...hashes },
  });
  return hashes.sha256;
}

export async function putManifest(archive: Archive, manifest: Manifest) {
  const text = JSON.stringify(manifest, null, 2);
  const customMetadata = await signed(archive, MANIFEST, text);
  await archive.bucket.put(manifestKey(archive), text, { customMetadata });
}

/** Throws an `ArchiveError` if there is no manifest, or another than this version reads. */
export async function getManifest(archive: Archive): Promise<Manifest> {
  const { manifest } = readOf(archive);
  if (manifest) return manifest;
  const read = await readManifest(archive);
  lastRead.set(archive, { ...readOf(archive), manifest: read });
  return read;
}

function manifestIn(text: string): Partial<Manifest> {
  try {
    return JSON.parse(text);
  } catch {
    throw new ArchiveError("The manifest is not valid JSON.");
  }
}

async function readManifest(archive: Archive): Promise<Manifest> {
  const stored = await archive.bucket.get(manifestKey(archive));
  if (!stored) throw new ArchiveError(`The archive ${archive.prefix} has no manifest.`);
  const text = await stored.text();
  if (archive.key && !(await isGenuine(archive, MANIFEST, text, stored)))
    throw new ArchiveError("manifest.json was changed.");
  const manifest = manifestIn(text);
  if (manifest.format !== FORMAT || typeof manifest.workspace_id !== "number" || !manifest.tables)
    throw new ArchiveError(`The manifest has not the format ${FORMAT}.`);
  return manifest as Manifest;
}

/** The rows of a part and their SHA-256. Throws an `ArchiveError` if the part is missing. */
export async function partInfo(archive: Archive, table: string, part: number) {
  const stored = await archive.bucket.head(partKey(archive, table, part));
  return infoOf(stored, table, part);
}

function infoOf(stored: R2Object | null, table: string, part: number) {
  const { rows, sha256: hash } = stored?.customMetadata ?? {};
  if (!rows || !hash) throw new ArchiveError(`Part ${part} of ${table} is missing.`);
  return { rows: Number(rows), sha256: hash };
}

/** The rows of a part. Throws an `ArchiveError` if it is missing or was changed. */
export async function getPart(archive: Archive, table: string, part: number): Promise<Part> {
  const key = partKey(archive, table, part);
  const last = readOf(archive).part;
  if (last?.key === key) return last.read;
  const read = await readPart(archive, table, part);
  lastRead.set(archive, { ...readOf(archive), part: { key, read } });
  return read;
}

async function readPart(archive: Archive, table: string, part: number): Promise<Part> {
  const stored = await archive.bucket.get(partKey(archive, table, part));
  const info = infoOf(stored, table, part);
  const text = (await stored?.text()) ?? "";
  const rows = text.split("\n").slice(0, -1);
  const name = partFile(table, part);
  if (!stored || !(await isGenuine(archive, name, text, stored)) || rows.length !== info.rows)
    throw new ArchiveError(`Part ${part} of ${table} was changed.`);
  return { rows, sha256: info.sha256 };
}
