import type { erasureReceipts } from "#db/schema/removals";
import { erasedResources, type KeptResource } from "#domain/erasures";
import { DAY_MS, iso, isoOrNull } from "#lib/time";
import type { Erasure } from "./schema";

export type Receipt = typeof erasureReceipts.$inferSelect;

/** A backup or an export of the workspace that is not deleted. */
export type Copy = { id: number; createdAt: number; keptUntil: number };

/** The data that stays, why, and for how many days after the request. */
const KEPT: Record<KeptResource, { why: string; days: number | null }> = {
  suppressions: {
    why:
      "The person has unsubscribed. Keyed hashes of the addresses, and the time, keep them from " +
      "being written to again.",
    days: null,
  },
  events: {
    why: "What happened, by ids and times, without the person's values.",
    days: 30,
  },
  audit_log: {
    why: "Who has changed or erased the lead, by its id.",
    days: 365,
  },
  idempotency_keys: {
    why: "The keys that clients have chosen, without answers, so that no request is repeated.",
    days: 1,
  },
  bulk_enrolments: {
    why:
      "The filters of enrolment jobs, as clients have written them: one may name an address. " +
      "They go 30 days after the job's end.",
    days: null,
  },
  segments: {
    why: "The filters of segments, as clients have written them: one may name an address.",
    days: null,
  },
  import_files: {
    why:
      "Imports that are not over, with their names and columns, the rows that they reject, and " +
      "for 7 days their files. One may name the person.",
    days: 30,
  },
  media: {
    why:
      "Files that you have uploaded and sent to nobody, to others as well, or by a scenario. " +
      "`DELETE /v1/media/{media}` deletes one.",
    days: null,
  },
  test_runs: {
    why: "Test runs of made-up leads, as people have typed these.",
    days: 7,
  },
  search_index: {
    why:
      "Fragments of up to five characters in deleted entries, which no search reads, until the " +
      "index is merged.",
    days: null,
  },
  database_history: {
    why: "The database can be taken back to an earlier moment, as with a backup.",
    days: 30,
  },
};

function keptOf(receipt: Receipt, mergedAt: number) {
  const { suppressions, suppressedAt, requestedAt, repeatedAt, finishedAt } = receipt;
  const isMerged = finishedAt !== null && finishedAt <= mergedAt;
  const isThere = (what: KeptResource) =>
    what === "suppressions" ? suppressions > 0 : what !== "search_index" || !isMerged;
  const from = Math.max(requestedAt, repeatedAt ?? 0);
  // Every resource is named: `Object.entries` loses that.
  return (Object.entries(KEPT) as [KeptResource, (typeof KEPT)[KeptResource]][])
    .filter(([what]) => isThere(what))
    .map(([what, { why, days }]) => ({
      what,
      count: what === "suppressions" ? suppressions : null,
      since: what === "suppressions" ? isoOrNull(suppressedAt) : null,
      why,
      until: days === null ? null : iso(from + days * DAY_MS),
    }));
}

/** True if a copy was begun while rows of the lead were there. */
const holds = ({ finishedAt }: Receipt, { createdAt }: Copy) =>
  finishedAt === null || createdAt <= finishedAt;

/**
 * The facts that receipts are shown with: all backups and exports of the workspace, and up to when
 * deleted entries of the search index are gone for good.
 */
export type Around = { copies: Copy[]; exported: Copy[]; mergedAt: number };

/** The copies that hold the person. */
const holding = (receipt: Receipt, copies: Copy[]) =>
  copies
    .filter((copy) => holds(receipt, copy))
    .map(({ id, createdAt, keptUntil }) => ({
      id,
      created_at: iso(createdAt),
      kept_until: iso(keptUntil),
    }));

export const toWire = (receipt: Receipt, { copies, exported, mergedAt }: Around): Erasure => ({
  id: receipt.id,
  lead_id: receipt.leadId,
  state: receipt.finishedAt === null ? "erasing" : "erased",
  requested_at: iso(receipt.requestedAt),
  finished_at: isoOrNull(receipt.finishedAt),
  repeated_at: isoOrNull(receipt.repeatedAt),
  requested_by: { token_id: receipt.tokenId, name: receipt.tokenName },
  removed: Object.fromEntries(
    erasedResources.map((name) => [name, receipt.removed[name] ?? 0]),
  ) as Erasure["removed"],
  kept: keptOf(receipt, mergedAt),
  backups: holding(receipt, copies),
  exports: holding(receipt, exported),
});
