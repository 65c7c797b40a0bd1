import { beforeEach, describe, expect, it } from "vitest";
import {
  type Client,
  newChannel,
  newInbound,
  newLead,
  newMessage,
  newWorkspace,
} from "../support/api";
import { testEnv } from "../support/env";
import { order, requestsTo } from "../support/graph";
import {
  deliver,
  heldBack,
  messageNow,
  newMetaChannel,
  newNumber,
  newWamid,
  sendDue,
  statusOf,
  textFrom,
  whatsappBody,
} from "../support/messaging";
import { serveWith } from "../support/meter";

let client: Client;

beforeEach(async () => {
  client = await newWorkspace();
});

const template = (text: string) => ({
  type: "template",
  template: {
    name: "revive",
    language: "en_US",
    components: [{ type: "body", parameters: [{ type: "text", text }] }],
  },
});
const isOptout = async (id: number) => (await client.get(`/leads/${id}`)).body.data.is_optout;

describe("a sender who wrote STOP", () => {
  it("gets nothing as another lead who has the number by now, before and after", async () => {
    const channel = await newMetaChannel(client);
    const number = newNumber();
    await deliver(channel, whatsappBody(channel, textFrom(number, "Hello")));
    const [first] = (await client.get(`/leads?phone=${number}`)).body.data;
    await client.patch(`/leads/${first.id}`, { phone: `+${newNumber()}` });
    const second = await newLead(client, { phone: `+${number}` });
    const refusal = async () =>
      (await client.post(`/leads/${second.id}/messages`, template("x"))).body.data.error.reason;
    // The number is the first lead's, as far as WhatsApp has said.
    expect(await refusal()).toBe("no_identity");
    await client.post(`/leads/${first.id}/opt-out`);
    expect(await refusal()).toBe("opted_out");
    await sendDue(channel.id);
    expect(await requestsTo(channel.external_id!)).toEqual([]);
  });

  it("gets no confirmation once they have subscribed again", async () => {
    const channel = await newMetaChannel(client);
    const number = newNumber();
    await heldBack(channel.id, async () => {
      await deliver(channel, whatsappBody(channel, textFrom(number, "STOP")));
      await deliver(
        channel,
        whatsappBody(
          channel,
          textFrom(number, "START", { timestamp: String(Math.floor(Date.now() / 1000) + 1) }),
        ),
      );
    });
    await sendDue(channel.id);
    const [lead] = (await client.get(`/leads?phone=${number}`)).body.data;
    expect([await isOptout(lead.id), await requestsTo(channel.external_id!)]).toEqual([false, []]);
  });

  it("is recognised despite invisible characters", async () => {
    const channel = await newChannel(client);
    const { id } = await newLead(client);
    await newInbound(client, channel.id, id, { text: "st\u200bop\u2060" });
    expect(await isOptout(id)).toBe(true);
  });
});

describe("a webhook's report", () => {
  it("stops no channel for another program's message, nor again once it is reconnected", async () => {
    const channel = await newMetaChannel(client);
    const failed = (external_id: string) =>
      whatsappBody(
        channel,
        statusOf({ external_id }, "failed", { errors: [{ code: 190, title: "Expired" }] }),
      );
    await deliver(channel, failed(newWamid()));
    const status = async () => (await client.get(`/channels/${channel.id}`)).body.data.status;
    expect(await status()).toBe("active");

    await deliver(channel, whatsappBody(channel, textFrom(newNumber(), "Hello")));
    const [{ id }] = (await client.get(`/conversations?channel_id=${channel.id}`)).body.data;
    const message = await newMessage(client, id);
    await sendDue(channel.id);
    const { external_id } = await messageNow(client, message);
    await deliver(channel, failed(external_id!));
    expect(await status()).toBe("stopped");
    await client.put(`/channels/${channel.id}`, {
      name: "Again",
      external_id: channel.external_id,
    });
    await deliver(channel, failed(external_id!));
    expect(await status()).toBe("active");
  });

  it("wakes no message sender, nor does a message that is not answered", async () => {
    const woken: string[] = [];
    const getByName = (name: string) => ({ wake: async () => woken.push(name) });
    const fetcher = serveWith(testEnv.DB, {
      MESSAGE_SENDER: { getByName } as unknown as typeof testEnv.MESSAGE_SENDER,
    });
    const channel = await newMetaChannel(client);
    await deliver(
      channel,
      whatsappBody(channel, statusOf({ external_id: newWamid() }, "delivered")),
      { fetcher },
    );
    await deliver(channel, whatsappBody(channel, textFrom(newNumber(), "Hello")), { fetcher });
    expect(woken).toEqual([]);
    await deliver(channel, whatsappBody(channel, textFrom(newNumber(), "STOP")), { fetcher });
    expect(woken).toEqual([String(channel.id)]);
  });

  it("can't date a message into the future", async () => {
    const channel = await newChannel(client);
    const { conversation_id } = await newInbound(client, channel.id, (await newLead(client)).id);
    const message = await newMessage(client, conversation_id);
    await sendDue(channel.id);
    const { body } = await client.post(`/messages/${message.id}/status`, {
      status: "read",
      at: "2200-01-01T00:00:00Z",
    });
    expect(Date.parse(body.data.read_at)).toBeLessThanOrEqual(Date.now());
  });
});

describe("a gateway's id", () => {
  it("that another lead's message has affects neither of them", async () => {
    const channel = await newChannel(client);
    const [one, other] = [await newLead(client), await newLead(client)];
    await newInbound(client, channel.id, one.id, { external_id: "dup-1" });
    const { status } = await client.post(`/channels/${channel.id}/inbound`, {
      lead_id: other.id,
      text: "STOP",
      external_id: "dup-1",
    });
    expect([status, await isOptout(one.id), await isOptout(other.id)]).toEqual([200, false, false]);
  });

  it("that one of our messages has is refused", async () => {
    const channel = await newChannel(client);
    const lead = await newLead(client);
    const { conversation_id } = await newInbound(client, channel.id, lead.id);
    const message = await newMessage(client, conversation_id);
    await sendDue(channel.id);
    const { external_id } = await messageNow(client, message);
    const { status, body } = await client.post(`/channels/${channel.id}/inbound`, {
      lead_id: lead.id,
      text: "STOP",
      external_id,
    });
    expect([status, body.errors, await isOptout(lead.id)]).toEqual([
      422,
      { external_id: ["The external id has already been taken."] },
      false,
    ]);
  });
});

describe("a variable's value", () => {
  it("can't make a message arbitrarily long", async () => {
    const channel = await newMetaChannel(client);
    await order(channel.external_id!, {});
    const lead = await newLead(client, {
      phone: `+${newNumber()}`,
      variables: { v: "x".repeat(65_000) },
    });
    for (const path of [`/leads/${lead.id}/messages`, "/messages/preview"]) {
      const json = { ...(path.endsWith("preview") && { lead_id: lead.id }) };
      const filled = await client.post(path, { ...json, ...template("{{v}}".repeat(400)) });
      expect([filled.status, Object.keys(filled.body.errors)]).toEqual([
        422,
        ["template.components.0.parameters.0.text"],
      ]);
      const text = await client.post(path, { ...json, text: "{{v}}".repeat(800) });
      expect([text.status, Object.keys(text.body.errors)]).toEqual([422, ["text"]]);
    }
  });
});
