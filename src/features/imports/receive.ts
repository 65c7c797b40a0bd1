import { eq, sql } from "drizzle-orm";
import { type FilePart, imports } from "../../db/schema/imports";
import { within } from "../../db/scope";
import type { Scope } from "../../env";
import { invalid, notFound, Problem } from "../../lib/problem";
import { fieldErrors, validationMessages } from "../../lib/validation-messages";
import {
  bytesOf,
  deleteFile,
  deletePart,
  MAX_FILE_BYTES,
  MAX_WORKBOOK_BYTES,
  sourceOf,
  storePart,
} from "./files";
import type { Encoding } from "./reading/encoding";
import { isWorkbook, readHead, readLayout } from "./reading/layout";
import type { Source } from "./reading/records";
import { readSample } from "./reading/rows";
import { suggestMapping } from "./reading/suggest-mapping";
import { UnreadableFile } from "./reading/unreadable";
import { type ImportQuery, MAX_PARTS } from "./schema";
import { changeImport, createImport, findImport, type Row } from "./store";

// Takes in the file of an import, and finds out how it is to be read.

/** The parts of a file with another one, or with one in the place of an earlier one. */
const withPart = (parts: FilePart[], added: FilePart) =>
  [...parts.filter(({ part }) => part !== added.part), added].sort(
    (one, other) => one.part - other.part,
  );

/** What a text file is, for the columns of `imports`. Throws an UnreadableFile. */
export async function describeText(open: Source, hints: Record<string, unknown>) {
  const { encoding, delimiter } = hints as { encoding?: Encoding; delimiter?: string };
  const layout = await readLayout(open, {
    ...(encoding && { encoding }),
    ...(delimiter && { delimiter: delimiter === "tab" ? "\t" : delimiter }),
  });
  const { columns, sample } = await readSample(open, layout);
  return { layout, columns, mapping: suggestMapping(columns, sample) };
}

/** What the columns of an import say of a file; of a workbook, a worker finds out the rest. */
async function describe(open: Source, bytes: number, hints: Record<string, unknown>) {
  if (!isWorkbook(await readHead(open))) {
    const { layout, ...text } = await describeText(open, hints);
    return { state: "ready" as const, format: layout.format, layout, ...text };
  }
  if (bytes > MAX_WORKBOOK_BYTES) throw new Problem("too_large");
  return { state: "reading" as const, format: "xlsx" as const };
}

/** How often a part is entered again because another one was, meanwhile. */
const MAX_TRIES = 20;

/**
 * Stores a part of an import's file. Throws an `invalid` problem, with the error on `file`, if the
 * file can't be read, and leaves the import as it was.
 */
export async function receivePart(
  scope: Scope,
  bucket: R2Bucket,
  id: number,
  part: number,
  body: AsyncIterable<Uint8Array> | null,
  known?: Row,
): Promise<Row> {
  if (part > MAX_PARTS) throw notFound();
  if (!body) throw invalid(fieldErrors(["file"], validationMessages.required));
  const place = { workspaceId: scope.workspaceId, id };
  const row = known ?? (await findImport(scope, id));
  requireOpen(row);
  const stored = await storePart(bucket, place, part, body);
  try {
    const { changed, replaced } = await enterPart(scope, bucket, row, stored);
    if (replaced) await deletePart(bucket, place, replaced);
    scope.sink.wake({ imports: changed.state === "reading" });
    return changed;
  } catch (error) {
    await deletePart(bucket, place, stored);
    throw error;
  }
}

/** Enters a part that is stored. Returns the import, and the part that it has replaced. */
async function enterPart(scope: Scope, bucket: R2Bucket, known: Row, stored: FilePart) {
  const { part } = stored;
  for (let [row, tries] = [known, 1]; ; tries++) {
    const parts = withPart(row.parts, stored);
    const bytes = bytesOf(parts);
    if (bytes > MAX_FILE_BYTES) throw new Problem("too_large");
    const open = sourceOf(bucket, { workspaceId: scope.workspaceId, id: row.id }, parts);
    const found =
      part === 1 ? await describe(open, bytes, row.settings).catch(throwUnreadable) : {};
    try {
      const isSame = sql`parts = ${JSON.stringify(row.parts)}`;
      const changed = await changeImport(scope, row.id, OPEN, { parts, bytes, ...found }, isSame);
      return { changed, replaced: row.parts.find((one) => one.part === part) };
    } catch (error) {
      if (!(error instanceof Problem && error.code === "conflict") || tries === MAX_TRIES)
        throw error;
      row = await findImport(scope, row.id);
      requireOpen(row);
    }
  }
}

const OPEN = ["uploading", "ready"] as const;

function requireOpen({ state }: Row) {
  if (OPEN.every((open) => open !== state))
    throw new Problem("conflict", { message: `The import is ${state}.` });
}

function throwUnreadable(error: unknown): never {
  throw error instanceof UnreadableFile ? invalid({ file: [error.message] }) : error;
}

/** Begins an import with a file, or without one whose parts follow. */
export async function receiveImport(
  scope: Scope,
  bucket: R2Bucket,
  { name = "import", ...hints }: ImportQuery,
  body: ReadableStream<Uint8Array> | null,
): Promise<Row> {
  const row = await createImport(scope, name, hints);
  const reader = body?.[Symbol.asyncIterator]();
  const first = await reader?.next();
  if (!reader || !first || first.done) return row;
  try {
    return await receivePart(scope, bucket, row.id, 1, following(first.value, reader), row);
  } catch (error) {
    await discard(scope, bucket, row.id);
    throw error;
  }
}

async function* following(first: Uint8Array, rest: AsyncIterator<Uint8Array>) {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Removes an import whose file could not be taken in. */
async function discard(scope: Scope, bucket: R2Bucket, id: number) {
  await scope.db.delete(imports).where(within(scope, imports, eq(imports.id, id)));
  await deleteFile(bucket, { workspaceId: scope.workspaceId, id });
}
