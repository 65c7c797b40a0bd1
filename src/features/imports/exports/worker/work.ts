import type { ExportFile } from "#db/schema/imports";
import { type ExportKind, exportKinds } from "#domain/imports";
import { API_VERSION } from "#domain/version";
import { pauseAfter } from "#lib/chunks";
import { sha256 } from "#lib/crypto";
import type { Cursor } from "#lib/cursor";
import { DAY_MS, iso } from "#lib/time";
import { KINDS } from "../kinds";
import { folderOf } from "../store";
import type { Claimed } from "./claim";
import { advance, complete, fail } from "./commit";

/** The bounds of a file. It ends behind the page with which it has so many rows, or bytes. */
export type FileBounds = {
  rows: number;
  bytes: number;
  pageRows: number;
  pageBytes: number;
  /** The pages that are read for it: few of the rows that a page visits may be listed. */
  pages: number;
};

export const FILE_BOUNDS: FileBounds = {
  rows: 10_000,
  bytes: 4_194_304,
  pageRows: 1_000,
  pageBytes: 4_194_304,
  pages: 20,
};

/** The entries of the files stand in one value of D1. */
const MAX_FILES = 8_000;

/** Reads what the next file has, page by page. */
async function readFile({ scope, row }: Claimed, kind: ExportKind, bounds: FileBounds) {
  const { read, rows: most = bounds.pageRows } = KINDS[kind];
  const perPage = Math.min(most, bounds.pageRows);
  const lines: string[] = [];
  let bytes = 0;
  let cursor: Cursor | null = row.cursor === null ? null : { id: row.cursor, direction: "next" };
  for (let pages = bounds.pages; pages > 0; pages--) {
    const request = { cursor, perPage, maxBytes: bounds.pageBytes };
    const page = await pauseAfter(() => read(scope, request));
    for (const item of page.items) {
      const line = `${JSON.stringify(item)}\n`;
      bytes += line.length;
      lines.push(line);
    }
    cursor = page.next;
    if (!cursor || lines.length >= bounds.rows || bytes >= bounds.bytes) break;
  }
  return { lines, cursor };
}

async function putFile(
  { bucket, row }: Claimed,
  file: Pick<ExportFile, "name" | "kind" | "rows">,
  text: string,
): Promise<ExportFile> {
  const content = new TextEncoder().encode(text);
  await bucket.put(folderOf(row) + file.name, content);
  return { ...file, bytes: content.length, sha256: await sha256(text) };
}

/**
 * The names of the files that R2 does not have: those of a workspace that was restored are gone.
 */
async function lostFiles({ bucket, row }: Claimed): Promise<string[]> {
  const prefix = folderOf(row);
  const there = new Set<string>();
  for (let cursor: string | undefined, isOver = false; !isOver; ) {
    const page = await bucket.list({ prefix, ...(cursor && { cursor }) });
    for (const { key } of page.objects) there.add(key.slice(prefix.length));
    isOver = !page.truncated;
    cursor = page.truncated ? page.cursor : undefined;
  }
  return row.files.map(({ name }) => name).filter((name) => !there.has(name));
}

/** Writes the manifest, behind all other files. */
async function finish(claimed: Claimed) {
  const { row, now } = claimed;
  if ((await lostFiles(claimed)).length > 0) return fail(claimed, "Files of the export are lost.");
  const finishedAt = now();
  const manifest = {
    format: 1,
    document_version: API_VERSION,
    workspace_id: row.workspaceId,
    export_id: row.id,
    created_at: iso(row.createdAt),
    finished_at: iso(finishedAt),
    counts: Object.fromEntries(exportKinds.map((kind) => [kind, row.counts[kind] ?? 0])),
    files: row.files,
  };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const file = await putFile(claimed, { name: "manifest.json", kind: null, rows: null }, text);
  return complete(claimed, file, finishedAt);
}

const kindAfter = (kind: ExportKind) => exportKinds[exportKinds.indexOf(kind) + 1] ?? null;

/** Makes a step of an export: it writes a file. A step may be made twice. */
export async function workExport(claimed: Claimed, bounds = FILE_BOUNDS) {
  const { row, now } = claimed;
  const { kind } = row;
  if (row.createdAt + DAY_MS < now()) return fail(claimed, "It has taken longer than a day.");
  if (row.files.length >= MAX_FILES) return fail(claimed, "It has too many files.");
  if (kind === null) return finish(claimed);
  const { lines, cursor } = await readFile(claimed, kind, bounds);
  const number = row.files.filter((file) => file.kind === kind).length + 1;
  const name = `${kind}-${number}.ndjson`;
  const file =
    lines.length > 0
      ? await putFile(claimed, { name, kind, rows: lines.length }, lines.join(""))
      : null;
  const place = cursor ? { kind, cursor: cursor.id } : { kind: kindAfter(kind), cursor: null };
  await advance(claimed, place, file);
}
