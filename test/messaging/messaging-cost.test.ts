import { beforeAll, describe, expect, it } from "vitest";
import { receivers } from "#features/messaging/channels/receivers";
import type { Channel } from "#features/messaging/channels/schema";
import { type Answer, type Client, newChannel, newShortLink, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import {
  deliver,
  newMetaChannel,
  sendDue,
  statusOf,
  textFrom,
  whatsappBody,
} from "../support/messaging";
import { meterOf } from "../support/meter";
import { seedConversations, seedLeads, seedMessages } from "../support/seed";

const LEADS = 6_000;
const MINUTE = 60_000;
const START = 1_700_000_000_000;
/** No index holds the times of last messages: a walk looks for them, and stops after this. */
const MOST_OF_A_WALK = 15_000;

let client: Client;
let busy: Channel;
let quiet: Channel;
let instagram: Channel;
let foreign: Channel;
/** A conversation with 3,000 messages, of a lead in the middle. */
let long: { id: number; lead_id: number };

const numberOf = (place: number) => `1650${5_000_000 + place}`;

/** A workspace in which every lead has a conversation and a known number. */
async function crowded() {
  const owner = await newWorkspace();
  const channel = await newMetaChannel(owner);
  const phone = "'+1650' || (5000000 + n)";
  await seedLeads(owner.workspaceId, LEADS, { phone, phone_key: phone });
  await testEnv.DB.prepare(
    `insert into lead_identities (workspace_id, kind, value, lead_id, created_at, updated_at)
      select workspace_id, 'wa_id', substr(phone, 2), id, 1, 1 from leads where workspace_id = ?`,
  )
    .bind(owner.workspaceId)
    .run();
  await seedConversations(channel.id, LEADS);
  await seedMessages(channel.id, { external_id: "'wamid.out' || n" });
  await seedMessages(channel.id, {
    external_id: "'wamid.in' || n",
    direction: "'inbound'",
    status: "'received'",
    sent_at: `${START} + n`,
  });
  return { owner, channel };
}

beforeAll(async () => {
  ({ owner: client, channel: busy } = await crowded());
  ({ channel: foreign } = await crowded());
  [quiet, instagram] = [
    await newChannel(client),
    await newChannel(client, { platform: "instagram" }),
  ];
  for (const { id } of [quiet, instagram])
    await seedConversations(id, 3, { last_inbound_at: `${START} + 9000000000` });
  long = (await testEnv.DB.prepare(
    "select id, lead_id from conversations where channel_id = ? and lead_id in (select id from leads where seq = 3000)",
  )
    .bind(busy.id)
    .first<typeof long>())!;
  await testEnv.DB.prepare(
    `insert into messages (workspace_id, conversation_id, channel_id, direction, type, status, created_at)
      select workspace_id, ?, channel_id, direction, type, status, created_at from messages where channel_id = ? limit 3000`,
  )
    .bind(long.id, busy.id)
    .run();
}, 120_000);

type Send = (options: { fetcher: (request: Request) => Promise<Response> }) => Promise<Answer>;

/** The D1 queries of a request that succeeds. */
const costOf = (send: Send) =>
  meterOf(async (fetcher) => {
    const { status, text } = await send({ fetcher });
    expect(status, text).toBeLessThan(300);
  });

const at = (minutes: number) => new Date(START + minutes * MINUTE).toISOString();

describe("a page of conversations", () => {
  const rowsOf = async (query: string) => {
    const { trips, rowsRead } = await costOf((options) =>
      client.get(`/conversations?${query}`, undefined, options),
    );
    expect(trips).toBe(1);
    return rowsRead;
  };
  const filters: [string, () => string][] = [
    ["none", () => ""],
    ["a lead", () => `lead_id=${long.lead_id}`],
    [
      "a lead, a channel and a platform",
      () => `lead_id=${long.lead_id}&channel_id=${quiet.id}&platform=whatsapp`,
    ],
    ["a lead and a range", () => `lead_id=${long.lead_id}&last_inbound_from=${at(0)}`],
    ["a busy channel", () => `channel_id=${busy.id}`],
    ["a busy channel and its platform", () => `channel_id=${busy.id}&platform=whatsapp`],
    ["a busy channel and another platform", () => `channel_id=${busy.id}&platform=instagram`],
    ["a busy channel of another workspace", () => `channel_id=${foreign.id}`],
    [
      "a busy channel of another workspace and a range",
      () => `channel_id=${foreign.id}&last_inbound_from=${at(0)}`,
    ],
    ["a channel that is not there", () => "channel_id=4000000000"],
    ["a quiet channel", () => `channel_id=${quiet.id}`],
    ["a quiet channel and a range", () => `channel_id=${quiet.id}&last_inbound_from=${at(0)}`],
    [
      "a quiet channel and a range without any",
      () => `channel_id=${quiet.id}&last_inbound_to=${at(5)}`,
    ],
    ["a busy platform", () => "platform=whatsapp"],
    ["a quiet platform", () => "platform=instagram"],
    ["a quiet platform and a range", () => `platform=instagram&last_inbound_from=${at(0)}`],
  ];

  it.each(filters)("reads at most 100 rows by %s", async (_, query) => {
    expect(await rowsOf(query())).toBeLessThanOrEqual(100);
  });

  it.each<[string, () => string]>([
    ["all", () => `last_inbound_from=${at(0)}`],
    ["the latest", () => `last_inbound_from=${at(5_990)}`],
    ["the first", () => `last_inbound_to=${at(5)}`],
    ["some in the middle", () => `last_inbound_from=${at(3_000)}&last_inbound_to=${at(3_005)}`],
    ["none", () => `last_inbound_from=${at(900_000)}`],
    ["all of a busy channel", () => `last_inbound_from=${at(0)}&channel_id=${busy.id}`],
    [
      "the first of a busy channel",
      () => `last_inbound_to=${at(5)}&channel_id=${busy.id}&platform=whatsapp`,
    ],
    ["the first of a busy platform", () => `last_inbound_to=${at(5)}&platform=whatsapp`],
  ])("reads a bounded number of rows by a range with %s", async (_, query) => {
    expect(await rowsOf(query())).toBeLessThanOrEqual(MOST_OF_A_WALK);
  });

  it("has the same rows, whichever index finds them", async () => {
    /** The ids of the first ten, from as many pages as hold them. */
    const idsBy = async (query: string, cursor = ""): Promise<number[]> => {
      const { body } = await client.get(`/conversations?per_page=10&${query}${cursor}`);
      const ids = body.data.map(({ id }: { id: number }) => id);
      const next = body.meta.next_cursor;
      if (ids.length === 10 || next === null) return ids;
      return [...ids, ...(await idsBy(query, `&cursor=${next}`))].slice(0, 10);
    };
    expect(await idsBy(`last_inbound_from=${at(0)}&channel_id=${quiet.id}`)).toEqual(
      await idsBy(`channel_id=${quiet.id}`),
    );
    expect(await idsBy(`last_inbound_from=${at(0)}&channel_id=${busy.id}`)).toEqual(
      await idsBy(`channel_id=${busy.id}`),
    );
    expect(await idsBy(`last_inbound_to=${at(100)}&channel_id=${quiet.id}`)).toEqual([]);
    expect(await idsBy(`last_inbound_to=${at(3)}&channel_id=${busy.id}`)).toHaveLength(3);
    expect(await idsBy(`channel_id=${foreign.id}&last_inbound_from=${at(0)}`)).toEqual([]);
  });
});

describe("a conversation of 3,000 messages", () => {
  it.each(["", "/messages", "/messages?per_page=100"])(
    "is read in one round trip, at most a page: %s",
    async (path) => {
      const { trips, rowsRead } = await costOf((options) =>
        client.get(`/conversations/${long.id}${path}`, undefined, options),
      );
      expect(trips).toBe(1);
      expect(rowsRead).toBeLessThanOrEqual(path.includes("100") ? 410 : 110);
    },
  );

  it("takes a message in two round trips, in three with short links, and in one more with an Idempotency-Key", async () => {
    await deliver(busy, whatsappBody(busy, textFrom(numberOf(3_000), "Hello")));
    const { template_variable_url: url } = await newShortLink(client);
    const key = (name: string) => ({ headers: { "Idempotency-Key": name } });
    const sends: [trips: number, body: object, options: object][] = [
      [2, { text: "Hello {{first_name}}" }, {}],
      [3, { text: `See ${url}` }, {}],
      [3, { text: "Hello" }, key("plain")],
      [4, { text: `See ${url}` }, key("linked")],
    ];
    for (const path of [`/conversations/${long.id}/messages`, `/leads/${long.lead_id}/messages`]) {
      for (const [most, body, options] of sends) {
        const { trips, rowsRead } = await costOf(({ fetcher }) =>
          client.post(path, body, { ...options, fetcher }),
        );
        expect([path, body, trips]).toEqual([path, body, most]);
        expect(rowsRead).toBeLessThanOrEqual(200);
      }
      await testEnv.DB.prepare("delete from idempotency_keys").run();
    }
    for (const [most, text] of [
      [1, "Hello"],
      [2, `See ${url}`],
    ] as const) {
      const { trips, rowsRead } = await costOf((options) =>
        client.post("/messages/preview", { lead_id: long.lead_id, text }, options),
      );
      expect(trips).toBe(most);
      expect(rowsRead).toBeLessThanOrEqual(30);
    }
  });
});

describe("a webhook", () => {
  const costOfWebhook = (value: Parameters<typeof whatsappBody>[1]) =>
    costOf((options) => deliver(busy, whatsappBody(busy, value), options));

  it.each([
    ["a message", 3_000, "Hello"],
    ["a message that unsubscribes", 2_999, "STOP"],
    ["a message that subscribes again", 2_999, "START"],
  ])(
    "with %s of a known lead takes two round trips, three if the channel is not cached yet",
    async (_, place, text) => {
      for (const most of [3, 2]) {
        if (most === 3) receivers.clear();
        const { trips, rowsRead } = await costOfWebhook(textFrom(numberOf(place), text));
        expect(trips).toBe(most);
        expect(rowsRead).toBeLessThanOrEqual(340);
      }
      await sendDue(busy.id);
    },
  );

  it("with the username of a known lead takes as many", async () => {
    const number = numberOf(2_997);
    for (const username of ["ada", "ada", "lovelace"]) {
      const contacts = [{ wa_id: number, profile: { username } }];
      const { trips, rowsRead } = await costOfWebhook({ ...textFrom(number, "Hello"), contacts });
      expect(trips).toBe(2);
      expect(rowsRead).toBeLessThanOrEqual(340);
    }
  });

  it("with an unknown sender's message takes as many", async () => {
    const { trips, rowsRead } = await costOfWebhook(textFrom("16504999999", "Hello"));
    expect(trips).toBe(2);
    expect(rowsRead).toBeLessThanOrEqual(275);
  });

  it.each([
    ["delivered", {}],
    ["read", {}],
    ["read", { recipient_id: numberOf(2_998), recipient_user_id: "US.2998" }],
    ["failed", { errors: [{ code: 131026, title: "Undeliverable" }] }],
    ["failed", { errors: [{ code: 131050, title: "Opted out" }] }],
  ])(
    "with the status %s takes one round trip, two if the channel is not cached yet: %j",
    async (status, more) => {
      for (const most of [2, 1]) {
        if (most === 2) receivers.clear();
        const message = {
          external_id: `wamid.out${"errors" in more ? more.errors[0]!.code % 1000 : 2_000 + most}`,
        };
        const { trips, rowsRead } = await costOfWebhook(statusOf(message, status, more));
        expect(trips).toBe(most);
        expect(rowsRead).toBeLessThanOrEqual(340);
      }
    },
  );
});
