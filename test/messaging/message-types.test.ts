import { beforeAll, describe, expect, it } from "vitest";
import { type MessageType, messageTypeNames, messageTypes, receivedTypes } from "#domain/messaging";
import { type Client, newChannel, newInbound, newLead, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { skipEventAudit } from "../support/event-audit";
import { flowOf } from "../support/flow";
import { rowsOf } from "../support/rows";
import { seedRun } from "../support/runs";

skipEventAudit();

let client: Client;
let channel: { id: number };
let scenario: { id: number };

beforeAll(async () => {
  client = await newWorkspace();
  await client.patch("/settings", { analysis_enabled: true, analysis_quiet_seconds: 60 });
  channel = await newChannel(client);
  const nodes = flowOf({ wait: ["wait_for_reply", { timeout_seconds: 60 }] });
  const { body } = await client.post("/scenarios", { name: "x", platform: "whatsapp", ...nodes });
  scenario = body.data;
});

/** The effects of a message of a type, by the SQL triggers. */
async function traitsOf(type: MessageType) {
  const lead = await newLead(client);
  const { conversation_id: id } = await newInbound(client, channel.id, lead.id);
  const run = await seedRun(client, scenario, lead);
  const query = `update conversations set last_inbound_at = 1, unread_count = 0, state = 'closed'
    where id = ?`;
  await testEnv.DB.prepare(query).bind(id).run();
  await testEnv.DB.prepare("update leads set last_inbound_at = 1 where id = ?").bind(lead.id).run();
  await testEnv.DB.prepare("delete from analyses where conversation_id = ?").bind(id).run();
  const [message] = await rowsOf<{ id: number; now: number }>(
    `insert into messages (workspace_id, conversation_id, channel_id, direction, type, status,
       sent_at, created_at) values (?, ?, ?, 'inbound', ?, 'received', ?, ?)
     returning id, created_at as now`,
    ...[client.workspaceId, id, channel.id, type, Date.now(), Date.now()],
  );
  const { now } = message!;
  const [talk] = await rowsOf<Record<string, unknown>>(
    `select last_inbound_at = ?1 as opensWindow, last_reply_id = ?2 as isReply,
       unread_count = 1 as isUnread, state = 'open' as isOpened
     from conversations where id = ?3`,
    ...[now, message!.id, id],
  );
  const [has] = await rowsOf<Record<string, unknown>>(
    `select last_inbound_at = ?1 as isInbound,
       (select count(*) from run_events where run_id = ?2 and message_id = ?3) as isAnswer,
       (select count(*) from analyses where conversation_id = ?4) as isAnalysed
     from leads where id = ?5`,
    ...[now, run.id, message!.id, id, lead.id],
  );
  return { ...talk, ...has };
}

describe("the table of message types", () => {
  it.each(receivedTypes)("says what the SQL triggers do with a lead's %s", async (type) => {
    const { opensWindow, isReply, isUnread } = messageTypes[type];
    expect(await traitsOf(type)).toEqual({
      ...{ opensWindow: Number(opensWindow), isInbound: Number(opensWindow) },
      ...{ isReply: Number(isReply), isAnswer: Number(isReply), isAnalysed: Number(isReply) },
      ...{ isUnread: Number(isUnread), isOpened: Number(isUnread) },
    });
  });

  it("gives no type that only we send a part in what leads do", () => {
    const ours = messageTypeNames.filter((type) => !messageTypes[type].received);
    expect(ours.length).toBeGreaterThan(3);
    for (const type of ours)
      expect(messageTypes[type]).toMatchObject({
        ...{ opensWindow: false, isReply: false, isUnread: false, starts: false },
      });
  });
});
