import { beforeEach, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import type { Message } from "#features/messaging/messages/schema";
import { DAY_MS, HOUR_MS } from "#lib/time";
import { type Client, newWorkspace, unique } from "../support/api";
import { later } from "../support/clicks";
import { order, requestsTo } from "../support/graph";
import { newRecipient, runMessageSender } from "../support/message-sender";
import { bindMessageSender } from "../support/message-sender-faults";
import { deliver, messageNow, newMetaChannel, statusOf, whatsappBody } from "../support/messaging";
import { OFFLINE_MESSAGE_SENDER, OFFLINE_RUN_SCHEDULER } from "../support/offline-workers";
import { rowsOf } from "../support/rows";
import { enrol, newFlow, runNow, stepDue, trailOf } from "../support/run-scheduler";
import { bindRunScheduler, clientWithoutWakeUps } from "../support/run-scheduler-faults";

// The runs of scenarios whose template waits for the end of a limit (131049).

let client: Client;
let channel: Channel;
let key: string;
let leadId: number;

beforeEach(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
  channel = await newMetaChannel(client);
  key = channel.external_id!;
  ({ leadId } = await newRecipient(client, channel, `25078${7_000_000 + unique()}`));
  await rowsOf("update conversations set last_inbound_at = 1 where channel_id = ?", channel.id);
  await bindRunScheduler(client, { MESSAGE_SENDER: OFFLINE_MESSAGE_SENDER });
  await bindMessageSender(channel.id, { RUN_SCHEDULER: OFFLINE_RUN_SCHEDULER });
});

const template = {
  name: "revive",
  language: "en",
  on_marketing_cap: { retry: { max_days: 3 } },
};

/** A run whose template is refused: at once by the node, or where the window is closed. */
async function newWaiting(type: "template" | "message" = "template", times = 1) {
  await order(key, { queue: Array.from({ length: times }, () => ({ do: "error", code: 131049 })) });
  const data = type === "template" ? template : { text: "Hello", on_window_closed: template };
  const scenario = await newFlow(
    client,
    { ask: [type, data], thanks: ["delay", { seconds: 3600 }], sorry: ["delay", { seconds: 60 }] },
    "ask > thanks",
    "ask:failed > sorry",
  );
  const run = await enrol(client, scenario.id, leadId);
  await stepDue(client);
  await runMessageSender(channel.id);
  const [row] = await rowsOf<Pick<Message, "id">>(
    "select id from messages where run_id = ?",
    run.id,
  );
  const goOn = async () => {
    await runMessageSender(channel.id);
    await stepDue(client);
  };
  await stepDue(client);
  const now = () => messageNow(client, row!);
  expect(await now()).toMatchObject({ status: "queued", error: { reason: "marketing_cap" } });
  return { run, goOn, now, at: Date.parse((await now()).error?.retry_at ?? "") };
}

const sends = async () => (await requestsTo(key)).length;

it.each(["template", "message"] as const)("wait at their %s until it is sent", async (type) => {
  const { run, goOn, now, at } = await newWaiting(type);
  expect(await runNow(client, run)).toMatchObject({ node_id: "ask", waiting_for: "sending" });
  const { gates, pending_message: pending } = (await client.get(`/runs/${run.id}/explain`)).body
    .data;
  expect(Date.parse(pending.next_attempt_at)).toBe(at);
  expect(gates.find(({ gate }: { gate: string }) => gate === "pair_rate")).toMatchObject({
    passed: false,
    detail: expect.stringContaining(new Date(at).toISOString()),
  });
  await later(at + 1 - Date.now(), goOn);
  expect(await now()).toMatchObject({ status: "sent" });
  expect(await trailOf(run)).toEqual(["ask next", "thanks …"]);
});

it("leave by `failed` once there is no other try", async () => {
  const { run, goOn, now } = await newWaiting("template", 5);
  for (let day = 1; day <= 4; day++) await later(day * 1.2 * DAY_MS, goOn);
  expect(await now()).toMatchObject({ status: "failed", error: { reason: "marketing_cap" } });
  expect(await trailOf(run)).toEqual(["ask failed", "sorry next"]);
});

it("send nothing more when they are cancelled", async () => {
  const { run, goOn, now } = await newWaiting();
  await client.post(`/runs/${run.id}/cancel`);
  expect(await now()).toMatchObject({ status: "failed", error: { reason: "cancelled" } });
  await later(5 * DAY_MS, goOn);
  expect(await sends()).toBe(1);
});

it.each(["cancel", "go on"])("%s before the platform reports the limit", async (what) => {
  const { run, goOn, now, at } = await newWaiting();
  await later(at + 1 - Date.now(), goOn);
  if (what === "cancel") await client.post(`/runs/${run.id}/cancel`);
  const failed = { errors: [{ code: 131049 }], recipient_id: "250787000000" };
  await later(at + 2 - Date.now(), async () =>
    deliver(channel, whatsappBody(channel, statusOf(await now(), "failed", failed))),
  );
  const status = what === "cancel" ? "failed" : "queued";
  expect(await now()).toMatchObject({ status, error: { reason: "marketing_cap" } });
  await later(5 * DAY_MS, goOn);
  expect(await sends()).toBe(what === "cancel" ? 2 : 3);
});

it("that are paused and resumed do not send it earlier", async () => {
  const { run, goOn, at } = await newWaiting();
  await client.post(`/runs/${run.id}/pause`);
  await client.post(`/runs/${run.id}/resume`);
  await goOn();
  await later(at - HOUR_MS - Date.now(), goOn);
  expect(await sends()).toBe(1);
  await later(at + 1 - Date.now(), goOn);
  expect(await sends()).toBe(2);
});
