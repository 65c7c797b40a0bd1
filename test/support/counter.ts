import { runInDurableObject } from "cloudflare:test";
import type { VisitBatch } from "#features/links/clicks/buffer";
import { type Client, newLead, newLinkSend, newShortLink } from "./api";
import { aroundD1, type Counter, counterOf } from "./clicks";
import { testEnv } from "./env";

export const newLink = async (client: Client): Promise<number> => (await newShortLink(client)).id;

/** Creates a link that was sent to a lead. */
export async function newRecipient(client: Client) {
  const [linkId, lead] = [await newLink(client), await newLead(client)];
  return { linkId, sendId: (await newLinkSend(client, linkId, lead.id)).id };
}

export const batchOf = (
  linkId: number,
  counted: VisitBatch["counted"],
  sendIds: number[] = [],
): VisitBatch => {
  const clicks = sendIds.map((sendId) => ({
    sendId,
    at: Date.now(),
    country: "FR",
    referrerHost: null,
    device: "mobile" as const,
  }));
  return {
    id: crypto.randomUUID(),
    linkId,
    workspaceId: 0,
    startedAt: Date.now(),
    counted,
    clicks,
  };
};

export const record = (linkId: number, counted: VisitBatch["counted"], sendIds?: number[]) =>
  counterOf(linkId).record([batchOf(linkId, counted, sendIds)]);

export const inD1 = (linkId: number) =>
  testEnv.DB.prepare(
    `select clicks_count as recipients, base_clicks_count as base, bot_clicks_count as bots
     from short_links where id = ?`,
  )
    .bind(linkId)
    .first();

/** The same counts from the hours, from the clicks and from the recipient links. */
export const inDetail = (linkId: number) =>
  testEnv.DB.prepare(
    `select sum(recipient) as recipients, sum(base) as base,
       sum(head + prefetch + preview + crawler + no_user_agent) as bots,
       (select count(*) from link_clicks where short_link_id = ?1) as clicks,
       (select sum(clicks_count) from link_sends where short_link_id = ?1) as ofSends
     from link_hours where short_link_id = ?1`,
  )
    .bind(linkId)
    .first();

/** The counts that the object itself stores. */
export const stored = (counter: Counter) =>
  runInDurableObject(counter, (_, { storage }) =>
    hasBatches(storage)
      ? storage.sql
          .exec<{ content: string }>("select content from batches where content is not null")
          .toArray()
          .map(({ content }) => (JSON.parse(content) as VisitBatch).counted)
      : [],
  );

const hasBatches = ({ sql }: DurableObjectStorage) =>
  sql.exec("select 1 from sqlite_master where name = 'batches'").toArray().length > 0;

/** Everything that the object stores, and its alarm. */
export const left = (linkId: number) =>
  runInDurableObject(counterOf(linkId), async (_, { storage }) => [
    ...(hasBatches(storage) ? ["batches"] : []),
    ...storage.kv.list(),
    await storage.getAlarm(),
  ]);

/** Records a batch while a flush waits for D1: by default the flush of the object's own alarm. */
export async function recordDuringCall(
  linkId: number,
  batch: VisitBatch,
  flush: () => Promise<unknown> = async () => {},
) {
  let [waiting, released] = [false, false];
  await aroundD1(counterOf(linkId), async (call) => {
    waiting = true;
    while (!released) await scheduler.wait(1);
    return call();
  });
  const flushing = flush();
  while (!waiting) await scheduler.wait(1);
  await counterOf(linkId).record([batch]);
  released = true;
  await flushing;
}
