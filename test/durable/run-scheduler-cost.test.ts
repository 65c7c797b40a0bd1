import { createScheduledController, runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import worker from "../../src/index";
import { type Client, newChannel, newTag, newWorkspace } from "../support/api";
import { holdChunkWorker } from "../support/chunks";
import { testEnv } from "../support/env";
import { seedRecipients } from "../support/message-sender";
import { type Meter, metered, meterOf } from "../support/meter";
import { bindObject } from "../support/objects";
import { OFFLINE_MESSAGE_SENDER } from "../support/offline-workers";
import { alarmOfRunScheduler, newFlow, runSchedulerOf, stepDue } from "../support/run-scheduler";
import { clientWithoutWakeUps } from "../support/run-scheduler-faults";
import { seedLeads } from "../support/seed";

const HOUR_SECONDS = 3_600;
const TOMORROW = Date.now() + 86_400_000;

let client: Client;
let channel: Channel;

beforeEach(async () => {
  client = await newWorkspace();
  channel = await newChannel(client);
});

/** Meters the D1 queries of the workspace's run scheduler, which wakes no sender. */
async function meterScheduler(): Promise<Meter> {
  const { meter, database } = metered(testEnv.DB);
  await bindObject(runSchedulerOf(client), {
    DB: database,
    MESSAGE_SENDER: OFFLINE_MESSAGE_SENDER,
  });
  return meter;
}

/** Inserts a run for each lead without an active one. `columns` are SQL expressions. */
async function seedRuns(scenarioId: number, columns: Record<string, string> = {}) {
  const all: Record<string, string> = {
    workspace_id: "workspace_id",
    scenario_id: String(scenarioId),
    lead_id: "id",
    version: "1",
    state: "'pending'",
    next_at: "1",
    enrolled_at: "1",
    created_at: "1",
    updated_at: "1",
    ...columns,
  };
  await testEnv.DB.prepare(
    `insert into runs (${Object.keys(all).join(", ")}) select ${Object.values(all).join(", ")} from leads
     where workspace_id = ? and not exists (select 1 from runs where lead_id = leads.id and ended_at is null) order by id`,
  )
    .bind(client.workspaceId)
    .run();
}

const waiting = {
  state: "'waiting'",
  node_id: "'pause'",
  waiting_for: "'time'",
  next_at: String(TOMORROW),
  waiting_until: String(TOMORROW),
};

const statesOf = async (scenarioId: number) => {
  const query = "select state, count(*) as n from runs where scenario_id = ? group by state";
  const { results } = await testEnv.DB.prepare(query)
    .bind(scenarioId)
    .all<{ state: string; n: number }>();
  return Object.fromEntries(results.map(({ state, n }) => [state, n]));
};

/** The metered cost of one run. */
const perRun = ({ rowsRead, rowsWritten }: Meter, runs: number) => ({
  read: rowsRead / runs,
  written: rowsWritten / runs,
});

/** A scenario of a message, a delay, a wait for a reply, a condition and a tag. */
async function newJourney() {
  const { id: tag } = await newTag(client);
  return newFlow(
    client,
    {
      hello: ["message", { text: "Hello {{first_name}}" }],
      pause: ["delay", { seconds: HOUR_SECONDS }],
      answer: ["wait_for_reply", { timeout_seconds: HOUR_SECONDS }],
      sort: [
        "condition",
        { branches: [{ handle: "hot", all: [{ field: "warmth", op: "equals", value: "hot" }] }] },
      ],
      tag: ["add_tag", { tag_ids: [tag] }],
    },
    "hello > pause > answer",
    "answer:timeout > sort:else > tag",
  );
}

const newPause = () => newFlow(client, { pause: ["delay", { seconds: HOUR_SECONDS }] });

describe("3,000 runs that wait", () => {
  it("cost a wake-up no more than if there were none, and the cron next to nothing", async () => {
    const scenario = await newPause();
    await seedLeads(client.workspaceId, 3_000);
    await seedRuns(scenario.id, waiting);
    const meter = await meterScheduler();
    await stepDue(client);
    expect(meter.trips).toBe(1);
    expect(meter.rowsRead).toBeLessThan(36);
    expect(meter.rowsWritten).toBe(0);
    expect(await alarmOfRunScheduler(client)).toBe(TOMORROW);

    const cron = metered(testEnv.DB);
    await worker.scheduled(createScheduledController({ cron: "* * * * *" }), {
      ...testEnv,
      DB: cron.database,
    });
    expect(cron.meter.rowsRead).toBeLessThan(70);
  });

  it("add no cost to those that are due", async () => {
    const scenario = await newJourney();
    await seedRecipients(client, channel.id, 200);
    await seedRuns(scenario.id);
    await seedLeads(client.workspaceId, 3_000);
    await seedRuns(scenario.id, waiting);
    const meter = await meterScheduler();
    await stepDue(client);
    expect(await statesOf(scenario.id)).toEqual({ waiting: 3_200 });
    // Two batches of 100 runs, and a claim that finds none.
    expect(meter.trips).toBe(3);
    expect(perRun(meter, 200).read).toBeLessThan(80);
  });
});

it("deleted runs that are due are read once, and never by requests", async () => {
  await holdChunkWorker();
  const quiet = clientWithoutWakeUps(client);
  await seedLeads(client.workspaceId, 1_500);
  const [removed, kept] = [await newPause(), await newPause()];
  await seedRuns(removed.id);
  const { body } = await quiet.delete(`/scenarios/${removed.id}/leads`);
  expect(body.deleted).toBe(1_500);
  const request = await meterOf((fetcher) => quiet.post("/tags", { label: "Due" }, { fetcher }));
  expect(request.rowsRead).toBeLessThan(100);
  await seedLeads(client.workspaceId, 1);
  await seedRuns(kept.id, { next_at: "2" });
  const meter = await meterScheduler();
  await stepDue(client);
  expect(await statesOf(kept.id)).toEqual({ waiting: 101 });
  expect(meter.rowsRead / 1_400).toBeLessThan(15);
  await stepDue(client);
  expect(await statesOf(removed.id)).toEqual({ pending: 1_400 });
});

describe("five steps of 400 leads", () => {
  it("cost a round trip for 100 steps, and rows in proportion", async () => {
    const scenario = await newJourney();
    await seedRecipients(client, channel.id, 400);
    await seedRuns(scenario.id);
    const meter = await meterScheduler();
    for (let steps = 1; steps <= 3; steps++) {
      await stepDue(client);
      // Four batches of 100 runs, and a claim that finds none.
      expect(meter.trips).toBe(5 * steps);
      await testEnv.DB.prepare(
        "update runs set next_at = 1, waiting_until = 1 where next_at is not null",
      ).run();
    }
    expect(await statesOf(scenario.id)).toEqual({ completed: 400 });
    const { read, written } = perRun(meter, 400);
    expect(read).toBeLessThan(270);
    expect(written).toBeLessThan(60);
  });
});

describe("a lead's past", () => {
  it("adds no cost to a step: neither earlier messages nor earlier runs", async () => {
    const scenario = await newJourney();
    await seedRecipients(client, channel.id, 10);
    const times = (count: number) =>
      `(with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count}) select n from numbers)`;
    await testEnv.DB.batch([
      testEnv.DB.prepare(
        `insert into messages (workspace_id, conversation_id, channel_id, direction, type, text, status, created_at)
         select workspace_id, id, channel_id, 'outbound', 'text', 'Hello', 'delivered', 1 from conversations cross join ${times(500)} where channel_id = ?`,
      ).bind(channel.id),
      testEnv.DB.prepare(
        `insert into runs (workspace_id, scenario_id, lead_id, version, state, enrolled_at, end_reason, ended_at, created_at, updated_at)
         select workspace_id, ?2, id, 1, 'completed', 1, 'reached_end', 1, 1, 1 from leads cross join ${times(100)} where workspace_id = ?1`,
      ).bind(client.workspaceId, scenario.id),
    ]);
    await seedRuns(scenario.id);
    const meter = await meterScheduler();
    await stepDue(client);
    expect(await statesOf(scenario.id)).toEqual({ waiting: 10, completed: 1_000 });
    expect(perRun(meter, 10).read).toBeLessThan(100);
  });
});

describe("a variable that is set", () => {
  it("writes the lead, but none of its indexes", async () => {
    const scenario = await newFlow(
      client,
      {
        set: ["update_lead", { variables: { step: "one" } }],
        pause: ["delay", { seconds: HOUR_SECONDS }],
      },
      "set > pause",
    );
    await seedLeads(client.workspaceId, 100, { warmth: "'hot'", source: "'ads'" });
    await seedRuns(scenario.id);
    const meter = await meterScheduler();
    await stepDue(client);
    // The run with its indexes: three; two steps; the lead; two events with their indexes: three
    // and four. The statistics of all: one.
    expect(perRun(meter, 100).written).toBe(13.01);
    expect(perRun(meter, 100).read).toBeLessThan(104);
  });
});

describe("one alarm of a run scheduler", () => {
  it("stays within the runtime's limits, and leaves the rest to the next", async () => {
    const { id: tag } = await newTag(client);
    const scenario = await newFlow(
      client,
      {
        tag: ["add_tag", { tag_ids: [tag] }],
        set: ["update_lead", { variables: { step: "one" } }],
        pause: ["delay", { seconds: HOUR_SECONDS }],
      },
      "tag > set > pause",
    );
    await seedLeads(client.workspaceId, 2_600);
    await seedRuns(scenario.id);
    const meter = await meterScheduler();
    const asked = await runInDurableObject(
      runSchedulerOf(client),
      async (instance, { storage }) => {
        await instance.wake(client.workspaceId);
        await storage.deleteAlarm();
        await instance.alarm();
        return { ...meter, statements: meter.statements.length };
      },
    );
    expect(asked.trips).toBeGreaterThan(20);
    expect(asked.statements).toBeLessThan(400);
    const { waiting, pending } = await statesOf(scenario.id);
    expect([waiting! + pending!, pending! > 0]).toEqual([2_600, true]);
    await stepDue(client);
    expect(await statesOf(scenario.id)).toEqual({ waiting: 2_600 });
  });
});
