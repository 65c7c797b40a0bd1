import { beforeEach, expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS, nextDay } from "#lib/time";
import { type Client, newChannel, newInbound, newLead, newTag, newWorkspace } from "../support/api";
import { atTime, later } from "../support/clicks";
import { testEnv } from "../support/env";
import { reachedQuotas, setQuotas } from "../support/quotas";
import { rowsOf } from "../support/rows";
import {
  clientAsleep,
  decideDue,
  newTriggered,
  outcomesIn,
  startedBy,
  startsIn,
} from "../support/trigger-worker";
import { atCall, bindTriggerWorker } from "../support/trigger-worker-faults";

// Starts that wait: for an hour or a day with room, or for the end of a merge.

let client: Client;
beforeEach(async () => {
  client = clientAsleep(await newWorkspace());
});

/** A scenario that a tag starts, once an hour. */
async function newHourly() {
  const tag = await newTag(client);
  const { id } = await newTriggered(client, [
    { id: "tag", type: "tag_added", data: { tag_ids: [tag.id], max_per_hour: 1 } },
  ]);
  return { id, add: (lead: number) => client.post(`/leads/${lead}/tags`, { tag_ids: [tag.id] }) };
}

const dueTimes = async () =>
  (
    await rowsOf<{ due: number }>(
      "select due_at as due from trigger_times where workspace_id = ? order by 1",
      client.workspaceId,
    )
  ).map(({ due }) => due);

const beginMerge = (lead: number, keep: number) =>
  testEnv.DB.prepare(
    "insert into lead_merges (lead_id, workspace_id, keep_id, next_at, created_at) values (?, ?, ?, 1, 1)",
  )
    .bind(lead, client.workspaceId, keep)
    .run();

async function endMerge(lead: number, keep: number) {
  await testEnv.DB.prepare("delete from lead_merges where lead_id = ?").bind(lead).run();
  await client.post("/leads/merge", { keep, merge: lead });
}

it("a start that was put off is put off once more while the day's quota is spent", async () => {
  const { add } = await newHourly();
  for (let n = 0; n < 3; n++) await add((await newLead(client)).id);
  await decideDue(client);
  // The next hours may be of another day, whose quota is not spent: these are due at once.
  const soon = Date.now() + 1_000;
  const [next] = await dueTimes();
  await rowsOf("update scenario_triggers set hour = 0, starts = 0 where type = 'tag_added'");
  await rowsOf(
    "update trigger_times set due_at = ? + (due_at - ?) / 3600 where workspace_id = ?",
    ...[soon, next, client.workspaceId],
  );
  const [first, second] = (await dueTimes()) as [number, number];
  await setQuotas(client, { triggered_runs_per_day: 1 });
  for (const due of [first, second]) await atTime(due, () => decideDue(client));
  const again = (await dueTimes()) as [number, number];
  expect(again[0]).toBeGreaterThanOrEqual(nextDay(first));
  expect(again[1]).toBeGreaterThanOrEqual(again[0] + HOUR_MS);
  expect([await outcomesIn(client), await reachedQuotas(client)]).toEqual([
    [["started", "tag started"], ...Array.from({ length: 2 }, () => ["put_off", "tag put_off"])],
    [{ quota: "triggered_runs_per_day", limit: 1 }],
  ]);
  await setQuotas(client, { triggered_runs_per_day: null });
  for (const due of again) await atTime(due, () => decideDue(client));
  expect([await startedBy(client), await dueTimes()]).toEqual([["tag", "tag", "tag"], []]);
});

it("a start waits for 28 days at most, and not for an event that is gone", async () => {
  const [full, other] = [await newHourly(), await newHourly()];
  const far = Math.floor(Date.now() / HOUR_MS) + 28 * 24 + 1;
  await rowsOf(
    "update scenario_triggers set hour = ?, starts = 1 where scenario_id = ?",
    ...[far, full.id],
  );
  await full.add((await newLead(client)).id);
  await decideDue(client);
  expect([await outcomesIn(client), await dueTimes()]).toEqual([
    [["too_many_waiting", "tag too_many_waiting"]],
    [],
  ]);
  for (let n = 0; n < 2; n++) await other.add((await newLead(client)).id);
  await decideDue(client);
  expect(await dueTimes()).toHaveLength(1);
  await rowsOf(
    "update trigger_times set event_id = event_id - 1 where workspace_id = ?",
    client.workspaceId,
  );
  await later(HOUR_MS, () => decideDue(client));
  expect([(await outcomesIn(client)).at(-1), await startedBy(client), await dueTimes()]).toEqual([
    ["too_old", "tag too_old"],
    ["tag"],
    [],
  ]);
});

