import { beforeAll, describe, expect, it } from "vitest";
import type { LeadListItem } from "#features/leads/schema";
import type { Conversation } from "#features/messaging/conversations/schema";
import { type Client, newLead, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import {
  deliver,
  newMetaChannel,
  newNumber,
  signatureOf,
  whatsappBody,
} from "../support/messaging";
import { idsIn, peopleOf } from "../support/received";
import { serve } from "../support/serve";

const WEBHOOKS = 240;
const CONNECTIONS = 16;
const SENDERS = 80;
const START = Math.floor(Date.now() / 1000) - 72_000;

/** Pseudo-random numbers, the same each time. */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

type Sender = { number?: string; userId?: string; phone?: string };

const digits = (index: number, length: number) => String(index).padStart(length, "0");

/** The kinds of senders, with the phone of the lead that exists already, if any. */
const KINDS: ((index: number) => Sender)[] = [
  (index) => ({ number: `1650${digits(index, 7)}`, phone: `+1650${digits(index, 7)}` }),
  (index) => ({ number: `4477${digits(index, 8)}`, phone: `4477${digits(index, 8)}` }),
  (index) => ({ number: `551187${digits(index, 6)}`, phone: `+5511987${digits(index, 6)}` }),
  (index) => ({ number: `5511986${digits(index, 6)}`, phone: `+551186${digits(index, 6)}` }),
  (index) => ({ number: `52155${digits(index, 8)}`, phone: `+5255${digits(index, 8)}` }),
  (index) => ({ number: `2507${digits(index, 8)}` }),
  (index) => ({ userId: `US.${index}` }),
  (index) => ({ number: `3361${digits(index, 7)}`, userId: `FR.${index}` }),
];
const SENDING: Sender[] = Array.from({ length: SENDERS }, (_, index) =>
  KINDS[index % KINDS.length]!(index),
);

const keyOf = ({ number, userId }: Sender) => number ?? userId!;

/** Runs all tasks, as many at a time as there are connections. */
async function runAll(tasks: (() => Promise<unknown>)[]) {
  const waiting = tasks.values();
  const connection = async () => {
    for (const task of waiting) await task();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
}

function shuffled<Item>(items: Item[], random: (below: number) => number) {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = random(last + 1);
    [mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
  }
  return mixed;
}

/** All pages of a list. */
async function pagesOf<Item>(client: Client, path: string): Promise<Item[]> {
  const found: Item[] = [];
  for (let cursor = ""; ; ) {
    const { body } = await client.get(
      `${path}${path.includes("?") ? "&" : "?"}per_page=100${cursor && `&cursor=${cursor}`}`,
    );
    found.push(...body.data);
    if (!body.meta.next_cursor) return found;
    cursor = body.meta.next_cursor;
  }
}

describe("240 webhooks, each twice and in any order, over 16 connections", () => {
  const expected = new Map<string, { count: number; last: number }>();
  let client: Client;
  let leads: LeadListItem[];
  let conversations: Conversation[];
  const statuses: number[] = [];

  beforeAll(async () => {
    client = await newWorkspace();
    const channel = await newMetaChannel(client);
    const known = SENDING.flatMap(({ phone }) => (phone ? [phone] : []));
    await runAll(known.map((phone) => () => newLead(client, { phone })));
    const random = randomFrom(42);
    const bodies = Array.from({ length: WEBHOOKS }, (_, index) => {
      const sender = SENDING[index < SENDERS ? index : random(SENDERS)]!;
      const at = START + random(70_000);
      const before = expected.get(keyOf(sender)) ?? { count: 0, last: 0 };
      expected.set(keyOf(sender), { count: before.count + 1, last: Math.max(before.last, at) });
      const { number, userId } = sender;
      const message = {
        id: `wamid.${index}`,
        timestamp: String(at),
        type: "text",
        text: { body: `Message ${index}` },
      };
      const value = {
        contacts: [
          {
            profile: { name: `Sender ${keyOf(sender)}` },
            ...(number && { wa_id: number }),
            ...(userId && { user_id: userId }),
          },
        ],
        messages: [{ ...(number ? { from: number } : { from_user_id: userId }), ...message }],
        ...(index % 5 === 0 && {
          statuses: [
            { id: `wamid.sent.${random(50)}`, status: "delivered", timestamp: String(at) },
          ],
        }),
      };
      return JSON.stringify(whatsappBody(channel, value));
    });
    const deliveries = await Promise.all(
      bodies.map(async (body) => {
        const headers = {
          "Content-Type": "application/json",
          "X-Hub-Signature-256": await signatureOf(body),
        };
        return () =>
          new Request(`http://localhost/webhooks/whatsapp/${channel.id}`, {
            method: "POST",
            headers,
            body,
          });
      }),
    );
    await runAll(
      shuffled([...deliveries, ...deliveries], random).map((request) => async () => {
        statuses.push((await serve(request())).status);
      }),
    );
    leads = await pagesOf(client, "/leads");
    conversations = await pagesOf(client, "/conversations");
  });

  it("are all accepted, and each message is stored once", async () => {
    expect(statuses).toEqual(Array(2 * WEBHOOKS).fill(200));
    const stored = await testEnv.DB.prepare(
      "select count(*) as n, count(distinct external_id) as ids from messages",
    ).first();
    expect(stored).toEqual({ n: WEBHOOKS, ids: WEBHOOKS });
    expect(conversations.reduce((sum, { messages_count }) => sum + messages_count, 0)).toBe(
      WEBHOOKS,
    );
  });

  it("make no sender a lead twice", async () => {
    expect(leads).toHaveLength(SENDERS);
    expect(conversations).toHaveLength(SENDERS);
    expect(new Set(conversations.map(({ lead_id }) => lead_id)).size).toBe(SENDERS);
    const made = leads.filter(({ source }) => source === "whatsapp");
    expect(made).toHaveLength(SENDING.filter(({ phone }) => !phone).length);
  });

  it("leave the right counts and last timestamps on leads and conversations", async () => {
    const { results } = await testEnv.DB.prepare(
      "select lead_id, value from lead_identities order by kind",
    ).all();
    const keys = new Map(results.map(({ lead_id, value }) => [lead_id, value as string]));
    const wanted = leads.map(({ id }) => {
      const { count, last } = expected.get(keys.get(id)!)!;
      return [id, count, new Date(last * 1000).toISOString()];
    });
    const shownOfLeads = leads.map((lead) => [
      lead.id,
      lead.conversations[0]!.messages_count,
      lead.conversations[0]!.last_inbound_at,
    ]);
    expect(shownOfLeads).toEqual(wanted);
    const shown = new Map(conversations.map((one) => [one.lead_id, one]));
    expect(
      leads.map(({ id }) => [id, shown.get(id)!.messages_count, shown.get(id)!.last_inbound_at]),
    ).toEqual(wanted);
  });

  it("are found by when their senders last wrote", async () => {
    const times = [...expected.values()].map(({ last }) => last).toSorted((a, b) => a - b);
    const iso = (time: number) => new Date(time * 1000).toISOString();
    for (const [from, to] of [
      [times[0]!, times[SENDERS - 1]!],
      [times[25]!, times[50]!],
      [times[70]!, times[SENDERS - 1]! + 1],
      [times[SENDERS - 1]! + 1, times[SENDERS - 1]! + 2],
    ]) {
      const wanted = times.filter((time) => time >= from! && time <= to!).length;
      const query = `last_inbound_from=${iso(from!)}&last_inbound_to=${iso(to!)}`;
      expect(await pagesOf(client, `/leads?${query}`), query).toHaveLength(wanted);
      expect(await pagesOf(client, `/conversations?${query}`), query).toHaveLength(wanted);
    }
  });
});

describe("sixteen first messages at once", () => {
  const contacts = (contact: object) => ({ contacts: [{ profile: { name: "Zoé" }, ...contact }] });
  const number = newNumber();

  it.each<[string, object, string[]]>([
    ["by a number", { from: number }, [`wa_id:${number}`]],
    ["by a business-scoped id", { from_user_id: "US.1" }, ["bsuid:US.1"]],
    [
      "by both",
      { from: number, from_user_id: "US.2", ...contacts({ wa_id: number, user_id: "US.2" }) },
      ["bsuid:US.2", `wa_id:${number}`],
    ],
    ["by an Instagram account", { instagram: "5678" }, ["instagram_id:5678"]],
  ])("of an unknown sender, known %s, make one lead", async (_, sender, ids) => {
    const client = await newWorkspace();
    const isInstagram = "instagram" in sender;
    const channel = await newMetaChannel(client, isInstagram ? "instagram" : "whatsapp_cloud");
    const path = `/webhooks/${channel.platform}/${channel.id}`;
    const bodyOf = (index: number) =>
      isInstagram
        ? {
            object: "instagram",
            entry: [
              {
                id: channel.external_id,
                messaging: [
                  {
                    sender: { id: sender.instagram },
                    timestamp: START * 1000 + index,
                    message: { mid: `mid.${index}`, text: "Hello" },
                  },
                ],
              },
            ],
          }
        : whatsappBody(channel, {
            messages: [
              {
                ...sender,
                id: `wamid.${index}`,
                timestamp: String(START + index),
                type: "text",
                text: { body: "Hello" },
              },
            ],
          });
    const tasks = Array.from({ length: CONNECTIONS }, (_, index) => async () => {
      const body = JSON.stringify(bodyOf(index));
      const headers = { "X-Hub-Signature-256": await signatureOf(body) };
      expect(
        (await serve(new Request(`http://localhost${path}`, { method: "POST", headers, body })))
          .status,
      ).toBe(200);
    });
    await runAll(tasks);
    const people = await peopleOf(client);
    expect(people.map((person) => [idsIn(person), person.messages.length])).toEqual([
      [ids, CONNECTIONS],
    ]);
  });
});

describe("a body of hundreds of messages", () => {
  it("is stored whole, by known and unknown senders, also the second time", async () => {
    const client = await newWorkspace();
    const channel = await newMetaChannel(client);
    const senders = Array.from({ length: 70 }, (_, index) => `2547${digits(index, 8)}`);
    const messages = Array.from({ length: 350 }, (_, index) => ({
      from: senders[(index * 13) % senders.length],
      id: `wamid.${index}`,
      timestamp: String(START + index),
      type: "text",
      text: { body: "x".repeat(500) },
    }));
    for (let times = 0; times < 2; times++)
      expect((await deliver(channel, whatsappBody(channel, { messages }))).status).toBe(200);
    const people = await peopleOf(client);
    expect(people.map((person) => person.messages.length)).toEqual(Array(senders.length).fill(5));
  });
});
