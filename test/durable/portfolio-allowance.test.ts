import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import type { Message } from "#features/messaging/messages/schema";
import { HOUR_MS } from "#lib/time";
import { type Client, newWorkspace } from "../support/api";
import { eventually } from "../support/eventually";
import { order, requestsTo } from "../support/graph";
import { alarmOf, runMessageSender } from "../support/message-sender";
import { bindMessageSender } from "../support/message-sender-faults";
import { deliver, messageNow, messageSenderOf } from "../support/messaging";
import {
  aroundPortfolio,
  countedIn,
  newPortfolio,
  newPortfolioChannel,
  portfolioObject,
} from "../support/portfolios";
import { rowsOf } from "../support/rows";

let client: Client;
let other: Client;

beforeAll(async () => {
  [client, other] = [await newWorkspace(), await newWorkspace()];
});

const statesOf = async (by: Client, messages: Message[]) =>
  (await Promise.all(messages.map((one) => messageNow(by, one)))).map(
    ({ status, error }) => error?.reason ?? status,
  );

const channelOf = async (by: Client, id: number): Promise<Channel> =>
  (await by.get(`/channels/${id}`)).body.data;

/** The people to whom messages have gone. */
const startedBy = async (...keys: string[]) =>
  new Set(
    (await Promise.all(keys.map(requestsTo))).flat().flatMap(({ sent, body }) => {
      return sent ? [body.to] : [];
    }),
  ).size;

const runAll = (...ids: number[]) => Promise.all(ids.map(runMessageSender));

