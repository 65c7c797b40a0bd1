import { eq, sql } from "drizzle-orm";
import { type FilePart, imports } from "#db/schema/imports";
import { within } from "#db/scope/scope";
import { keeping } from "#db/writes/idempotency";
import type { Scope } from "#env";
import { digested } from "#lib/digest";
import { invalid, notFound, Problem } from "#lib/problem";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
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
import { changeImport, createImport, findImport, type Row, rememberedMapping } from "./store";

// Takes in the file of an import, and finds out how it is to be read.

/** The parts of a file with another one, or with one in the place of an earlier one. */
const withPart = (parts: FilePart[], added: FilePart) =>
  [...parts.filter(({ part }) => part !== added.part), added].sort(
    (one, other) => one.part - other.part,
  );

/**
 * The layout of a text file, for the columns of `imports`. Throws an UnreadableFile. `known`: its
 * columns, where the file itself does not tell their order.
 */
export async function describeText(
  scope: Pick<Scope, "db" | "workspaceId">,
  open: Source,
  hints: Record<string, unknown>,
  known?: readonly string[],
) {
  const { encoding, delimiter } = hints as { encoding?: Encoding; delimiter?: string };
  const layout = await readLayout(open, {
    ...(encoding && { encoding }),
    ...(delimiter && { delimiter: delimiter === "tab" ? "\t" : delimiter }),
  });
  const found = await readSample(open, layout);
  const columns = known ? [...known] : found.columns;
  const suggested = suggestMapping(columns, found.sample);
  return {
    ...{ layout, columns, consentColumns: suggested.consent },
    mapping: rememberedMapping(scope, columns, suggested),
  };
}

/** A file as the columns of an import describe it; of a workbook, a worker finds out the rest. */
async function describe(
  scope: Scope,
  open: Source,
  { bytes, hints }: { bytes: number; hints: Record<string, unknown> },
) {
  if (!isWorkbook(await readHead(open))) {
    const { layout, ...text } = await describeText(scope, open, hints);
    return { state: "ready" as const, format: layout.format, layout, ...text };
  }
  if (bytes > MAX_WORKBOOK_BYTES) throw new Problem("too_large");
  return { state: "reading" as const, format: "xlsx" as const };
}

/** The number of times that a part is entered again because another one was, meanwhile. */
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
): Promise<Row> {
  if (part > MAX_PARTS) throw notFound();
  if (!body) throw invalid(fieldErrors(["file"], validationMessages.required));
  const row = await findImport(scope, id);
  requireOpen(row);
  const stored = await storePart(bucket, { workspaceId: scope.workspaceId, id }, part, body);
  return placePart(scope, bucket, row, stored);
}

/**
 * Enters a part that is stored, and deletes the one that it replaces, or itself if it is refused.
 */
async function placePart(scope: Scope, bucket: R2Bucket, row: Row, stored: FilePart) {
  const place = { workspaceId: scope.workspaceId, id: row.id };
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
      part === 1
        ? await describe(scope, open, { bytes, hints: row.settings }).catch(throwUnreadable)
        : {};
    try {
      const isSame = sql`parts = ${JSON.stringify(row.parts)}`;
      const changed = await changeImport(scope, row.id, OPEN, { parts, bytes, ...found }, isSame);
      return { changed, replaced: row.parts.find((one) => one.part === part) };
    } catch (error) {
      const isOvertaken = error instanceof Problem && error.code === "conflict";
      if (!isOvertaken || tries === MAX_TRIES) throw error;
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

/** An import that has begun, with its file if it came along. The digest is that of the file. */
export type Received = { row: Row; stored: FilePart | null; digest: string };

/**
 * Begins an import, with its file or without one whose parts follow. `enterImport` claims the
 * request's key and writes its act to the audit log.
 */
export async function receiveImport(
  { claim, act, ...scope }: Scope,
  bucket: R2Bucket,
  { name = "import", ...hints }: ImportQuery,
  body: ReadableStream<Uint8Array> | null,
): Promise<Received> {
  const row = await createImport(scope, name, hints);
  if (!body) return { row, stored: null, digest: "" };
  const file = digested(body);
  try {
    const place = { workspaceId: scope.workspaceId, id: row.id };
    const stored = await storePart(bucket, place, 1, file.body);
    return { row, stored: stored.pieces.length > 0 ? stored : null, digest: await file.digest() };
  } catch (error) {
    await discard(scope, bucket, row.id);
    throw error;
  }
}

/** Enters the file of an import that has begun, and the act. Claims the `Idempotency-Key`. */
export async function enterImport(
  scope: Scope,
  bucket: R2Bucket,
  { row, stored }: Received,
): Promise<Row> {
  const act = scope.act && { ...scope.act, targetId: row.id };
  const claiming = { ...keeping(scope, "changed", row.id), act };
  try {
    return stored
      ? await placePart(claiming, bucket, row, stored)
      : await changeImport(claiming, row.id, OPEN, { bytes: 0 });
  } catch (error) {
    await discard(scope, bucket, row.id);
    throw error;
  }
}

/** Removes an import whose file could not be taken in. */
async function discard(scope: Scope, bucket: R2Bucket, id: number) {
  await scope.db.delete(imports).where(within(scope, imports, eq(imports.id, id)));
  await deleteFile(bucket, { workspaceId: scope.workspaceId, id });
}
