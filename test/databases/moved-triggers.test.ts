import { beforeAll, expect, it } from "vitest";
import { type Client, newLead, newTag, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { eventually } from "../support/eventually";
import { insertMove, makeMove, registerDatabases } from "../support/moves";
import { rowsOf } from "../support/rows";
import { secondRowsOf } from "../support/second-database";
import { seedLeads } from "../support/seed";
import { clientAsleep, decideDue, newTriggered, startsIn } from "../support/trigger-worker";

beforeAll(registerDatabases);

async function newCauses(client: Client, tag: number) {
  const leads: number[] = [];
  for (let n = 0; n < 5; n++) {
    const { id } = await newLead(client);
    await client.post(`/leads/${id}/tags`, { tag_ids: [tag] });
    leads.push(id);
  }
  return leads;
}

/** A thousand causes at once. */
async function manyCauses(client: Client, tag: number) {
  const last = await testEnv.DB.prepare("select max(id) as last from leads").first<number>("last");
  await seedLeads(client.workspaceId, 1_000);
  await testEnv.DB.prepare(
    `insert into lead_tags (lead_id, tag_id, created_at, added_by)
     select id, ?1, 1, 't1' from leads where workspace_id = ?2 and id > ?3`,
  )
    .bind(tag, client.workspaceId, last)
    .run();
  const seeded = await rowsOf<{ id: number }>(
    "select id from leads where workspace_id = ? and id > ? order by id",
    client.workspaceId,
    last,
  );
  return seeded.map(({ id }) => id);
}

it("a move loses none of a thousand causes that wait, and none starts twice", async () => {
  const client = clientAsleep(await newWorkspace());
  const tag = await newTag(client);
  const data = { tag_ids: [tag.id], again: "always", max_per_hour: 10_000 };
  await newTriggered(client, [{ id: "tag", type: "tag_added", data }]);
  const before = await newCauses(client, tag.id);
  await decideDue(client);
  expect(await startsIn(client)).toHaveLength(5);
  const during = await manyCauses(client, tag.id);
  const id = await insertMove(client.workspaceId, "DB_1");
  await makeMove(id, { until: "freezing" });
  const late = await newCauses(client, tag.id);
  await makeMove(id, { until: "settling" });
  await decideDue(client);
  await makeMove(id);
  // An object may look for its workspace where it was, for some seconds.
  await eventually(async () => {
    await decideDue(client);
    const started = await secondRowsOf<{ lead_id: number }>(
      "select lead_id from runs where workspace_id = ? and cause is not null order by lead_id",
      client.workspaceId,
    );
    expect(started.map(({ lead_id }) => lead_id)).toEqual([...before, ...during, ...late]);
  });
});
