import { sql } from "drizzle-orm";
import { assert, beforeAll, describe, expect, it } from "vitest";
import { readBatch } from "#db/batch";
import { type BlockReason, blockReasons, senderChecks } from "#domain/block-reasons";
import { optoutFields } from "#domain/lead-fields";
import { PRIVATE_REPLY_MS } from "#domain/private-replies";
import { isWindowOpen, WINDOW_MS } from "#domain/window";
import { isWindowClosed } from "#features/messaging/outbound/block-conditions";
import { readRecipient } from "#features/messaging/outbound/recipient";
import { blockReason, routeOf } from "#features/messaging/outbound/route";
import { type Client, newChannel, newLead, newWorkspace } from "../support/api";
import { newComment } from "../support/comments";
import { testEnv } from "../support/env";
import { runMessageSender } from "../support/message-sender";
import { newMetaChannel, newNumber } from "../support/messaging";
import { databaseOf, scopeOf } from "../support/scope";

// The rule stands in TypeScript, for messages that are to be stored, and in SQL, for stored ones.

const MESSAGES = {
  text: { type: "text", category: null, payload: {} },
  template: { type: "template", category: "marketing", payload: asked("n") },
  code: { type: "template", category: "authentication", payload: asked("code") },
  other: { type: "template", category: null, payload: asked("unknown") },
} as const;
function asked(name: string) {
  return { template: { name, language: "en", components: [] } };
}

const SENDER_ORDER = Object.values(senderChecks).flat();

type Case = {
  optout: (typeof OPTOUTS)[number];
  address: (typeof ADDRESSES)[number];
  isWindowOpen: boolean;
  message: keyof typeof MESSAGES;
};

/** The scope that the lead has opted out of, if any. */
const OPTOUTS = ["all", "marketing", null] as const;
/** A phone number, an id without one, or nothing. */
const ADDRESSES = ["phone", "bsuid", null] as const;

const BOTH = [false, true];
const CASES: Case[] = OPTOUTS.flatMap((optout) =>
  ADDRESSES.flatMap((address) =>
    BOTH.flatMap((isWindowOpen) =>
      (["text", "template", "code", "other"] as const).map((message) => ({
        ...{ optout, address, isWindowOpen, message },
      })),
    ),
  ),
);

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

const run = (query: string, ...values: unknown[]) =>
  testEnv.DB.prepare(query)
    .bind(...values)
    .run<{ id: number }>();

/** A lead with a message in the channel's queue, straight into D1: nothing has checked it yet. */
async function queued(channelId: number, { optout, address, isWindowOpen, message: key }: Case) {
  const lead = await newLead(client, { phone: address === "phone" ? `+${newNumber()}` : null });
  const [now, { type, payload, category }] = [Date.now(), MESSAGES[key]];
  if (address === "bsuid")
    await run(
      `insert into lead_identities
        (workspace_id, kind, value, lead_id, created_at, updated_at) values (?, 'bsuid', ?, ?, 1, 1)`,
      client.workspaceId,
      `US.${lead.id}`,
      lead.id,
    );
  const conversation = await run(
    `insert into conversations
      (workspace_id, lead_id, platform, channel_id, last_inbound_at, created_at, updated_at)
     values (?1, ?2, 'whatsapp', ?3, ?4, ?5, ?5) returning id`,
    client.workspaceId,
    lead.id,
    channelId,
    isWindowOpen ? now : now - WINDOW_MS,
    now,
  );
  const conversationId = conversation.results[0]?.id;
  const message = await run(
    `insert into messages (workspace_id, conversation_id, channel_id, direction, type, text, payload,
      status, next_attempt_at, created_at)
     values (?1, ?2, ?3, 'outbound', ?4, 'Hello', ?5, 'queued', ?6, ?6) returning id`,
    client.workspaceId,
    conversationId,
    channelId,
    type,
    JSON.stringify(payload),
    now,
  );
  if (optout) await run(`update leads set ${optoutFields[optout]} = 1 where id = ?`, lead.id);
  return { leadId: lead.id, conversationId, messageId: message.results[0]?.id, type, category };
}

type Queued = Awaited<ReturnType<typeof queued>>;

/** The reason for which the message could not be stored as queued. */
async function reasonBefore({ leadId, conversationId, type, category }: Queued) {
  const { lead } = await readRecipient(scopeOf(client.workspaceId), leadId);
  const route = routeOf(lead, { conversationId });
  assert(route);
  return blockReason(lead, route, { type, category }, Date.now());
}

/** The reason for which the sender has not sent the message; null where it has. */
async function reasonAfter({ messageId }: Queued) {
  const { results } = await testEnv.DB.prepare(
    "select status, error ->> 'reason' as reason from messages where id = ?",
  )
    .bind(messageId)
    .run<{ status: string; reason: string | null }>();
  const [message] = results;
  assert(message && message.status !== "queued");
  return message.reason;
}

/** A request that brings a channel into each state. */
const CHANGES = {
  active: null,
  stopped: "update channels set status = 'stopped' where id = ?",
  deleted: "delete from channels where id = ?",
};

function reasonsOf({ optout, address, isWindowOpen, message }: Case, state: keyof typeof CHANGES) {
  const applies: Record<BlockReason, boolean> = {
    opted_out: optout === "all",
    marketing_opted_out: optout !== null && (message === "template" || message === "other"),
    no_channel: state === "deleted",
    channel_stopped: state === "stopped",
    no_identity: address === null,
    number_required: address !== "phone" && message === "code",
    no_comment: false,
    window_closed: !isWindowOpen && message === "text",
    private_reply_spent: false,
    private_reply_late: false,
  };
  const firstOf = (order: readonly BlockReason[]) =>
    order.find((reason) => applies[reason]) ?? null;
  return [firstOf(blockReasons), firstOf(SENDER_ORDER)];
}

