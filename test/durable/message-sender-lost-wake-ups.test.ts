import { createScheduledController } from "cloudflare:test";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { KEPT } from "#db/statements/messages/kept";
import worker from "../../src/index";
import { type Client, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { eventually } from "../support/eventually";
import { requestsTo } from "../support/graph";
import {
  newChannelAndRecipient,
  newRecipient,
  queueWithoutWakeUp,
  runMessageSender,
} from "../support/message-sender";
import { aroundD1, bindMessageSender, unanswered } from "../support/message-sender-faults";
import { deliver, messageNow, newMetaChannel, textFrom, whatsappBody } from "../support/messaging";
import { serveWith } from "../support/meter";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

/** Runs the cron, as each minute does: should the runtime lose an alarm, the next one sets it. */
async function tick() {
  await worker.scheduled(createScheduledController({ cron: "* * * * *" }), testEnv);
}

describe("a message whose wake-up is lost", () => {
  it("is sent by the cron once it is overdue by half a minute", async () => {
    const { channel, key, leadId } = await newChannelAndRecipient(client);
    const message = await queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
    const status = async () => (await messageNow(client, message)).status;
    await tick();
    await scheduler.wait(50);
    expect(await status()).toBe("queued");
    await testEnv.DB.prepare(
      "update messages set next_attempt_at = next_attempt_at - 30001 where id = ?",
    )
      .bind(message.id)
      .run();
    await eventually(async () => {
      await tick();
      expect([await status(), (await requestsTo(key)).length]).toEqual(["sent", 1]);
    });
  });

  it("is sent by the cron even if its sender died with the message claimed", async () => {
    const { channel, leadId } = await newChannelAndRecipient(client);
    const message = await queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
    await testEnv.DB.prepare(
      "update messages set status = 'sending', attempts = 1, next_attempt_at = 0 where id = ?",
    )
      .bind(message.id)
      .run();
    await eventually(async () => {
      await tick();
      expect(await messageNow(client, message)).toMatchObject({ status: "sent" });
    });
  });

  it("is sent by the cron even if a pause that nobody knows of has set it aside", async () => {
    const { channel, leadId } = await newChannelAndRecipient(client);
    const message = await queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
    await testEnv.DB.prepare("update messages set next_attempt_at = ? where id = ?")
      .bind(KEPT, message.id)
      .run();
    await eventually(async () => {
      await tick();
      expect(await messageNow(client, message)).toMatchObject({ status: "sent" });
    });
  });

  it("is sent without the cron once a later wake-up arrives", async () => {
    const { channel, leadId } = await newChannelAndRecipient(client);
    const fetcher = serveWith(testEnv.DB);
    const { body } = await client.post(
      `/leads/${leadId}/messages`,
      { text: "Hello", channel_id: channel.id },
      { fetcher },
    );
    await eventually(async () =>
      expect(await messageNow(client, body.data)).toMatchObject({ status: "sent" }),
    );
  });

  it("is found among any number of channels", async () => {
    const channels = await Promise.all([0, 1, 2].map(() => newMetaChannel(client)));
    const messages = await Promise.all(
      channels.map(async (channel) => {
        const { leadId } = await newRecipient(client, channel);
        return queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
      }),
    );
    await testEnv.DB.prepare(
      "update messages set next_attempt_at = 1 where next_attempt_at > 0",
    ).run();
    const statuses = () =>
      Promise.all(messages.map(async (message) => (await messageNow(client, message)).status));
    await eventually(async () => {
      await tick();
      expect(await statuses()).toEqual(["sent", "sent", "sent"]);
    });
  });
});

describe("a message that may not be sent any more", () => {
  const stop = (id: number, external_id: string | null) =>
    client.put(`/channels/${id}`, { name: "C", external_id, is_active: false });

  it.each([
    ["no_channel", ({ channel }) => client.delete(`/channels/${channel.id}`)],
    ["channel_stopped", ({ channel }) => stop(channel.id, channel.external_id)],
    ["opted_out", ({ leadId }) => client.patch(`/leads/${leadId}`, { is_optout: true })],
    [
      "opted_out",
      ({ channel, number }) => deliver(channel, whatsappBody(channel, textFrom(number, "STOP"))),
    ],
    ["window_closed", () => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 86_400_001 })],
  ] satisfies [string, (sending: Awaited<ReturnType<typeof newChannelAndRecipient>>) => unknown][])(
    "fails with %s, whether it waits or is claimed",
    async (reason, change) => {
      for (const isTaken of [false, true]) {
        const sending = await newChannelAndRecipient(client);
        const { channel, key, leadId } = sending;
        const message = await queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
        if (isTaken) {
          await aroundD1(channel.id, unanswered);
          await runMessageSender(channel.id);
          expect((await messageNow(client, message)).status).toBe("sending");
          await bindMessageSender(channel.id, {});
        }
        await change(sending);
        await runMessageSender(channel.id);
        expect(await messageNow(client, message)).toMatchObject({
          status: "failed",
          sent_at: null,
          error: { reason, code: null },
        });
        // The confirmation of the opt-out, if there is one.
        const ids = (await requestsTo(key)).map(({ body }) => body.biz_opaque_callback_data);
        expect(ids).not.toContain(String(message.id));
        vi.useRealTimers();
      }
    },
  );

  it("fails when the channel was deleted and only the cron runs", async () => {
    const { channel, leadId } = await newChannelAndRecipient(client);
    const message = await queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
    await testEnv.DB.prepare(
      "update messages set status = 'sending', attempts = 1, next_attempt_at = 0 where id = ?",
    )
      .bind(message.id)
      .run();
    await client.delete(`/channels/${channel.id}`);
    await eventually(async () => {
      await tick();
      expect(await messageNow(client, message)).toMatchObject({
        status: "failed",
        error: { reason: "no_channel" },
      });
    });
  });
});
