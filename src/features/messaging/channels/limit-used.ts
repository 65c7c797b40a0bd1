import { warn } from "#domain/warn";
import type { Bindings } from "#env";
import type { Page } from "#lib/cursor";
import { portfolioOf } from "../outbound/worker/portfolios";
import type { Channel } from "./schema";

type Objects = Pick<Bindings, "PORTFOLIO_ALLOWANCE" | "MESSAGE_SENDER">;
type Limited = Pick<Channel, "id" | "portfolio_id" | "messaging_limit">;

/** The object that counts for a channel: its portfolio's, or its own sender. */
const counterOf = (env: Objects, { id, portfolio_id: portfolio }: Limited) =>
  portfolio === null
    ? { name: `channel ${id}`, used: () => env.MESSAGE_SENDER.getByName(String(id)).used() }
    : { name: `portfolio ${portfolio}`, used: () => portfolioOf(env, portfolio).used() };

/**
 * The channels with how much of their limits is used: each portfolio is asked once, and nobody for
 * a channel without a limit. Null where nobody answers.
 */
async function withUse(env: Objects, channels: Channel[]): Promise<Channel[]> {
  const limited = channels.filter(({ messaging_limit }) => messaging_limit !== null);
  const counters = new Map(limited.map((one) => [counterOf(env, one).name, counterOf(env, one)]));
  const known = await Promise.all(
    [...counters.values()].map(async ({ name, used }) => {
      const count = await used().catch(warn("limit's use not read", { of: name }));
      return [name, count ?? null] as const;
    }),
  );
  const used = new Map(known);
  return channels.map((one) => ({
    ...one,
    limit_used: one.messaging_limit === null ? null : (used.get(counterOf(env, one).name) ?? null),
  }));
}

/** The channel with how much of its limit is used. */
export async function withOwnUse(env: Objects, channel: Channel): Promise<Channel> {
  const [shown = channel] = await withUse(env, [channel]);
  return shown;
}

/** A page of channels with how much of their limits is used. */
export async function listWithUse(env: Objects, listed: Promise<Page<Channel>>) {
  const page = await listed;
  return { ...page, items: await withUse(env, page.items) };
}
