import { beforeAll, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { type Client, newWorkspace, unique } from "../support/api";
import { order, requestsTo } from "../support/graph";
import { deliver, newMetaChannel } from "../support/messaging";
import { rowsOf } from "../support/rows";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

/** A channel of an account of its own, and that account's portfolio. */
async function newAccount() {
  const [account, portfolio] = [`9${unique()}1`, `9${unique()}2`];
  const channel = await newMetaChannel(client, "whatsapp_cloud", {
    business_account_id: account,
    // A client can't choose whose allowance it uses.
    portfolio_id: "1",
  });
  const number = channel.external_id ?? "";
  await order(account, { templates: [], portfolio, numbers: ["1", number] });
  return { channel, id: channel.id, number, account, portfolio };
}

const channelOf = async (id: number): Promise<Channel> =>
  (await client.get(`/channels/${id}`)).body.data;

async function sync(id: number) {
  await rowsOf("update channels set sync_tried_at = null where id = ?", id);
  expect((await client.post(`/channels/${id}/templates/sync`)).status).toBe(200);
  return channelOf(id);
}

const replace = (id: number, number: string, more: object) =>
  client.put(`/channels/${id}`, { name: "Sales", external_id: number, ...more });

it("reads an account's portfolio with the channel's own token, and keeps it while it is unknown", async () => {
  const { id, number, account, portfolio } = await newAccount();
  expect((await channelOf(id)).portfolio_id).toBeNull();
  expect((await sync(id)).portfolio_id).toBe(portfolio);
  const asked = (await requestsTo(account)).find(({ path }) => path.includes("owner_business"));
  expect(asked?.headers.authorization).toBe(`Bearer token-of-${number}`);

  for (const unread of [null, "", "not a number", "../me"]) {
    await order(account, { portfolio: unread });
    expect((await sync(id)).portfolio_id).toBe(portfolio);
  }
  await order(account, { portfolio: "77" });
  expect((await sync(id)).portfolio_id).toBe("77");
});

it("forgets the portfolio with its account, and takes none of an account of before", async () => {
  const { id, number, account, portfolio } = await newAccount();
  await sync(id);
  const same = await replace(id, number, { business_account_id: account, portfolio_id: "1" });
  expect(same.body.data).toMatchObject({ portfolio_id: portfolio });

  // The account is replaced while WhatsApp is asked about the one before.
  await rowsOf("update channels set sync_tried_at = null where id = ?", id);
  await order(account, { queue: [{ do: "silence", after_ms: 500 }] });
  const { length: before } = await requestsTo(account);
  const syncing = client.post(`/channels/${id}/templates/sync`);
  await expect.poll(async () => (await requestsTo(account)).length).toBeGreaterThan(before);
  const other = await replace(id, number, { business_account_id: `${account}0` });
  expect(other.body.data).toMatchObject({ portfolio_id: null });
  await syncing;
  expect((await channelOf(id)).portfolio_id).toBeNull();

  await order(`${account}0`, { templates: [], portfolio: "78", numbers: [number] });
  expect((await sync(id)).portfolio_id).toBe("78");
  expect((await replace(id, number, {})).body.data).toMatchObject({ portfolio_id: null });
});

it("takes no portfolio for a number that is none of the account's", async () => {
  const { id, number, account, portfolio } = await newAccount();
  const portfolioAfter = async (orders: Parameters<typeof order>[1]) => {
    await order(account, orders);
    return (await sync(id)).portfolio_id;
  };
  // A client with a token for another's account can't spend what that one's portfolio may.
  expect(await portfolioAfter({ numbers: ["1", `${number}0`] })).toBeNull();
  expect(await portfolioAfter({ numbers: [`${number}0`, number] })).toBe(portfolio);
  // Nothing is said of it.
  for (const numbers of [[], [null, {}]]) expect(await portfolioAfter({ numbers })).toBe(portfolio);
  expect(await portfolioAfter({ numbers: ["1"], nextNumbers: "more" })).toBe(portfolio);
  const other = await replace(id, `${number}1`, { business_account_id: account });
  expect(other.body.data).toMatchObject({ portfolio_id: null });
});

it("takes the portfolio's limit as WhatsApp names it, and keeps it while it is unknown", async () => {
  const { id, number } = await newAccount();
  const limitAfter = async (answer: object) => {
    await order(number, { always: { do: "accept", answer } });
    return (await sync(id)).messaging_limit;
  };
  const named = (limit: unknown) => ({ whatsapp_business_manager_messaging_limit: limit });
  expect(await limitAfter(named("TIER_250"))).toBe(250);
  expect(await limitAfter({})).toBe(250);
  expect(await limitAfter(named("TIER_NOT_SET"))).toBe(250);
  expect(await limitAfter({ messaging_limit_tier: "TIER_1K" })).toBe(250);
  expect(await limitAfter(named("TIER_UNLIMITED"))).toBeNull();
  expect(await limitAfter(named("TIER_100K"))).toBe(100_000);
});

/** WhatsApp's news of an account, so many seconds ago. */
const newsOf = (account: string, field: string, limit: unknown, secondsAgo = 0) => ({
  object: "whatsapp_business_account",
  entry: [
    {
      id: account,
      time: Math.floor(Date.now() / 1000) - secondsAgo,
      changes: [{ field, value: { max_daily_conversations_per_business: limit } }],
    },
  ],
});

it("takes the newest limit, of webhooks in any order and of its own reading", async () => {
  const { channel, id, number, account } = await newAccount();
  const limit = async () => (await channelOf(id)).messaging_limit;
  const hear = async (...news: Parameters<typeof newsOf>) => {
    await deliver(channel, newsOf(...news));
    return limit();
  };
  const [capability, quality] = ["business_capability_update", "phone_number_quality_update"];
  expect(await hear(account, capability, 2_000, 100)).toBe(2_000);
  expect(await hear(account, quality, "TIER_250", 50)).toBe(250);
  expect(await hear(account, capability, 10_000, 60)).toBe(250);
  expect(await hear(account, capability, -1, 40)).toBeNull();
  for (const odd of [null, "2000", 0, {}, "TIER_NEW"])
    expect(await hear(account, capability, odd, 30)).toBeNull();
  expect(await hear(`${account}0`, capability, 10, 30)).toBeNull();

  await order(number, {
    always: { do: "accept", answer: { whatsapp_business_manager_messaging_limit: "TIER_2K" } },
  });
  expect((await sync(id)).messaging_limit).toBe(2_000);
  expect(await hear(account, capability, 10_000, 20)).toBe(2_000);
  await rowsOf("update channels set limit_at = ? where id = ?", Date.now() + 1_000, id);
  await order(number, {
    always: { do: "accept", answer: { whatsapp_business_manager_messaging_limit: "TIER_1K" } },
  });
  expect((await sync(id)).messaging_limit).toBe(2_000);
});