describe("two channels of two workspaces that share a portfolio", () => {
  it("never start more people than its limit, however much at the same time", async () => {
    const portfolio = newPortfolio();
    const [one, two] = [
      await newPortfolioChannel(client, portfolio, { limit: 5, people: 8 }),
      await newPortfolioChannel(other, portfolio, { limit: 5, people: 8 }),
    ];
    const [mine, theirs]: Message[][] = [[], []];
    for (const { leadId } of one.people) mine?.push(await one.queue(leadId));
    for (const { leadId } of two.people) theirs?.push(await two.queue(leadId));
    let states: unknown[] = [];
    await eventually(async () => {
      await runAll(one.channel.id, two.channel.id);
      expect(await startedBy(one.key, two.key)).toBeLessThanOrEqual(5);
      states = [...(await statesOf(client, mine ?? [])), ...(await statesOf(other, theirs ?? []))];
      expect(states.filter((state) => state === "sent")).toHaveLength(5);
      expect(states.filter((state) => state === "messaging_limit")).toHaveLength(11);
    });
    expect(await startedBy(one.key, two.key)).toBe(5);
    for (const [by, { channel }] of [
      [client, one],
      [other, two],
    ] as const) {
      const shown = { portfolio_id: portfolio, messaging_limit: 5, limit_used: 5 };
      expect(await channelOf(by, channel.id)).toMatchObject(shown);
      const listed: Channel[] = (await by.get("/channels?per_page=100")).body.data;
      expect(listed.find(({ id }) => id === channel.id)).toMatchObject(shown);
    }
    // They are put off to an hour with room, and nothing is asked for until then.
    const waiting = await rowsOf<{ at: number }>(
      "select next_attempt_at as at from messages where channel_id in (?, ?) and status = 'queued'",
      ...[one.channel.id, two.channel.id],
    );
    for (const { at } of waiting) expect(at).toBeGreaterThan(Date.now() + 24 * HOUR_MS);
    await aroundPortfolio(one.channel.id, () => Promise.reject(new Error("Not to be asked.")));
    await runMessageSender(one.channel.id);
    expect(await statesOf(client, mine ?? [])).toEqual(states.slice(0, 8));
  });

  it("wait for room, and not for what the other has queued for days", async () => {
    const portfolio = newPortfolio();
    const [one, two] = [
      await newPortfolioChannel(client, portfolio, { limit: 2, people: 8 }),
      await newPortfolioChannel(other, portfolio, { limit: 2 }),
    ];
    for (const { leadId } of one.people) await one.queue(leadId);
    await runMessageSender(one.channel.id);
    await two.queue(two.people[0]?.leadId ?? 0);
    await runMessageSender(two.channel.id);
    const hoursOf = async (channelId: number) => {
      const rows = await rowsOf<{ at: number }>(
        "select next_attempt_at as at from messages where channel_id = ? and status = 'queued'",
        channelId,
      );
      return rows.map(({ at }) => Math.floor(at / HOUR_MS)).toSorted((a, b) => a - b);
    };
    const [first = 0, ...waiting] = await hoursOf(one.channel.id);
    expect(waiting).toEqual([0, 25, 25, 50, 50].map((hours) => first + hours));
    expect(await hoursOf(two.channel.id)).toEqual([first]);
  });

  it("count a person whom both write to once", async () => {
    const portfolio = newPortfolio();
    const [one, two] = [
      await newPortfolioChannel(client, portfolio, { limit: 1 }),
      await newPortfolioChannel(other, portfolio, { limit: 1 }),
    ];
    const [{ leadId, number } = { leadId: 0, number: "" }] = one.people;
    const [known = { leadId: 0 }] = two.people;
    await rowsOf("delete from lead_identities where lead_id = ?", known.leadId);
    await other.patch(`/leads/${known.leadId}`, { phone: `+${number}` });
    const messages = [await one.queue(leadId), await two.queue(known.leadId)];
    await runAll(one.channel.id, two.channel.id);
    expect(await statesOf(client, messages.slice(0, 1))).toEqual(["sent"]);
    expect(await statesOf(other, messages.slice(1))).toEqual(["sent"]);
    const { used, people } = await countedIn(portfolio);
    expect([used, people.length]).toEqual([1, 1]);
    expect(JSON.stringify(people)).not.toContain(number);
  });

  it("go by the newest limit, which holds at once for both", async () => {
    const portfolio = newPortfolio();
    const [one, two] = [
      await newPortfolioChannel(client, portfolio, { limit: 9, people: 2, at: 10 }),
      await newPortfolioChannel(other, portfolio, { limit: 9, people: 2, at: 10 }),
    ];
    const [first, second] = [one.people[0]?.leadId ?? 0, one.people[1]?.leadId ?? 0];
    const mine = [await one.queue(first)];
    await runMessageSender(one.channel.id);
    await rowsOf("update channels set business_account_id = '77' where id = ?", one.channel.id);
    const value = { max_daily_conversations_per_business: 1 };
    const changes = [{ field: "business_capability_update", value }];
    await deliver(one.channel, {
      object: "whatsapp_business_account",
      entry: [{ id: "77", time: Math.floor(Date.now() / 1000), changes }],
    });
    await portfolioObject(portfolio).learn({ people: 50, at: 15 });
    mine.push(await one.queue(first), await one.queue(second));
    const theirs = [await two.queue(two.people[0]?.leadId ?? 0)];
    await runAll(one.channel.id, two.channel.id);
    // Whoever was started is not counted again.
    expect(await statesOf(client, mine)).toEqual(["sent", "sent", "messaging_limit"]);
    expect(await statesOf(other, theirs)).toEqual(["messaging_limit"]);
    await portfolioObject(portfolio).learn({ people: null, at: Date.now() });
    theirs.push(await two.queue(two.people[1]?.leadId ?? 0));
    await evictDurableObject(messageSenderOf(two.channel.id));
    await runMessageSender(two.channel.id);
    expect(await statesOf(other, theirs)).toEqual(["messaging_limit", "sent"]);
    expect((await countedIn(portfolio)).used).toBe(1);
  });
});

