import type { Device, VisitKind } from "../../lib/choices";
import { describeError, log } from "../../lib/log";

/** A person's click on a recipient's URL. Times are milliseconds since 1970. */
export type Click = { sendId: number; at: number; country: string | null; referrerHost: string | null; device: Device };

/** What is told of a visit: a click, or what else it was. */
export type Visit = Click | Exclude<VisitKind, "recipient">;

/** Visits of one link that its counter is told of in one call. The id lets it know a batch that it has had before. */
export type Batch = { id: string; linkId: number; startedAt: number; others: Partial<Record<VisitKind, number>>; clicks: Click[] };

/** How long visits of a link gather. A process that dies takes with it what has not been handed on. */
const WINDOW_MS = 40;

const RETRY_DELAYS_MS = [100, 400, 1_600, 6_400];

type Keep = (promise: Promise<unknown>) => void;
type HandOn = (batch: Batch) => Promise<unknown>;

/** The batches that are gathering, by link. */
const gathering = new Map<number, Batch>();

/** Adds a visit to its link's batch. The first visit of a batch sees to it, behind its answer, that the batch is handed on. */
export function gather(linkId: number, visit: Visit, now: number, keep: Keep, handOn: HandOn) {
  const batch = gathering.get(linkId);
  if (batch && now - batch.startedAt < 2 * WINDOW_MS) return add(batch, visit);
  // One that is overdue has lost the request that was to hand it on: this one does it instead.
  const own = batch ?? { id: crypto.randomUUID(), linkId, startedAt: now, others: {}, clicks: [] };
  own.startedAt = now;
  add(own, visit);
  gathering.set(linkId, own);
  keep(wait(WINDOW_MS).then(() => (gathering.get(linkId) === own && gathering.delete(linkId) ? deliver(own, handOn) : undefined)));
}

function add({ others, clicks }: Batch, visit: Visit) {
  if (typeof visit === "object") clicks.push(visit);
  else others[visit] = (others[visit] ?? 0) + 1;
}

/** A batch that no try has brought to its counter is logged with all that is needed to count it by hand. */
async function deliver(batch: Batch, handOn: HandOn) {
  for (const delay of [...RETRY_DELAYS_MS, null]) {
    try {
      return await handOn(batch);
    } catch (error) {
      if (delay !== null) await wait(delay);
      else
        log("error", "clicks not counted", {
          short_link_id: batch.linkId,
          ...batch.others,
          link_send_ids: batch.clicks.map(({ sendId }) => sendId),
          ...describeError(error),
        });
    }
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
