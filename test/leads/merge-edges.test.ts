import { beforeEach, describe, expect, it } from "vitest";
import {
  type Client,
  newChannel,
  newInbound,
  newLead,
  newScenario,
  newWorkspace,
} from "../support/api";
import { holdChunkWorker } from "../support/chunks";
import { testEnv } from "../support/env";
import { workMerges } from "../support/merging";
import { rowsOf } from "../support/rows";
import { clientWithoutWakeUps } from "../support/run-scheduler-faults";
import { seedRun } from "../support/runs";
import { directoryDb } from "../support/scope";

let client: Client;

beforeEach(async () => {
  await holdChunkWorker();
  client = clientWithoutWakeUps(await newWorkspace());
});

type Id = { id: number };

async function merge(keep: Id, gone: Id) {
  const { status, text } = await client.post("/leads/merge", { keep: keep.id, merge: gone.id });
  expect(status, text).toBe(200);
}

const newWriters = async () => {
  const channel = await newChannel(client);
  const [keep, gone] = [await newLead(client), await newLead(client)];
  const [kept, lost] = [
    (await newInbound(client, channel.id, keep.id)).conversation_id,
    (await newInbound(client, channel.id, gone.id)).conversation_id,
  ];
  return { channel, keep, gone, kept, lost };
};

const statesOf = async (conversation: number) =>
  (
    await rowsOf<{ state: string }>(
      `select status || ' ' || ifnull(reason, '-') || ' ' || ifnull(taken, '-') as state
       from analyses where conversation_id = ? order by id`,
      conversation,
    )
  ).map(({ state }) => state);

describe("a merge", () => {
  it.each([
    ["no analysis", [], ["running"], ["pending - -"]],
    ["a pending one", ["pending"], ["running"], ["pending - -", "skipped unchanged -"]],
    ["a pending one", ["pending"], ["pending"], ["pending - -", "skipped unchanged -"]],
    [
      "a running one",
      ["running"],
      ["running", "pending"],
      ["running - mine", "skipped unchanged -", "pending - -"],
    ],
  ] as const)(
    "has one analysis pending where the kept lead has %s",
    async (_, mine, theirs, left) => {
      const { keep, gone, kept, lost } = await newWriters();
      let id = 1;
      for (const [states, lead, conversation] of [
        [mine, keep, kept],
        [theirs, gone, lost],
      ] as const)
        for (const status of states)
          await testEnv.DB.prepare(
            `insert into analyses (id, workspace_id, lead_id, conversation_id, cause, status, taken,
             next_at, created_at)
           values (?1, ?2, ?3, ?4, 'request', ?5, iif(?5 = 'running', 'mine', null), 9, 1)`,
          )
            .bind(id++, client.workspaceId, lead.id, conversation, status)
            .run();
      await merge(keep, gone);
      expect(await statesOf(kept)).toEqual(left);
      expect(await rowsOf("select 1 from analyses where lead_id = ?", gone.id)).toEqual([]);
    },
  );

  it("has a worker of the merged lead's analysis begin again in a conversation that moves", async () => {
    const [keep, { gone, lost }] = [await newLead(client), await newWriters()];
    await testEnv.DB.prepare(
      `insert into analyses (id, workspace_id, lead_id, conversation_id, cause, status, taken,
         next_at, created_at) values (1, ?, ?, ?, 'request', 'running', 'mine', 9, 1)`,
    )
      .bind(client.workspaceId, gone.id, lost)
      .run();
    await merge(keep, gone);
    expect(await statesOf(lost)).toEqual(["running - -"]);
  });

  it("brings back no run that was deleted", async () => {
    const scenario = await newScenario(client);
    const { keep, gone } = await newWriters();
    const hidden = await seedRun(client, scenario, gone);
    await testEnv.DB.prepare(
      `insert into removals (kind, parent_id, lead_id, workspace_id, up_to)
       values ('runs', ?, ?, ?, ?)`,
    )
      .bind(scenario.id, gone.id, client.workspaceId, hidden.id)
      .run();
    await merge(keep, gone);
    expect((await client.get(`/runs/${hidden.id}`)).status).toBe(404);
    expect((await client.get(`/scenarios/${scenario.id}/runs`)).body.data).toEqual([]);
  });

  it("is not hindered by a deleted run of the kept lead", async () => {
    const scenario = await newScenario(client);
    const { keep, gone } = await newWriters();
    const [hidden, run] = [
      await seedRun(client, scenario, keep),
      await seedRun(client, scenario, gone),
    ];
    await testEnv.DB.prepare(
      `insert into removals (kind, parent_id, lead_id, workspace_id, up_to)
       values ('runs', ?, ?, ?, ?)`,
    )
      .bind(scenario.id, keep.id, client.workspaceId, hidden.id)
      .run();
    await merge(keep, gone);
    const [row] = await rowsOf("select lead_id, ended_at from runs where id = ?", run.id);
    expect(row).toEqual({ lead_id: keep.id, ended_at: null });
  });

  it("has runs follow a scenario that is being paused, whichever lead is ahead", async () => {
    const scenario = await newScenario(client);
    const { keep, gone } = await newWriters();
    await seedRun(client, scenario, gone);
    await testEnv.DB.prepare(
      `insert into scenario_switches (scenario_id, workspace_id, is_active, lead_id)
       values (?, ?, 0, ?)`,
    )
      .bind(scenario.id, client.workspaceId, keep.id)
      .run();
    await merge(keep, gone);
    expect(
      await rowsOf("select lead_id from scenario_switches where scenario_id = ?", scenario.id),
    ).toEqual([{ lead_id: keep.id - 1 }]);
  });

  it("lets a message of the kept lead end what one of the merged lead has begun", async () => {
    const channel = await newChannel(client);
    const [keep, gone] = [await newLead(client), await newLead(client, { email: "e@x.example" })];
    await newInbound(client, channel.id, gone.id, { text: "STOP" });
    await merge(keep, gone);
    const leads = async () =>
      (
        await rowsOf<{ lead_id: number }>(
          "select lead_id from suppressions where workspace_id = ? and kind = 'email'",
          client.workspaceId,
        )
      ).map(({ lead_id }) => lead_id);
    expect(await leads()).toEqual([keep.id]);
    await newInbound(client, channel.id, keep.id, { text: "START" });
    expect((await client.get(`/leads/${keep.id}`)).body.data.is_optout).toBe(false);
    expect(await leads()).toEqual([]);
  });

  it("waits while a backup of the workspace is made, which walks its conversations", async () => {
    const [keep, gone] = [await newLead(client), await newLead(client)];
    await directoryDb
      .prepare(
        `insert into backups (workspace_id, workspace_name, state, database, created_at, kept_until)
         values (?, 'Acme', 'running', 'DB', 1, 2)`,
      )
      .bind(client.workspaceId)
      .run();
    const { status, body } = await client.post("/leads/merge", { keep: keep.id, merge: gone.id });
    expect([status, body.merge.state]).toEqual([202, "running"]);
    await workMerges();
    expect((await client.get(`/leads/${gone.id}`)).status).toBe(200);
    await directoryDb
      .prepare("delete from backups where workspace_id = ?")
      .bind(client.workspaceId)
      .run();
    await testEnv.DB.prepare("update lead_merges set next_at = 0 where lead_id = ?")
      .bind(gone.id)
      .run();
    await workMerges();
    expect((await client.get(`/leads/${gone.id}`)).status).toBe(404);
  });
});
