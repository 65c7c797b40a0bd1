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

/** A visit is a click, or was a person's on the base URL, or a bot's. */
export type Visit = Click | Exclude<VisitKind, "recipient">;

/** Visits of one link that its counter is told of in one call. The id lets it know a batch that it has had before. */
export type Batch = {
  id: string;
  linkId: number;
  startedAt: number;
  counted: Partial<Record<Exclude<VisitKind, "recipient">, number>>;
  clicks: Click[];
};

/** How long visits of a link gather. A process that dies takes with it what has not been handed on. */
const WINDOW_MS = 40;
const MAX_CLICKS = 1_000;

const RETRY_DELAYS_MS = [100, 400, 1_600, 6_400];
/** With the delays less than the 30 seconds that a request may go on behind its answer. */
const TRY_TIMEOUT_MS = 3_000;

/** The batches that are gathering, by link. */
const gathering = new Map<number, Batch>();

/** Adds a visit to its link's batch. Gives the batch back where the visit's own request has to hand it on, behind its answer. */
export function gather(linkId: number, visit: Visit, now: number): Batch | undefined {
  const known = gathering.get(linkId);
  const isOpen = known !== undefined && known.clicks.length < MAX_CLICKS;
  const batch = isOpen
    ? known
    : { id: crypto.randomUUID(), linkId, startedAt: now, counted: {}, clicks: [] };
  if (typeof visit === "object") batch.clicks.push(visit);
  else batch.counted[visit] = (batch.counted[visit] ?? 0) + 1;
  // One that is overdue has lost the request that was to hand it on.
  if (isOpen && now - batch.startedAt < 2 * WINDOW_MS) return undefined;
  batch.startedAt = now;
  gathering.set(linkId, batch);
  return batch;
}

const handedOn = new WeakSet<Batch>();

/** Waits for the visits that come meanwhile, then records the batch. One that can't be is logged with what it takes to mend the counts. */
export async function handOn(batch: Batch, record: (batch: Batch) => Promise<unknown>) {
  await wait(WINDOW_MS);
  if (handedOn.has(batch)) return;
  handedOn.add(batch);
  if (gathering.get(batch.linkId) === batch) gathering.delete(batch.linkId);
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

const summaryOf = ({ linkId, startedAt, counted, clicks }: Batch) => ({
  short_link_id: linkId,
  started_at: iso(startedAt),
  ...counted,
  link_send_ids: clicks.map(({ sendId }) => sendId),
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
