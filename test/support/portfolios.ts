import { runInDurableObject } from "cloudflare:test";
import type { Client } from "./api";
import { unique } from "./api";
import { testEnv } from "./env";
import { newChannelAndRecipient, newRecipient, queueWithoutWakeUp } from "./message-sender";
import { bindMessageSender } from "./message-sender-faults";
import { rowsOf } from "./rows";

export const newPortfolio = () => `7${unique()}`;

export const portfolioObject = (id: string) => testEnv.PORTFOLIO_ALLOWANCE.getByName(id);

/** The portfolio's use now, and the hashes of the people that it counts. */
export const countedIn = (id: string) =>
  runInDurableObject(portfolioObject(id), async (object, { storage }) => ({
    used: await object.used(),
    people: storage.sql
      .exec<{ person: string }>("select person from started_people")
      .toArray()
      .map(({ person }) => person),
  }));

const template = { type: "template", text: null, template: { name: "revive", language: "en" } };

/** A channel of a portfolio, with people who have not written for a day. */
export async function newPortfolioChannel(
  client: Client,
  portfolio: string,
  { limit, people = 0, at = 1 }: { limit: number | null; people?: number; at?: number },
) {
  const { channel, key, ...first } = await newChannelAndRecipient(client);
  const all = [first];
  for (let count = 1; count < people; count++) all.push(await newRecipient(client, channel));
  await rowsOf(
    "update channels set portfolio_id = ?, messaging_limit = ?, limit_at = ? where id = ?",
    ...[portfolio, limit, at, channel.id],
  );
  await rowsOf("update conversations set last_inbound_at = 1 where channel_id = ?", channel.id);
  const queue = (leadId: number, input: object = template) =>
    queueWithoutWakeUp(client, leadId, { channel_id: channel.id, ...input });
  return { channel, key, people: all, queue };
}

type Around = (method: string, call: () => Promise<unknown>) => Promise<unknown>;

/** Wraps the calls of a channel's sender to portfolios, for as long as it stays in memory. */
export function aroundPortfolio(channelId: number, around: Around) {
  const getByName = (id: string) =>
    new Proxy(portfolioObject(id), {
      get:
        (target, method) =>
        (...args: unknown[]) =>
          around(String(method), () => Reflect.get(target, method)(...args)),
    });
  const bindings: object = { PORTFOLIO_ALLOWANCE: { getByName } };
  return bindMessageSender(channelId, bindings);
}