/** Of a lead that is merged: a word, beside another message, a tag, and that it is new. */
async function newCauses(source: string) {
  const channel = await newChannel(client);
  const tag = await newTag(client);
  await newTriggered(client, [{ id: "guide", type: "keyword", data: { words: ["GUIDE"] } }]);
  await newTriggered(client, [
    { id: "tag", type: "tag_added", data: { tag_ids: [tag.id] } },
    { id: "new", type: "lead_created", data: { sources: ["calendly"] } },
  ]);
  const keep = await newLead(client);
  const gone = await newLead(client, { source });
  await newInbound(client, channel.id, gone.id, { text: "Hello" });
  await newInbound(client, channel.id, gone.id, { text: "GUIDE" });
  await client.post(`/leads/${gone.id}/tags`, { tag_ids: [tag.id] });
  return [gone.id, keep.id] as const;
}

const startedFor = async () =>
  (await startsIn(client)).map(({ lead, cause }) => [lead, cause.trigger_id]);

it("what a lead writes and does while it is merged starts runs of the one that is kept", async () => {
  const [gone, keep] = await newCauses("calendly");
  await bindTriggerWorker(client, { TRIGGER_SETTLE_MS: 2_000 });
  await beginMerge(gone, keep);
  const ahead = 3_000;
  for (const ms of [ahead, ahead + MINUTE_MS]) await later(ms, () => decideDue(client));
  const waiting = [
    ["being_merged", "guide being_merged"],
    ["being_merged", "tag being_merged"],
  ];
  expect([await startsIn(client), await outcomesIn(client)]).toEqual([[], waiting]);
  await endMerge(gone, keep);
  await later(ahead + 3 * MINUTE_MS, () => decideDue(client));
  expect(await startedFor()).toEqual([
    [keep, "guide"],
    [keep, "tag"],
  ]);
  expect([(await outcomesIn(client)).slice(2), await dueTimes()]).toEqual([
    [
      ["started", "guide started"],
      ["started", "tag started"],
    ],
    [],
  ]);
});

it.each([
  ["begins", beginMerge, endMerge],
  ["is over", endMerge, () => undefined],
])("what was decided before a merge %s is decided anew", async (_, merge, end) => {
  const [gone, keep] = await newCauses("api");
  await atCall(client, 2, async (commit) => {
    await merge(gone, keep);
    return commit();
  });
  await decideDue(client);
  expect(await startsIn(client)).toEqual([]);
  await end(gone, keep);
  await later(2 * MINUTE_MS, () => decideDue(client));
  expect(await startedFor()).toEqual([
    [keep, "guide"],
    [keep, "tag"],
  ]);
});

it("what a lead did just before it was merged starts runs of the one that was kept", async () => {
  const channel = await newChannel(client);
  await newTriggered(client, [{ id: "guide", type: "keyword", data: { words: ["GUIDE"] } }]);
  await newTriggered(client, [
    { id: "new", type: "lead_created", data: { sources: ["api"] } },
    { id: "paid", type: "event", data: { name: "paid" } },
  ]);
  const keep = await newLead(client);
  await decideDue(client);
  await testEnv.DB.exec(
    "update runs set ended_at = 1, created_at = 1, state = 'exited', next_at = null",
  );
  const gone = await newLead(client);
  const { id } = await newInbound(client, channel.id, gone.id, { text: "GUIDE" });
  await client.post(`/leads/${gone.id}/events`, { name: "paid" });
  await client.post("/leads/merge", { keep: keep.id, merge: gone.id });
  await decideDue(client);
  // The kept lead was not created then.
  expect((await startsIn(client)).map(({ lead, cause }) => [lead, cause.trigger_id])).toEqual([
    [keep.id, "new"],
    [keep.id, "guide"],
    [keep.id, "paid"],
  ]);
  const { body } = await client.post("/triggers/explain", { message_id: id });
  expect(body.data).toMatchObject({
    ...{ lead_id: keep.id, triggers: [{ trigger_id: "guide", fits: true }] },
    evaluation: { lead_id: keep.id, outcome: "started" },
  });
});

it("a start that was put off waits for the end of a merge", async () => {
  const { add } = await newHourly();
  const leads = [(await newLead(client)).id, (await newLead(client)).id] as const;
  for (const id of leads) await add(id);
  await decideDue(client);
  const keep = await newLead(client);
  await beginMerge(leads[1], keep.id);
  await later(HOUR_MS, () => decideDue(client));
  expect(await startsIn(client)).toHaveLength(1);
  await testEnv.DB.prepare("delete from lead_merges where keep_id = ?").bind(keep.id).run();
  await later(HOUR_MS + 2 * MINUTE_MS, () => decideDue(client));
  expect((await startsIn(client)).map(({ lead }) => lead)).toEqual(leads);
});
