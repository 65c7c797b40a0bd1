import { createScheduledController, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import worker from "../../src/index";
import { type Client, make, newChannel, newInbound, newLead, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import { eventually } from "../support/eventually";
import { down, unanswered } from "../support/message-sender-faults";
import { messageNow, textsTo } from "../support/messaging";
import { OFFLINE_MESSAGE_SENDER } from "../support/offline-workers";
import { rowsOf } from "../support/rows";
import {
  alarmOfRunScheduler,
  enrol,
  newFlow,
  runNow,
  runSchedulerOf,
  stepDue,
  trailOf,
} from "../support/run-scheduler";
import {
  aroundD1,
  atCall,
  bindRunScheduler,
  clientWithoutWakeUps,
  stepUntilDone,
} from "../support/run-scheduler-faults";

let client: Client;
let channelId: number;

beforeEach(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
  channelId = (await newChannel(client)).id;
});

async function newWriter() {
  const lead = await newLead(client);
  await newInbound(client, channelId, lead.id);
  return lead.id;
}

/** Runs the cron, which reaches only the scheduler of this workspace. */
async function tick() {
  const { RUN_SCHEDULER, MESSAGE_SENDER } = testEnv;
  const own = String(client.workspaceId);
  const online = {
    getByName: (name: string) =>
      (name === own ? RUN_SCHEDULER : OFFLINE_MESSAGE_SENDER).getByName(name),
  };
  const bindings = {
    ...testEnv,
    RUN_SCHEDULER: online as unknown as typeof RUN_SCHEDULER,
    MESSAGE_SENDER,
  };
  await worker.scheduled(createScheduledController({ cron: "* * * * *" }), bindings);
}

const hello = () =>
  newFlow(
    client,
    { hello: ["message", { text: "Hello" }], pause: ["delay", { seconds: 3600 }] },
    "hello > pause",
  );

describe("runs whose scheduler was not woken", () => {
  it("are stepped by the cron", async () => {
    const run = await enrol(client, (await hello()).id, await newWriter());
    await scheduler.wait(20);
    expect(await runNow(client, run)).toMatchObject({ state: "pending", node_id: null });
    await tick();
    await eventually(async () => expect(await trailOf(run)).toEqual(["hello next", "pause …"]));
  });

  it("are stepped without the cron when a wake-up arrives", async () => {
    client = await newWorkspace();
    channelId = (await newChannel(client)).id;
    const run = await enrol(client, (await hello()).id, await newWriter());
    await eventually(async () => expect(await trailOf(run)).toEqual(["hello next", "pause …"]));
  });

  it("wake their scheduler before they are due, which then waits for them", async () => {
    const run = await enrol(
      client,
      (await newFlow(client, { pause: ["delay", { seconds: 30 }] })).id,
      await newWriter(),
    );
    await stepUntilDone(client);
    const { next_at } = await runNow(client, run);
    await runInDurableObject(runSchedulerOf(client), (_, { storage }) => storage.deleteAlarm());
    await tick();
    await eventually(async () =>
      expect(await alarmOfRunScheduler(client)).toBe(Date.parse(next_at!)),
    );
  });

  it("leave schedulers alone that have nothing to do within a minute", async () => {
    const run = await enrol(
      client,
      (await newFlow(client, { pause: ["delay", { seconds: 3600 }] })).id,
      await newWriter(),
    );
    await stepUntilDone(client);
    await runInDurableObject(runSchedulerOf(client), (_, { storage }) => storage.deleteAlarm());
    await tick();
    await scheduler.wait(20);
    expect([await alarmOfRunScheduler(client), (await runNow(client, run)).state]).toEqual([
      null,
      "waiting",
    ]);
  });
});

describe("a run scheduler", () => {
  it("that has lost its alarm in the middle of a failure resumes with the next wake-up", async () => {
    const run = await enrol(client, (await hello()).id, await newWriter());
    await aroundD1(client, down);
    await stepDue(client);
    await runInDurableObject(runSchedulerOf(client), (_, { storage }) => storage.deleteAlarm());
    await bindRunScheduler(client, {});
    await tick();
    await eventually(async () => expect(await trailOf(run)).toEqual(["hello next", "pause …"]));
  });

  it.each([
    [
      "a date in the lead's variables",
      { variables: { when: "9999-12-31" } },
      {},
      "9999-12-31T23:59:59.999Z",
    ],
    [
      "the enrolment's own",
      {},
      { enrolled_at: "9000-01-01T00:00:00Z" },
      "9000-01-01T00:00:00.000Z",
    ],
  ])("can wait for centuries, by %s", async (_, more, when, expected) => {
    const until = { until: { variable: "when", offset_seconds: 366 * 86_400 } };
    const scenario = await newFlow(client, { wait: ["delay", until] });
    const lead = await newLead(client, more);
    await make(client, `/scenarios/${scenario.id}/leads`, { lead_id: lead.id, ...when });
    await stepDue(client);
    const [run] = (await client.get(`/scenarios/${scenario.id}/runs`)).body.data;
    expect(run.next_at).toBe(expected);
    const days = ((await alarmOfRunScheduler(client))! - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(364);
    expect(days).toBeLessThanOrEqual(365);
  });

  it("asks D1 less and less often while it fails, loses nothing and fails no run", async () => {
    const runs: { id: number }[] = [];
    const scenario = await hello();
    for (let count = 3; count > 0; count--)
      runs.push(await enrol(client, scenario.id, await newWriter()));
    await aroundD1(client, down);
    const delays: number[] = [];
    for (let times = 8; times > 0; times--) {
      await later(0, async () => {
        await stepDue(client);
        await runSchedulerOf(client).wake(client.workspaceId);
        delays.push(((await alarmOfRunScheduler(client))! - Date.now()) / 1_000);
      });
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    for (const run of runs) expect(await runNow(client, run)).toMatchObject({ state: "pending" });
    await evictDurableObject(runSchedulerOf(client));
    await stepDue(client);
    for (const run of runs) expect(await trailOf(run)).toEqual(["hello next", "pause …"]);
    const due = await alarmOfRunScheduler(client);
    expect(due).toBe(
      Math.min(
        ...(await Promise.all(runs.map((run) => runNow(client, run)))).map(({ next_at }) =>
          Date.parse(next_at!),
        ),
      ),
    );
  });

  it.each([
    "overloaded. Too many requests queued",
    "storage caused object to be reset",
    "Exceeded maximum DB size: SQLITE_FULL",
  ])("does not blame a run for %j", async (words) => {
    const run = await enrol(client, (await hello()).id, await newWriter());
    await stepUntilDone(client);
    await later(3_600_001, async () => {
      const busy = () => Promise.reject(new Error(`D1_ERROR: D1 DB is ${words}.`));
      let calls = 0;
      await aroundD1(client, (call) => (++calls % 2 === 0 ? busy() : call()));
      for (let times = 4; times > 0; times--) await stepDue(client);
      expect(await runNow(client, run)).toMatchObject({ state: "waiting", node_id: "pause" });
      await bindRunScheduler(client, {});
      await stepDue(client);
    });
    expect(await runNow(client, run)).toMatchObject({ state: "completed" });
  });

  it("writes nothing twice when its writes succeed after it has given them up", async () => {
    const leadId = await newWriter();
    const run = await enrol(client, (await hello()).id, leadId);
    let late = async (): Promise<unknown> => undefined;
    await atCall(client, 2, async (call) => {
      late = call;
      return down(call);
    });
    await stepDue(client);
    await stepDue(client);
    await late();
    expect([await trailOf(run), await textsTo(leadId)]).toEqual([
      ["hello next", "pause …"],
      ["Hello"],
    ]);
    expect(await rowsOf("select count(*) as n from run_steps where run_id = ?", run.id)).toEqual([
      { n: 2 },
    ]);
  });

  it("that does not know that it has committed leaves its messages to the cron", async () => {
    const run = await enrol(client, (await hello()).id, await newWriter());
    await atCall(client, 2, unanswered);
    await stepDue(client);
    const [message] = await rowsOf<{ id: number }>(
      "select id from messages where run_id = ?",
      run.id,
    );
    await scheduler.wait(20);
    expect(await messageNow(client, message!)).toMatchObject({ status: "queued" });
    await testEnv.DB.prepare("update messages set next_attempt_at = 1 where id = ?")
      .bind(message!.id)
      .run();
    await tick();
    await eventually(async () =>
      expect(["sent", "delivered"]).toContain((await messageNow(client, message!)).status),
    );
  });
});
