import { expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#lib/time";
import { newChannel, newInbound, newLead, newTag, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import { clientAsleep, decideDue, newTriggered, startsIn } from "../support/trigger-worker";

it("what a lead did just before it was merged starts runs of the one that was kept", async () => {
  const client = clientAsleep(await newWorkspace());
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
  const client = clientAsleep(await newWorkspace());
  const tag = await newTag(client);
  await newTriggered(client, [
    { id: "tag", type: "tag_added", data: { tag_ids: [tag.id], max_per_hour: 1 } },
  ]);
  const leads = [await newLead(client), await newLead(client)];
  for (const { id } of leads) await client.post(`/leads/${id}/tags`, { tag_ids: [tag.id] });
  await decideDue(client);
  const keep = await newLead(client);
  await testEnv.DB.prepare(
    "insert into lead_merges (lead_id, workspace_id, keep_id, next_at, created_at) values (?, ?, ?, 1, 1)",
  )
    .bind(leads[1]?.id, client.workspaceId, keep.id)
    .run();
  await later(HOUR_MS, () => decideDue(client));
  expect(await startsIn(client)).toHaveLength(1);
  await testEnv.DB.prepare("delete from lead_merges where keep_id = ?").bind(keep.id).run();
  await later(HOUR_MS + 2 * MINUTE_MS, () => decideDue(client));
  expect((await startsIn(client)).map(({ lead }) => lead)).toEqual(leads.map(({ id }) => id));
});