describe("the allowance of a portfolio", () => {
  it("is asked once a batch with starts, and never without", async () => {
    const portfolio = newPortfolio();
    const { channel, people, queue } = await newPortfolioChannel(client, portfolio, {
      limit: 100,
      people: 6,
    });
    const calls: string[] = [];
    await aroundPortfolio(channel.id, (method, call) => {
      calls.push(method);
      return call();
    });
    for (const { leadId } of people) await queue(leadId);
    await runMessageSender(channel.id);
    // One message alone, and the others after its answer.
    expect(calls).toEqual(["begin", "begin"]);
    await rowsOf(
      "update conversations set last_inbound_at = ? where channel_id = ?",
      ...[Date.now(), channel.id],
    );
    for (const { leadId } of people) await queue(leadId, { text: "Hello" });
    await runMessageSender(channel.id);
    expect(calls).toEqual(["begin", "begin"]);
    await rowsOf("update channels set messaging_limit = null where id = ?", channel.id);
    await rowsOf("update conversations set last_inbound_at = 1 where channel_id = ?", channel.id);
    await runMessageSender(channel.id);
    await queue(people[0]?.leadId ?? 0);
    await runMessageSender(channel.id);
    expect(calls).toEqual(["begin", "begin"]);
  });

  it("gets back who was certainly not sent to, and a lost return only lowers the use", async () => {
    const portfolio = newPortfolio();
    const { channel, people, queue } = await newPortfolioChannel(client, portfolio, {
      limit: 2,
      people: 3,
    });
    const refused = { do: "error", code: 131026 } as const;
    const recipients = Object.fromEntries(people.map(({ number }) => [number, refused]));
    await order(channel.external_id ?? "", { recipients });
    const queued = [await queue(people[0]?.leadId ?? 0)];
    await runMessageSender(channel.id);
    expect((await countedIn(portfolio)).used).toBe(0);
    await aroundPortfolio(channel.id, (method, call) =>
      method === "forget" ? Promise.reject(new Error("Lost.")) : call(),
    );
    queued.push(await queue(people[1]?.leadId ?? 0));
    await runMessageSender(channel.id);
    expect(await statesOf(client, queued)).toEqual(["undeliverable", "undeliverable"]);
    expect((await countedIn(portfolio)).used).toBe(1);
  });

  it("keeps whom another message has gone to meanwhile", async () => {
    const object = portfolioObject(newPortfolio());
    const limit = { people: 2, at: 1 };
    const [first, second] = [1, 2].map((messageId) => ({ messageId, hashes: ["a"] as [string] }));
    await object.begin([first!], limit);
    expect((await object.begin([second!], limit)).messageIds).toEqual([2]);
    await object.forget([first!]);
    expect(await object.used()).toBe(1);
    const third = { messageId: 3, hashes: ["b"] as [string] };
    await object.begin([third], limit);
    // A batch that is repeated, as its answer was lost, counts nobody twice.
    expect((await object.begin([third], limit)).messageIds).toEqual([3]);
    expect(await object.used()).toBe(2);
    await object.forget([third]);
    await object.forget([third]);
    expect(await object.used()).toBe(1);
  });

  it("knows people by the key before while APP_KEY changes", async () => {
    const portfolio = newPortfolio();
    const { channel, people, queue } = await newPortfolioChannel(client, portfolio, { limit: 5 });
    const messages = [await queue(people[0]?.leadId ?? 0)];
    await runMessageSender(channel.id);
    const key = String(Reflect.get(await import("../support/env"), "testEnv").APP_KEY);
    await bindMessageSender(channel.id, { APP_KEY: "b".repeat(40), APP_KEY_BEFORE: key });
    messages.push(await queue(people[0]?.leadId ?? 0));
    await runMessageSender(channel.id);
    expect(await statesOf(client, messages)).toEqual(["sent", "sent"]);
    expect((await countedIn(portfolio)).used).toBe(1);
  });

  it("has starts wait 30 seconds while it can't be reached, and nothing else", async () => {
    const { channel, people, queue } = await newPortfolioChannel(client, newPortfolio(), {
      limit: 5,
      people: 2,
    });
    await aroundPortfolio(channel.id, () => Promise.reject(new Error("Unreachable.")));
    const start = await queue(people[0]?.leadId ?? 0);
    await rowsOf(
      "update conversations set last_inbound_at = ? where lead_id = ?",
      ...[Date.now(), people[1]?.leadId ?? 0],
    );
    const before = Date.now();
    await runMessageSender(channel.id);
    expect(await statesOf(client, [start])).toEqual(["queued"]);
    expect(Number(await alarmOf(channel.id)) - before).toBeGreaterThan(25_000);
    expect(Number(await alarmOf(channel.id)) - before).toBeLessThan(35_000);
    const answer = await queue(people[1]?.leadId ?? 0, { text: "Hello" });
    await runMessageSender(channel.id);
    expect(await statesOf(client, [start, answer])).toEqual(["queued", "sent"]);
    // Within the 30 seconds it is not asked again; another process asks at once.
    await evictDurableObject(messageSenderOf(channel.id));
    await runMessageSender(channel.id);
    expect(await statesOf(client, [start])).toEqual(["sent"]);
  });

  it.each([
    ["after it has counted and before it answers", "begin"],
    ["before the sender gives anything back", "forget"],
  ])("never counts too few if a process dies %s", async (_, when) => {
    const portfolio = newPortfolio();
    const { channel, people, queue } = await newPortfolioChannel(client, portfolio, {
      limit: 1,
      people: 2,
    });
    const refused = { do: "error", code: 131026 } as const;
    await order(channel.external_id ?? "", { queue: when === "forget" ? [refused] : [] });
    await aroundPortfolio(channel.id, async (method, call) => {
      const answer = await call();
      if (method === when && when === "begin") throw new Error("Died.");
      return answer;
    });
    if (when === "forget")
      await aroundPortfolio(channel.id, (method, call) =>
        method === "forget" ? Promise.reject(new Error("Died.")) : call(),
      );
    const [first = { leadId: 0 }, second = { leadId: 0 }] = people;
    const messages = [await queue(first.leadId)];
    await runMessageSender(channel.id);
    expect((await countedIn(portfolio)).used).toBe(1);
    await evictDurableObject(messageSenderOf(channel.id));
    messages.push(await queue(second.leadId));
    await runMessageSender(channel.id);
    const states = await statesOf(client, messages);
    expect(states).toEqual([when === "begin" ? "sent" : "undeliverable", "messaging_limit"]);
    expect((await countedIn(portfolio)).used).toBe(1);
  });

  it("forgets people after a day, and then everything", async () => {
    const portfolio = newPortfolio();
    const object = portfolioObject(portfolio);
    const start = (messageId: number, hash: string) => ({ messageId, hashes: [hash] as [string] });
    await object.begin([start(1, "a"), start(2, "b")], { people: 2, at: 1 });
    const later = (hours: number) =>
      runInDurableObject(object, (_, { storage }) => {
        for (const table of ["started_people", "started_hours", "planned_hours"])
          storage.sql.exec(`update ${table} set hour = hour - ?`, hours);
      });
    const full = await object.begin([start(3, "c")], { people: 2, at: 1 });
    expect(full).toMatchObject({ messageIds: [], usedUp: { people: 2 } });
    expect([...(full.usedUp?.started.values() ?? [])]).toEqual([2]);
    await later(24);
    expect((await object.begin([start(3, "c")], { people: 2, at: 1 })).messageIds).toEqual([]);
    await later(1);
    // They are forgotten by the time, whether anybody asks or not.
    expect(await runDurableObjectAlarm(object)).toBe(true);
    expect(await countedIn(portfolio)).toEqual({ used: 0, people: [] });
    expect(
      await runInDurableObject(object, (_, { storage }) => storage.kv.get("limit") ?? null),
    ).toBeNull();
    expect(await runDurableObjectAlarm(object)).toBe(false);
    expect((await object.begin([start(3, "c")], { people: 2, at: 1 })).messageIds).toEqual([3]);
  });
});
