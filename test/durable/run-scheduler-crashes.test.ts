import { beforeAll, describe, expect, it } from "vitest";
import type { Lead } from "#features/leads/schema";
import { type Client, newChannel, newShortLink, newTag, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import { seedRecipients, sendQueued } from "../support/message-sender";
import { type Around, down, unanswered } from "../support/message-sender-faults";
import { textsTo } from "../support/messaging";
import { rowsOf } from "../support/rows";
import { newFlow, trailOf } from "../support/run-scheduler";
import {
  aroundD1,
  atCall,
  bindRunScheduler,
  clientWithoutWakeUps,
  killed,
  stepUntilDone,
} from "../support/run-scheduler-faults";

let client: Client;
let tag: { id: number };
let channelId: number;
let leadIds: number[];
let flows: { way: number; child: number; watch: number };
/** The number of calls to D1 of a run without faults. */
let calls = 0;

beforeAll(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
  const [channel, link] = [await newChannel(client), await newShortLink(client)];
  channelId = channel.id;
  tag = await newTag(client);
  const event = ["wait_for_event", { event: "tag_added" }] as const;
  const child = await newFlow(client, { child: ["message", { text: "Child" }] });
  const watch = await newFlow(
    client,
    {
      first: [...event],
      tagged: ["message", { text: "Tagged" }],
      second: [...event],
      again: ["message", { text: "Tagged again" }],
    },
    "first:event > tagged > second:event > again",
  );
  const way = await newFlow(
    client,
    {
      hello: ["message", { text: `Look, {{first_name}}: ${link.template_variable_url}` }],
      pause: ["delay", { seconds: 60 }],
      answer: ["wait_for_reply", { timeout_seconds: 3600, save_to: "wish" }],
      check: [
        "condition",
        {
          branches: [
            { handle: "yes", all: [{ field: "variables.wish", op: "equals", value: "yes" }] },
          ],
        },
      ],
      tag: ["add_tag", { tag_ids: [tag.id] }],
      note: ["update_lead", { warmth: "hot", variables: { seen: "{{wish}}" } }],
      next: ["start_scenario", { scenario_id: child.id }],
      done: ["exit", { reason: "Done" }],
    },
    "hello > pause > answer:reply > check:yes > tag > note > next > done",
  );
  await seedRecipients(client, channel.id, 50);
  await testEnv.DB.prepare("update leads set first_name = 'Ada' where workspace_id = ?")
    .bind(client.workspaceId)
    .run();
  leadIds = (
    await rowsOf<{ id: number }>("select id from leads where workspace_id = ?", client.workspaceId)
  ).map(({ id }) => id);
  flows = { way: way.id, child: child.id, watch: watch.id };
  const counting: Around = (call) => {
    calls++;
    return call();
  };
  await takeTheWay(() => aroundD1(client, counting));
  await bindRunScheduler(client, {});
});

/** Takes the next lead through the whole scenario, after preparing the scheduler's faults. */
async function takeTheWay(prepare: () => Promise<unknown>) {
  const leadId = leadIds.pop()!;
  const runs = await enrolIn([flows.watch, flows.way], leadId);
  await prepare();
  await stepUntilDone(client);
  await later(61_000, () => stepUntilDone(client));
  await later(62_000, async () => {
    await sendQueued(channelId);
    await testEnv.DB.prepare(
      `insert into messages (workspace_id, conversation_id, channel_id, direction, type, text, status, sent_at, created_at)
       select workspace_id, id, channel_id, 'inbound', 'text', 'yes', 'received', ?2, ?2 from conversations where lead_id = ?1`,
    )
      .bind(leadId, Date.now())
      .run();
    await stepUntilDone(client);
  });
  await expectOnce(leadId, runs);
}

async function enrolIn(scenarioIds: number[], leadId: number) {
  const query = `insert into runs (workspace_id, scenario_id, lead_id, version, state, next_at, enrolled_at, created_at, updated_at)
    select ?1, value, ?2, 1, 'pending', ?3, ?3, ?3, ?3 from json_each(?4) returning id`;
  return rowsOf<{ id: number }>(
    query,
    client.workspaceId,
    leadId,
    Date.now(),
    JSON.stringify(scenarioIds),
  );
}

/** Expects every effect of the scenario on a lead exactly once. */
async function expectOnce(leadId: number, [watching, run]: { id: number }[]) {
  const sends: { url: string }[] = (await client.get(`/link-sends?lead_id=${leadId}`)).body.data;
  expect(sends).toHaveLength(1);
  expect((await textsTo(leadId)).toSorted()).toEqual([
    "Child",
    `Look, Ada: ${sends[0]!.url}`,
    "Tagged",
  ]);
  const way = [
    "hello next",
    "pause next",
    "answer reply",
    "check yes",
    "tag next",
    "note next",
    "next next",
    "done exit_node",
  ];
  expect(await trailOf(run!)).toEqual(way);
  expect(await trailOf(watching!)).toEqual(["first event", "tagged next", "second …"]);
  const runs = await rowsOf(
    "select scenario_id, state, end_reason, next_at from runs where lead_id = ? order by id",
    leadId,
  );
  expect(runs).toEqual([
    { scenario_id: flows.watch, state: "waiting", end_reason: null, next_at: null },
    { scenario_id: flows.way, state: "exited", end_reason: "exit_node", next_at: null },
    { scenario_id: flows.child, state: "completed", end_reason: "reached_end", next_at: null },
  ]);
  expect(
    await rowsOf(
      "select * from run_events where run_id in (select id from runs where lead_id = ?)",
      leadId,
    ),
  ).toEqual([]);
  const now: Lead = (await client.get(`/leads/${leadId}`)).body.data;
  expect(now).toMatchObject({
    tags: [{ id: tag.id }],
    warmth: "hot",
    variables: { wish: "yes", seen: "yes" },
  });
}

const faults: Record<string, Around> = {
  "fails before anything is written": down,
  "is written, and its answer is lost": unanswered,
  "is not made because the object dies": killed.before,
  "is written, and the object dies": killed.after,
};

describe("a lead's whole run, when one of the scheduler's calls to D1", () => {
  it.each(Object.entries(faults))("%s: each effect is there once", async (_, fault) => {
    expect(calls).toBeGreaterThan(7);
    for (let wanted = 1; wanted <= calls; wanted++)
      await takeTheWay(() => atCall(client, wanted, fault));
  });
});
