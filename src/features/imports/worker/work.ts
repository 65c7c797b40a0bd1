import { sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { imports } from "#db/schema/imports";
import { within } from "#db/scope/scope";
import { isRefusal } from "#lib/alarm";
import { describeError, log } from "#lib/log";
import { isInvalid } from "#lib/problem";
import { failures } from "../failures";
import { FileGone } from "../files";
import { UnreadableFile } from "../reading/unreadable";
import type { Claimed } from "./claim";
import { isSuperseded } from "./commit";
import type { DryRuns } from "./dry-run";
import { runImport } from "./run";
import { undoLeads } from "./undo";
import type { Unpackings } from "./unpack";

const REASON = failures.row_refused;

/**
 * The reason for which an import fails for good; undefined for what may pass, as an outage of D1.
 */
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
    else if (state === "checking") await dryRuns.work(claimed);
    else if (state === "running") await runImport(claimed);
    else await undoLeads(claimed);
  } catch (error) {
    if (isSuperseded(error)) return;
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    if (reason === REASON)
      log("error", "import failed", { import_id: claimed.row.id, ...describeError(error) });
    await fail(claimed, reason);
  }
}
