import { abortAllDurableObjects, evictDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { type Client, newWorkspace, unique } from "../support/api";
import { later } from "../support/clicks";
import { type Order, order, requestsTo } from "../support/graph";
import { newRecipient, queueWithoutWakeUp, runMessageSender } from "../support/message-sender";
import { atCall, down, unanswered } from "../support/message-sender-faults";
import {
  deliver,
  messageNow,
  messageSenderOf,
  newMetaChannel,
  newWamid,
  statusOf,
  whatsappBody,
} from "../support/messaging";
import { rowsOf } from "../support/rows";

const TEN_MINUTES_MS = 600_000;
const DISABLED: Order = { do: "error", code: 131063 };

let client: Client;

beforeEach(async () => {
  client = await newWorkspace();
});

type Given = { category?: string; input?: object; onboarding?: string };

/** A synced channel with a template, and a lead who gets it. The template is old. */
async function newSending({ category = "MARKETING", input = {}, onboarding = "" }: Given = {}) {
  const account = `9${unique()}3`;
  const channel = await newMetaChannel(client, "whatsapp_cloud", {
    business_account_id: account,
    ...input,
  });
  const components = [{ type: "BODY", text: "Hello" }];
  await order(account, {
    templates: [
      { id: "771", name: "revive", language: "en", status: "APPROVED", category, components },
    ],
    marketing: { marketing_messages_onboarding_status: onboarding },
  });
  await client.post(`/channels/${channel.id}/templates/sync`);
  const age = (ms: number) =>
    rowsOf("update templates set created_at = ? where channel_id = ?", Date.now() - ms, channel.id);
  await age(TEN_MINUTES_MS + 1_000);
  const { leadId, number } = await newRecipient(client, channel);
  const template = { name: "revive", language: "en", components: [] };
  const key = channel.external_id ?? "";
  const queue = (more: object = {}) =>
    queueWithoutWakeUp(client, leadId, {
      ...{ channel_id: channel.id, type: "template", text: undefined, template },
      ...more,
    });
  const posts = async () => (await requestsTo(key)).filter(({ method }) => method === "POST");
  const endpoints = async () =>
    (await posts()).map(({ path, sent }) => `${path.split("/").at(-1)}${sent ? "" : " refused"}`);
  const state = async () => (await channelOf(channel.id)).marketing_state;
  /** Sends a message; returns what has become of it. */
  const send = async (more: object = {}) => {
    const message = await queue(more);
    await runMessageSender(channel.id);
    return messageNow(client, message);
  };
  return {
    account,
    channel,
    id: channel.id,
    key,
    number,
    age,
    queue,
    send,
    posts,
    endpoints,
    state,
  };
}

const channelOf = async (id: number): Promise<Channel> =>
  (await client.get(`/channels/${id}`)).body.data;

describe("a template", () => {
  it.each([
    ["MARKETING", "ONBOARDED", "marketing_messages"],
    ["MARKETING", "ELIGIBLE", "messages"],
    ["UTILITY", "ONBOARDED", "messages"],
    ["AUTHENTICATION", "ONBOARDED", "messages"],
  ])("of %s goes, where the account is %s, to %s", async (category, onboarding, endpoint) => {
    const { send, endpoints } = await newSending({ category, onboarding });
    expect(await send()).toMatchObject({ status: "sent" });
    expect(await endpoints()).toEqual([endpoint]);
  });

  it("goes where the channel says, with the same body", async () => {
    const chosen = { marketing_route: "marketing_messages" };
    const { send, endpoints, posts, key, number, id } = await newSending({ input: chosen });
    await send();
    const again = { name: "Sales", external_id: key, marketing_route: "messages" };
    await client.put(`/channels/${id}`, again);
    await send();
    expect(await endpoints()).toEqual(["marketing_messages", "messages"]);
    const [first, second] = await posts();
    expect(first?.body).toMatchObject({ to: number, type: "template" });
    const { biz_opaque_callback_data: _, ...body } = first?.body ?? {};
    expect(second?.body).toMatchObject(body);
  });

  it("goes to a person without a number, too", async () => {
    const { send, endpoints, posts, number } = await newSending({ onboarding: "ONBOARDED" });
    await rowsOf(
      "update lead_identities set kind = 'bsuid', value = 'US.' || value where value = ?",
      number,
    );
    await rowsOf(
      "update leads set phone = null, phone_key = null where phone_key = ?",
      `+${number}`,
    );
    expect(await send()).toMatchObject({ status: "sent" });
    expect(await endpoints()).toEqual(["marketing_messages"]);
    expect((await posts())[0]?.body).toMatchObject({ recipient: `US.${number}` });
  });

  it("alone does: a text goes to messages", async () => {
    const { send, endpoints } = await newSending({ onboarding: "ONBOARDED" });
    await send({ type: "text", text: "Hello", template: undefined });
    expect(await endpoints()).toEqual(["messages"]);
  });

  it("whose category changed a second ago goes elsewhere; an impending change alters nothing", async () => {
    const { send, endpoints, channel, account } = await newSending({
      ...{ category: "UTILITY", onboarding: "ONBOARDED" },
    });
    const change = (more: object) =>
      deliver(channel, {
        object: "whatsapp_business_account",
        entry: [
          {
            id: account,
            time: Math.floor(Date.now() / 1000),
            changes: [
              {
                field: "template_category_update",
                value: { message_template_id: 771, message_template_name: "revive", ...more },
              },
            ],
          },
        ],
      });
    await change({ new_category: "UTILITY", correct_category: "MARKETING" });
    await send();
    await change({ previous_category: "UTILITY", new_category: "MARKETING" });
    await send();
    await change({ new_category: "MARKETING", correct_category: "UTILITY" });
    await send();
    expect(await endpoints()).toEqual(["messages", "marketing_messages", "marketing_messages"]);
  });
});

describe("an endpoint that takes no marketing templates", () => {
  it("has the other one asked at once, once, and is not asked again", async () => {
    const { send, endpoints, key, state } = await newSending();
    await order(key, { endpoints: { messages: DISABLED } });
    expect(await send()).toMatchObject({ status: "sent", error: null });
    expect(await state()).toBe("marketing_messages");
    expect(await send()).toMatchObject({ status: "sent" });
    await order(key, { endpoints: { marketing_messages: DISABLED } });
    expect(await send()).toMatchObject({ status: "sent" });
    expect(await state()).toBe("messages");
    await send();
    const [other, one] = ["marketing_messages", "messages"];
    expect(await endpoints()).toEqual([
      ...[`${one} refused`, other, other],
      ...[`${other} refused`, one, one],
    ]);
  });

  it("is remembered before the messages go that were claimed with the first", async () => {
    const { queue, key, id, channel, endpoints } = await newSending();
    await order(key, { endpoints: { messages: DISABLED } });
    await queue();
    const template = { name: "revive", language: "en", components: [] };
    for (let count = 0; count < 20; count++) {
      const { leadId } = await newRecipient(client, channel);
      const input = { channel_id: id, type: "template", text: undefined, template };
      await queueWithoutWakeUp(client, leadId, input);
    }
    await runMessageSender(id);
    const all = await endpoints();
    expect(all.filter((one) => one === "marketing_messages")).toHaveLength(21);
    // One for each of the connections that were open when the first answer came.
    expect(all.filter((one) => one === "messages refused").length).toBeLessThanOrEqual(5);
  });

  it("fails a message that the other one refuses, too, once", async () => {
    const { send, endpoints, key, id } = await newSending();
    const both = { messages: DISABLED, marketing_messages: DISABLED };
    await order(key, { endpoints: both });
    const failed = await send();
    expect(failed).toMatchObject({ status: "failed", error: { reason: "rejected", code: 131063 } });
    await later(86_400_000, () => runMessageSender(id));
    expect(await endpoints()).toEqual(["messages refused", "marketing_messages refused"]);
    expect(await messageNow(client, failed)).toMatchObject({ status: "failed" });
    expect((await channelOf(id)).status).toBe("active");
  });

  it.each([131055, 133010, 134100, 134102])(
    "says so by %i, which stops no channel",
    async (code) => {
      const { send, endpoints, key, id } = await newSending({ onboarding: "ONBOARDED" });
      await order(key, { endpoints: { marketing_messages: { do: "error", code, status: 500 } } });
      expect(await send()).toMatchObject({ status: "sent" });
      expect(await endpoints()).toEqual(["marketing_messages refused", "messages"]);
      expect((await channelOf(id)).status).toBe("active");
    },
  );

  it("leaves the message to what the other one answers", async () => {
    const { send, endpoints, key, state } = await newSending();
    const capped: Order = { do: "error", code: 131049 };
    await order(key, { endpoints: { messages: DISABLED, marketing_messages: capped } });
    expect(await send()).toMatchObject({ status: "failed", error: { reason: "marketing_cap" } });
    expect(await endpoints()).toHaveLength(2);
    expect(await state()).toBe("marketing_messages");
  });

  it("is learned from a report, too, which sends nothing again", async () => {
    const { send, endpoints, channel, state } = await newSending();
    const sent = await send();
    const failed = statusOf(sent, "failed", { errors: [{ code: 131063, title: "No" }] });
    for (const time of [1, 2]) {
      await deliver(channel, whatsappBody(channel, failed));
      expect([time, await state()]).toEqual([time, "marketing_messages"]);
    }
    expect(await messageNow(client, sent)).toMatchObject({
      status: "failed",
      error: { reason: "rejected", code: 131063 },
    });
    await send();
    expect(await endpoints()).toEqual(["messages", "marketing_messages"]);
  });
});

describe("a sender that dies", () => {
  it("between the two requests never asks again; a report settles the message", async () => {
    const { queue, endpoints, key, id, channel } = await newSending();
    await order(key, {
      endpoints: { messages: DISABLED, marketing_messages: { do: "silence" } },
    });
    const message = await queue();
    const run = runMessageSender(id).catch(() => {});
    while ((await endpoints()).length < 2) await scheduler.wait(5);
    await abortAllDurableObjects();
    await run;
    await order(key, { endpoints: {} });
    await runMessageSender(id);
    expect(await messageNow(client, message)).toMatchObject({ status: "unknown", error: null });
    expect(await endpoints()).toEqual(["messages refused", "marketing_messages"]);
    const echo = { biz_opaque_callback_data: String(message.id) };
    const report = statusOf({ external_id: newWamid() }, "delivered", echo);
    await deliver(channel, whatsappBody(channel, report));
    expect(await messageNow(client, message)).toMatchObject({ status: "delivered" });
  });

  it.each([
    ["before", down],
    ["after", unanswered],
  ])("%s it commits the answers sends nothing again, and remembers", async (_, fault) => {
    const { queue, endpoints, key, id, state } = await newSending();
    await order(key, { endpoints: { messages: DISABLED } });
    const message = await queue();
    await atCall(id, 2, fault);
    await runMessageSender(id).catch(() => {});
    await evictDurableObject(messageSenderOf(id));
    await runMessageSender(id);
    expect(await messageNow(client, message)).toMatchObject({ status: "sent" });
    expect(await endpoints()).toEqual(["messages refused", "marketing_messages"]);
    expect(await state()).toBe("marketing_messages");
  });
});

describe("a template that is newer than ten minutes", () => {
  it("is tried again after them, once, where Meta finds fault with a value", async () => {
    const { age, queue, endpoints, key, id } = await newSending({ onboarding: "ONBOARDED" });
    await age(TEN_MINUTES_MS - 2_000);
    await order(key, { endpoints: { marketing_messages: { do: "error", code: 131009 } } });
    const message = await queue();
    await runMessageSender(id);
    expect(await messageNow(client, message)).toMatchObject({ status: "queued" });
    await later(TEN_MINUTES_MS - 5_000, () => runMessageSender(id));
    expect(await endpoints()).toHaveLength(1);
    await later(TEN_MINUTES_MS + 5_000, () => runMessageSender(id));
    expect(await endpoints()).toHaveLength(2);
    const failed = { status: "failed", error: { reason: "rejected", code: 131009 } };
    expect(await messageNow(client, message)).toMatchObject(failed);
  });

  it("is the only one: an older one fails at once", async () => {
    const { send, endpoints, key } = await newSending({ onboarding: "ONBOARDED" });
    await order(key, { endpoints: { marketing_messages: { do: "error", code: 131009 } } });
    expect(await send()).toMatchObject({ status: "failed", error: { code: 131009 } });
    expect(await endpoints()).toHaveLength(1);
  });
});
