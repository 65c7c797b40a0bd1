import type { Device, VisitKind } from "../../../domain/links";
import { describeError, log } from "../../../lib/log";
import { iso } from "../../../lib/time";

/** A person's click on a recipient's URL. Times are milliseconds since 1970. */
export type Click = {
  sendId: number;
  at: number;
  country: string | null;
  referrerHost: string | null;
  device: Device;
};

/** A click with its details, or only the kind of a visit on the base URL or of a bot. */
export type Visit = Click | Exclude<VisitKind, "recipient">;

/**
 * Visits of one link that are recorded in one call; its counter knows a repeated batch by the id.
 */
export type VisitBatch = {
  id: string;
  linkId: number;
  startedAt: number;
  counted: Partial<Record<Exclude<VisitKind, "recipient">, number>>;
  clicks: Click[];
};

/** How long visits of a link are buffered. A process that dies loses the visits in its buffer. */
const FLUSH_DELAY_MS = 40;
const MAX_CLICKS = 1_000;

const RETRY_DELAYS_MS = [100, 400, 1_600, 6_400];
/** All tries and delays together stay under the 30 seconds of `waitUntil`. */
const TRY_TIMEOUT_MS = 3_000;

/** The open batch of each link. */
const buffer = new Map<number, VisitBatch>();

/**
 * Adds a visit to the open batch of its link. Returns the batch when the request of this visit
 * has to flush it, behind its answer.
 */
export function bufferVisit(linkId: number, visit: Visit, now: number): VisitBatch | undefined {
  const known = buffer.get(linkId);
  const isOpen = known !== undefined && known.clicks.length < MAX_CLICKS;
  const batch = isOpen
    ? known
    : { id: crypto.randomUUID(), linkId, startedAt: now, counted: {}, clicks: [] };
  if (typeof visit === "object") batch.clicks.push(visit);
  else batch.counted[visit] = (batch.counted[visit] ?? 0) + 1;
  // The request that was to flush an overdue batch has been cut off.
  if (isOpen && now - batch.startedAt < 2 * FLUSH_DELAY_MS) return undefined;
  batch.startedAt = now;
  buffer.set(linkId, batch);
  return batch;
}

const flushed = new WeakSet<VisitBatch>();

/**
 * Waits for more visits, then records the batch. A batch that can't be recorded is logged with
 * everything that correcting the counts needs.
 */
export async function flushBatch(
  batch: VisitBatch,
  record: (batch: VisitBatch) => Promise<unknown>,
) {
  await wait(FLUSH_DELAY_MS);
  if (flushed.has(batch)) return;
  flushed.add(batch);
  if (buffer.get(batch.linkId) === batch) buffer.delete(batch.linkId);
  for (const delay of [...RETRY_DELAYS_MS, null]) {
    try {
      await Promise.race([
        record(batch),
        wait(TRY_TIMEOUT_MS).then(() => Promise.reject(new Error("timeout"))),
      ]);
      return;
    } catch (error) {
      if (delay !== null) await wait(delay);
      else log("error", "clicks not counted", { ...summaryOf(batch), ...describeError(error) });
    }
  }
}

const summaryOf = ({ linkId, startedAt, counted, clicks }: VisitBatch) => ({
  short_link_id: linkId,
  started_at: iso(startedAt),
  ...counted,
  link_send_ids: clicks.map(({ sendId }) => sendId),
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
