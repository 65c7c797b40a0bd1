import { beforeAll, expect, it } from "vitest";
import { type Client, newLead, newScenario, newWorkspace } from "../support/api";
import { requestsTo } from "../support/graph";
import { newGatewayChannel, newRecipient } from "../support/message-sender";
import {
  deliver,
  messageNow,
  messagesOf,
  newMetaChannel,
  sendDue,
  textFrom,
  whatsappBody,
} from "../support/messaging";
import { enrol, newFlow, settle, trailOf } from "../support/run-scheduler";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

const list = {
  button: "Courses",
  sections: [{ rows: [{ id: "design", title: "{{city|Design}}" }, { title: "Other" }] }],
};
const message = { type: "list", text: "Which one?", list };

it("is sent as a list, and a scenario goes on by the row that is tapped", async () => {
  const channel = await newMetaChannel(client);
  const { leadId, number } = await newRecipient(client, channel);
  const flow = await newFlow(
    client,
    {
      ask: ["message", { text: "Which one?", list }],
      wait: [
        "wait_for_reply",
        { timeout_seconds: 60, matches: [{ handle: "design", op: "equals", value: "design" }] },
      ],
      done: ["exit"],
    },
    "ask>wait",
    "wait:design>done",
  );
  const run = await enrol(client, flow.id, leadId);
  await settle(client);
  const [sent] = (await requestsTo(channel.external_id ?? "")).slice(-1);
  expect(sent?.body.interactive).toMatchObject({ type: "list", action: { button: "Courses" } });
  const reply = { type: "list_reply", list_reply: { id: "design", title: "Design" } };
  await deliver(
    channel,
    whatsappBody(
      channel,
      textFrom(number, "", { type: "interactive", interactive: reply, text: undefined }),
    ),
  );
  await settle(client);
  expect((await trailOf(run)).at(-1)).toMatch(/^done /);
});

it("goes to gateways, and is refused where a platform could not show it", async () => {
  const { channel, key } = await newGatewayChannel(client);
  const { id } = await newLead(client, { phone: "+33639980199" });
  await client.post(`/channels/${channel.id}/inbound`, { lead_id: id, text: "Hi" });
  const send = (json: object) =>
    client.post(`/leads/${id}/messages`, { channel_id: channel.id, ...json });
  const { body } = await send(message);
  await sendDue(channel.id);
  expect((await messageNow(client, body.data)).payload).toEqual({
    list: {
      button: "Courses",
      sections: [
        {
          title: null,
          rows: [
            { id: "design", title: "Design", description: null },
            { id: "1", title: "Other", description: null },
          ],
        },
      ],
    },
  });
  expect((await requestsTo(key)).at(-1)?.body.data.list.sections[0].rows).toHaveLength(2);
  const wrong = [
    [{ ...message, list: undefined }, "list"],
    [{ ...message, text: undefined }, "text"],
    [{ ...message, type: "text" }, "list"],
    [{ ...message, list: { ...list, sections: [] } }, "list.sections"],
    [{ ...message, list: { ...list, button: "x".repeat(21) } }, "list.button"],
  ] as const;
  for (const [json, field] of wrong)
    expect((await send(json)).body.errors, field).toHaveProperty([field]);
  const { conversation_id: conversation } = body.data;
  expect(await messagesOf(client, conversation)).toHaveLength(2);
  const scenario = await newScenario(client, { platform: "instagram" });
  const { body: checked } = await client.post(`/scenarios/${scenario.id}/check`, {
    nodes: [
      { id: "s", type: "start" },
      {
        id: "m",
        type: "message",
        data: {
          text: "Which?",
          on_window_closed: "skip",
          list: { button: "B", sections: [{ rows: [{ title: "x".repeat(21) }] }] },
        },
      },
    ],
    edges: [{ source: "s", target: "m" }],
  });
  expect(checked.data.warnings).toMatchObject([
    { code: "content_too_long", path: "data.list.sections.0.rows.0.title" },
  ]);
});
