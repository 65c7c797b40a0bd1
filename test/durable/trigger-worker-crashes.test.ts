import { createScheduledController } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { claimCauses } from "#features/automation/triggers/worker/claim";
import { newCommit } from "#features/automation/triggers/worker/commit";
import { remember } from "#features/automation/triggers/worker/memory";
import { workCauses } from "#features/automation/triggers/worker/work";
import { HOUR_MS, MINUTE_MS } from "#lib/time";
import worker from "../../src/index";
import { type Client, newChannel, newInbound, newLead, newTag, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import { eventually } from "../support/eventually";
import { type Around, down, unanswered } from "../support/message-sender-faults";
import { OFFLINE_MESSAGE_SENDER } from "../support/offline-workers";
import { rowsOf } from "../support/rows";
import { killed } from "../support/run-scheduler-faults";
import { scopeOf } from "../support/scope";
import {
  clientAsleep,
  decideDue,
  evaluationsIn,
  newTriggered,
  startsIn,
} from "../support/trigger-worker";
import { atCall, bindTriggerWorker, decideOnce } from "../support/trigger-worker-faults";

const LEADS = 6;

let client: Client;
let channelId: number;
let tag: number;
beforeEach(async () => {
  client = clientAsleep(await newWorkspace());
  channelId = (await newChannel(client)).id;
  tag = (await newTag(client)).id;
  await newTriggered(client, [{ id: "any", type: "any_message", data: {} }]);
  await newTriggered(client, [{ id: "tag", type: "tag_added", data: { tag_ids: [tag] } }]);
});

/** As many causes of each lane as there are leads. */
async function newCauses() {
  for (let n = 0; n < LEADS; n++) {
    const lead = await newLead(client);
    await newInbound(client, channelId, lead.id, { text: "Hello" });
    await client.post(`/leads/${lead.id}/tags`, { tag_ids: [tag] });
  }
}

/** Expects one run of each scenario for each lead, one entry, and an evaluation of each cause. */
async function expectAllOnce() {
  const starts = await startsIn(client);
  expect(starts).toHaveLength(2 * LEADS);
  expect(new Set(starts.map(({ scenario, lead }) => `${scenario} ${lead}`)).size).toBe(2 * LEADS);
  const runs = (await evaluationsIn(client)).flatMap((evaluation) => evaluation.runs);
  expect(runs.toSorted()).toEqual(starts.map(({ id }) => id).toSorted());
  const entries = await rowsOf(
    "select times from trigger_entries where workspace_id = ?",
    client.workspaceId,
  );
  expect(entries).toEqual(Array.from({ length: LEADS }, () => ({ times: 1 })));
}

describe("each cause starts one run", () => {
  it.each<[string, number, Around]>([
    ["the worker dies before its claim", 1, killed.before],
    ["the worker dies after its claim", 1, killed.after],
    ["the answer to its claim is lost", 1, unanswered],
    ["the worker dies before its commit", 2, killed.before],
    ["the worker dies after its commit", 2, killed.after],
    ["its commit is lost", 2, down],
    ["the answer to its commit is lost", 2, unanswered],
  ])("where %s", async (_, call, around) => {
    await newCauses();
    await atCall(client, call, around);
    await decideOnce(client);
    await bindTriggerWorker(client, {});
    await decideOnce(client);
    await decideOnce(client);
    await expectAllOnce();
  });

  it("where two objects are at work", async () => {
    await newCauses();
    let isOther = false;
    // Another object commits first what this one has claimed.
    await atCall(client, 2, async (call) => {
      if (isOther) return call();
      isOther = true;
      const scope = scopeOf(client.workspaceId);
      const wanted = { limit: 100, settleMs: 0, revision: null };
      const claimed = await claimCauses(scope, null, wanted);
      const memory = remember(claimed.workspace?.revision ?? null, claimed.triggers);
      const work = { limit: 100, settleMs: 0, now: Date.now() };
      const worked = workCauses(scope, claimed, memory, work);
      const commit = newCommit(worked, claimed.cursors, memory.counts, Date.now());
      await claimCauses(scope, commit, { ...wanted, limit: 0 });
      return call();
    });
    await decideDue(client);
    await expectAllOnce();
  });

  it("where each wake-up is lost, by the cron", async () => {
    await newCauses();
    const own = String(client.workspaceId);
    const { TRIGGER_WORKER } = testEnv;
    const online = {
      getByName: (name: string) =>
        (name === own ? TRIGGER_WORKER : OFFLINE_MESSAGE_SENDER).getByName(name),
    };
    const bindings = { ...testEnv, TRIGGER_WORKER: online as unknown as typeof TRIGGER_WORKER };
    await worker.scheduled(createScheduledController({ cron: "* * * * *" }), bindings);
    await eventually(expectAllOnce);
  });
});

it("a cause that D1 refuses to write starts nothing, and stops no other", async () => {
  await newCauses();
  const [victim] = await rowsOf<{ id: number }>(
    "select id from leads where workspace_id = ? order by id limit 1 offset 3",
    client.workspaceId,
  );
  await testEnv.DB.prepare(
    `create trigger refused before insert on runs when new.lead_id = ${victim!.id}
     begin select raise(abort, 'CHECK constraint failed: victim'); end`,
  ).run();
  try {
    await decideDue(client);
  } finally {
    await testEnv.DB.prepare("drop trigger refused").run();
  }
  const starts = await startsIn(client);
  expect(starts).toHaveLength(2 * (LEADS - 1));
  expect(starts.map(({ lead }) => lead)).not.toContain(victim!.id);
  const failed = (await evaluationsIn(client)).filter(({ lead }) => lead === victim!.id);
  expect(failed.map(({ outcome }) => outcome)).toEqual(["internal_error", "internal_error"]);
});

it("a cause or a lead that can't be read starts nothing, and stops no other", async () => {
  await newCauses();
  const leads = await rowsOf<{ id: number }>(
    "select id from leads where workspace_id = ? order by id",
    client.workspaceId,
  );
  const [ofEvents, ofMessage, ofLead] = leads.map(({ id }) => id);
  const change = (statement: string, id: number | undefined) =>
    testEnv.DB.prepare(statement).bind(id).run();
  const events = "where lead_id = ? and type in ('message.received', 'lead.tag_added')";
  await change(`update events set data = '{' || data ${events}`, ofEvents);
  await change(
    `update messages set payload = '{' where conversation_id in (
       select id from conversations where lead_id = ?)`,
    ofMessage,
  );
  await change("update leads set variables = '{' where id = ?", ofLead);
  await decideDue(client);
  const failed = (await evaluationsIn(client)).filter(
    ({ outcome }) => outcome === "internal_error",
  );
  expect(failed.map(({ lead }) => lead).toSorted()).toEqual(
    [ofEvents, ofEvents, ofMessage, ofLead, ofLead].toSorted(),
  );
  expect(await startsIn(client)).toHaveLength(2 * LEADS - failed.length);
  // The audit of events reads them.
  await change(`update events set data = substr(data, 2) ${events}`, ofEvents);
});

it("a trigger that can't be read is off, and a date that can't be over; they stop no other", async () => {
  const every = { every: "day", at: "09:00", segment_id: 1 };
  const { id } = await newTriggered(client, [
    { id: "words", type: "keyword", data: { words: ["Hello"] } },
    { id: "daily", type: "recurring", data: every },
    { id: "date", type: "date", data: { of: "created_at", offset_minutes: 60 } },
  ]);
  const breaks = (trigger: string, data: object) =>
    rowsOf(
      "update scenario_triggers set data = ? where scenario_id = ? and trigger_id = ?",
      ...[JSON.stringify(data), id, trigger],
    );
  await breaks("words", { words: [1], match: "word", priority: 0 });
  await breaks("daily", {});
  await newCauses();
  const [victim] = await rowsOf<{ id: number }>(
    "select id from leads where workspace_id = ? order by id",
    client.workspaceId,
  );
  await decideDue(client);
  await rowsOf("update leads set variables = '{' where id = ?", victim!.id);
  await later(HOUR_MS + MINUTE_MS, () => decideDue(client));
  const { body } = await client.get(`/triggers?scenario_id=${id}`);
  const states = body.data.map((one: { id: string; state: string }) => [one.id, one.state]);
  expect(Object.fromEntries(states)).toEqual({ words: "invalid", daily: "invalid", date: "on" });
  expect(await startsIn(client)).toHaveLength(3 * LEADS - 1);
  const { outcome, candidates } = (await evaluationsIn(client)).findLast(
    ({ lead }) => lead === victim!.id,
  )!;
  expect([outcome, candidates]).toEqual(["internal_error", [[id, "date", "internal_error"]]]);
  const times = "select due_at from trigger_times where workspace_id = ?";
  expect(await rowsOf(times, client.workspaceId)).toEqual([]);
});
