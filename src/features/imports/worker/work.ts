import { sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { imports } from "#db/schema/imports";
import { within } from "#db/scope/scope";
import { outcomeOf, writeChunk } from "#features/leads/bulk/chunk";
import { matchFields } from "#features/leads/bulk/schema";
import { isRefusal } from "#lib/alarm";
import { pauseAfter } from "#lib/chunks";
import { describeError, log } from "#lib/log";
import { isInvalid } from "#lib/problem";
import { failures } from "../failures";
import { FileGone, sourceOf } from "../files";
import type { Layout } from "../reading/layout";
import { readRows } from "../reading/rows";
import { UnreadableFile } from "../reading/unreadable";
import { forgetFile } from "../store";
import type { Claimed } from "./claim";
import { advance, commitStatements, isTakenBack, moved, noteCreated, type Result } from "./commit";
import type { DryRuns } from "./dry-run";
import { type Chunk, chunksOf, leadsIn, resultsOf } from "./inputs";
import { undoSome } from "./undo";
import type { Unpackings } from "./unpack";

// One turn of an import.

/** How many chunks of an import are worked before it is the next one's turn. */
const CHUNKS = 20;

const optionsOf = ({ settings: { mode, match_by, create_tags, source } }: Claimed) => ({
  mode,
  matchBy: match_by ?? [...matchFields],
  createTags: create_tags ?? false,
  source: source ?? ("import" as const),
  keepsAddresses: true,
});

/** Writes a chunk, and moves the import behind it in the same transaction. */
async function write(claimed: Claimed, chunk: Chunk): Promise<Claimed> {
  const leads = leadsIn(chunk);
  let results: Result[] = [];
  await writeChunk(claimed.scope, leads, optionsOf(claimed), (planned, fresh) => {
    results = resultsOf(
      chunk,
      planned.map((one) => outcomeOf(one, (person) => person.id ?? -1 - fresh.indexOf(person))),
    );
    const optedOut = new Set(planned.flatMap(({ person }) => (person?.unsubscribes ? person : [])));
    const set = { optedOut: sql`opted_out + ${optedOut.size}` };
    const created = fresh.length > 0 ? [noteCreated(claimed, fresh.length)] : [];
    return [...commitStatements(claimed, chunk.place, results, set, fresh.length), ...created];
  });
  return moved(claimed, chunk.place, results);
}

/** Goes on with the rows of an import. */
async function workRows(claimed: Claimed, dryRuns: DryRuns) {
  const { bucket, row } = claimed;
  const parts = row.format === "xlsx" ? row.lines : row.parts;
  const open = sourceOf(bucket, { workspaceId: claimed.scope.workspaceId, id: row.id }, parts);
  const from = row.isDry ? dryRuns.begin(claimed) : { row: row.row, offset: row.offset };
  const rows = readRows(open, row.layout as Layout, from);
  let current = claimed;
  let chunks = 0;
  for await (const chunk of chunksOf(claimed, rows)) {
    const work = () =>
      row.isDry ? dryRuns.work(current, chunk, optionsOf(claimed)) : write(current, chunk);
    current = await pauseAfter(work);
    if (++chunks === CHUNKS) return;
  }
  const state = row.isDry ? ("checked" as const) : ("completed" as const);
  await batch(current.scope, { ended: advance(current, { state, finishedAt: Date.now() }) });
  if (row.isDry) dryRuns.end(row.id);
  else await forgetFile(current.scope, bucket, row.id);
}

const REASON = failures.row_refused;

/** Why an import fails for good; undefined for what may pass, as a database that can't be reached. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof UnreadableFile || error instanceof FileGone) return error.message;
  if (isInvalid(error)) return Object.values(error.details.errors ?? {}).flat()[0];
  return isRefusal(error) || error instanceof TypeError || error instanceof RangeError
    ? REASON
    : undefined;
}

/** Ends an import, unless it was cancelled, or started again. */
const fail = ({ scope, row }: Claimed, reason: string) =>
  batch(scope, {
    failed: scope.db
      .update(imports)
      .set({ state: "failed", reason, finishedAt: Date.now() })
      .where(
        within(
          scope,
          imports,
          sql`id = ${row.id} and state = ${row.state} and attempt = ${row.attempt}`,
        ),
      ),
  });

/** Ends an import that ends its worker again and again. */
export async function giveUp(claimed: Claimed, unpackings: Unpackings) {
  unpackings.end(claimed.row.id);
  await fail(claimed, failures[brokenOff(claimed.row)]);
}

const brokenOff = ({ state }: Claimed["row"]) =>
  state === "reading"
    ? "reading_broken_off"
    : state === "undoing"
      ? "undoing_broken_off"
      : "rows_broken_off";

/** Works an import for a turn. */
export async function workImport(
  claimed: Claimed,
  { dryRuns, unpackings }: { dryRuns: DryRuns; unpackings: Unpackings },
): Promise<void> {
  const { state } = claimed.row;
  try {
    if (state === "reading") await unpackings.work(claimed);
    else if (state === "undoing") await undoSome(claimed, CHUNKS);
    else await workRows(claimed, dryRuns);
  } catch (error) {
    if (isTakenBack(error)) return;
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    if (reason === REASON)
      log("error", "import failed", { import_id: claimed.row.id, ...describeError(error) });
    await fail(claimed, reason);
  }
}
