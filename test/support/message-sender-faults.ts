import { runInDurableObject } from "cloudflare:test";
import { testEnv } from "./env";
import { messageSenderOf } from "./messaging";
import { bindObject } from "./objects";

type Call = () => Promise<unknown>;
export type Around = (call: Call) => Promise<unknown>;

/** Gives a channel's message sender other bindings, for as long as it stays in memory. */
export const bindMessageSender = (channelId: number, bindings: Partial<typeof testEnv>) =>
  bindObject(messageSenderOf(channelId), bindings);

/** The database with every batch wrapped. */
export const databaseWith = (around: Around): D1Database =>
  new Proxy(testEnv.DB, {
    get: (target, name) =>
      name === "batch"
        ? (statements: D1PreparedStatement[]) => around(() => target.batch(statements))
        : Reflect.get(target, name).bind(target),
  });

/** Wraps every D1 call of a channel's message sender, for as long as it stays in memory. */
export const aroundD1 = (channelId: number, around: Around) =>
  bindMessageSender(channelId, { DB: databaseWith(around) });

/** Wraps one call, counted from 1; the others go through. */
export function onlyAt(wanted: number, around: Around): Around {
  let calls = 0;
  return (call) => (++calls === wanted ? around(call) : call());
}

/** Wraps one of a message sender's calls to D1, counted from 1; the others go through. */
export const atCall = (channelId: number, wanted: number, around: Around) =>
  aroundD1(channelId, onlyAt(wanted, around));

export const down: Around = () => Promise.reject(new Error("D1_ERROR: Network connection lost."));

/** The write is applied, but its answer is lost. */
export const unanswered: Around = async (call) => {
  await call();
  return down(call);
};

/** The provider's id of the one message whose outcome a sender has not yet committed to D1. */
export const idNotCommitted = (channelId: number) =>
  runInDurableObject(messageSenderOf(channelId), (_, { storage }): string => {
    const { result } = storage.sql.exec<{ result: string }>("select result from tries").one();
    return JSON.parse(result).externalId;
  });