describe("what blocks a message", () => {
  it("is checked by the sender as it was before", () => {
    expect(SENDER_ORDER.toSorted()).toEqual(blockReasons.toSorted());
  });

  it.each(
    (["whatsapp_cloud", "sandbox"] as const).flatMap((provider) =>
      (["active", "stopped", "deleted"] as const).map((state) => [provider, state] as const),
    ),
  )(
    "blocks it in TypeScript and in SQL, by a channel of %s that is %s",
    async (provider, state) => {
      const channel = await (provider === "sandbox" ? newChannel(client) : newMetaChannel(client));
      await run(
        `insert into templates (channel_id, workspace_id, id, name, language, category, status,
           created_at, updated_at)
         values (?1, ?2, 1, 'n', 'en', 'marketing', 'approved', 1, 1),
                (?1, ?2, 2, 'code', 'en', 'authentication', 'approved', 1, 1)`,
        channel.id,
        client.workspaceId,
      );
      const messages: Queued[] = [];
      for (const one of CASES) messages.push(await queued(channel.id, one));
      const change = CHANGES[state];
      if (change) await run(change, channel.id);
      const before = await Promise.all(messages.map(reasonBefore));
      await runMessageSender(channel.id);
      const after = await Promise.all(messages.map(reasonAfter));
      const reasons = CASES.map((one, index) => [one, before[index], after[index]]);
      expect(reasons).toEqual(CASES.map((one) => [one, ...reasonsOf(one, state)]));
    },
  );
});

describe("what blocks an answer to a comment", () => {
  const AT_LIMIT = PRIVATE_REPLY_MS;
  const PAYLOADS = {
    text: {},
    list: {
      list: { button: "See", sections: [{ title: null, rows: [{ id: "1", title: "One" }] }] },
    },
    comment_reply: {},
  };
  const TYPES = Object.keys(PAYLOADS) as (keyof typeof PAYLOADS)[];
  const ANSWERS = BOTH.flatMap((isOpen) =>
    [null, 0, AT_LIMIT - 60_000, AT_LIMIT].flatMap((age) =>
      TYPES.map((type) => ({ isOpen, age, type })),
    ),
  );

  /** A lead with a comment of an age, and a message of ours that answers it. */
  async function answer(channelId: number, { isOpen, age, type }: (typeof ANSWERS)[number]) {
    const lead = await newLead(client, { phone: null });
    const now = Date.now();
    const comment =
      age === null ? null : await newComment(client, channelId, { lead: lead.id, at: now - age });
    const conversation = await run(
      `insert into conversations
        (workspace_id, lead_id, platform, channel_id, last_inbound_at, created_at, updated_at)
       values (?1, ?2, 'instagram', ?3, ?4, ?5, ?5) returning id`,
      ...[client.workspaceId, lead.id, channelId, isOpen ? now : now - WINDOW_MS, now],
    );
    const conversationId = conversation.results[0]!.id;
    const message = await run(
      `insert into messages (workspace_id, conversation_id, channel_id, direction, type, text,
        payload, status, comment_id, next_attempt_at, created_at)
       values (?1, ?2, ?3, 'outbound', ?4, 'Hello', ?5, 'queued', ?6, ?7, ?7) returning id`,
      ...[client.workspaceId, conversationId, channelId, type],
      ...[JSON.stringify(PAYLOADS[type]), comment, now],
    );
    return { leadId: lead.id, conversationId, comment, messageId: message.results[0]!.id };
  }

  it("is found in TypeScript and in SQL", async () => {
    const channel = await newChannel(client, { platform: "instagram" });
    const reasons = [];
    for (const one of ANSWERS) {
      const made = await answer(channel.id, one);
      const { lead, comment } = await readRecipient(scopeOf(client.workspaceId), made.leadId, {
        commentId: made.comment,
      });
      const route = routeOf(lead, { conversationId: made.conversationId });
      assert(route);
      // The message itself is the one that answers it.
      const free = comment && { ...comment, isAnswered: false };
      const before = blockReason(lead, route, { type: one.type, comment: free }, Date.now());
      reasons.push({ one, made, before });
    }
    await runMessageSender(channel.id);
    for (const { one, made, before } of reasons) {
      const { isOpen, age, type } = one;
      const isLate = age === AT_LIMIT;
      const expected = {
        text: isOpen ? null : age === null ? "window_closed" : isLate ? "private_reply_late" : null,
        list: isOpen ? null : "window_closed",
        comment_reply: age === null ? "no_comment" : null,
      }[type];
      const after = await reasonAfter({ messageId: made.messageId } as Queued);
      expect({ one, before, after }).toEqual({ one, before: expected, after: expected });
    }
  });
});

describe("the window of 24 hours", () => {
  const NOW = 1_795_000_000_000;

  it.each([
    ["a millisecond before its end", NOW - WINDOW_MS + 1, true],
    ["at its end", NOW - WINDOW_MS, false],
    ["a millisecond after its end", NOW - WINDOW_MS - 1, false],
    ["at its beginning", NOW, true],
    ["of a lead that has never written", null, false],
  ])("%s is open or closed in TypeScript and in SQL", async (_, lastInboundAt, isOpen) => {
    const { rows } = await readBatch(
      { db: databaseOf() },
      {
        rows: sql<{ isClosed: number }>`
          select ${isWindowClosed(NOW)} as isClosed
          from (select cast(${lastInboundAt} as integer) as last_inbound_at)`,
      },
    );
    expect(isWindowOpen(lastInboundAt, NOW)).toBe(isOpen);
    expect(rows).toEqual([{ isClosed: Number(!isOpen) }]);
  });
});
