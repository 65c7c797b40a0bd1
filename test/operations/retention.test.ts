import { createScheduledController } from "cloudflare:test";
import { expect, it } from "vitest";
import { RemovalQueue } from "#features/operations/chunks/removals";
import { CLEAN_UPS, retainChunk } from "#features/operations/retention/clean-ups";
import { DAY_MS } from "#lib/time";
import worker from "../../src/index";
import {
  type Client,
  newChannel,
  newLinkSend,
  newScenario,
  newShortLink,
  newWorkspace,
  newWriter,
} from "../support/api";
import { click, flushAndClassify } from "../support/clicks";
import { testEnv } from "../support/env";
import { rowsOf } from "../support/rows";
import { enrol } from "../support/run-scheduler";
import { databaseOf } from "../support/scope";

const SETTINGS = Object.fromEntries(CLEAN_UPS.map(({ setting }) => [setting, 30]));

/** A lead with a message, a click, an ended run and one that is active, all 31 days old. */
async function seed(client: Client) {
  const channel = await newChannel(client);
  const link = await newShortLink(client);
  const lead = await newWriter(client, channel.id);
  const { url } = await newLinkSend(client, link.id, lead.id);
  await click(url);
  await flushAndClassify(link.id);
  const [ended, active] = [await newScenario(client), await newScenario(client)];
  const run = await enrol(client, ended.id, lead.id);
  await client.post(`/runs/${run.id}/cancel`);
  await enrol(client, active.id, lead.id);
  const old = Date.now() - 31 * DAY_MS;
  for (const [table, column] of [
    ["messages", "created_at"],
    ["link_clicks", "clicked_at"],
    ["conversations", "created_at"],
  ])
    await rowsOf(
      `update ${table} set ${column} = ? where workspace_id = ?`,
      old,
      client.workspaceId,
    );
  const leadColumns = "update leads set last_inbound_at = ? where id = ?";
  await rowsOf(leadColumns, old, lead.id);
  await rowsOf("update runs set ended_at = ? where id = ?", old, run.id);
  return { lead, link };
}

async function storedOf(client: Client) {
  const [row] = await rowsOf(
    `select
       (select count(*) from messages where workspace_id = ?1) as messages,
       (select count(*) from messages where workspace_id = ?1 and text is not null) as texts,
       (select count(*) from conversations where workspace_id = ?1) as conversations,
       (select count(*) from runs where workspace_id = ?1) as runs,
       (select count(*) from link_clicks where workspace_id = ?1) as clicks,
       (select sum(clicks_count) from link_sends where workspace_id = ?1) as counted`,
    client.workspaceId,
  );
  return row;
}

/** The hourly cron, and the removal of what is behind the rows that it deletes. */
async function cron() {
  await worker.scheduled(createScheduledController({ cron: "17 * * * *" }), testEnv);
  const removals = new RemovalQueue(testEnv, "DB");
  while (await removals.workNext());
}

it("the cron removes what a workspace keeps for a time only, when it is older", async () => {
  const [none, all, texts, longer] = [
    await newWorkspace(),
    await newWorkspace(),
    await newWorkspace(),
    await newWorkspace(),
  ];
  const [{ lead, link }] = [
    await seed(all),
    await seed(none),
    await seed(texts),
    await seed(longer),
  ];
  const patch = (client: Client, settings: object) => client.patch("/settings", settings);
  expect((await patch(all, SETTINGS)).body.data).toMatchObject(SETTINGS);
  await patch(texts, { retention_texts_days: 30 });
  const days = Object.keys(SETTINGS).map((setting) => [setting, 32]);
  await patch(longer, Object.fromEntries(days));
  const everything = {
    messages: 1,
    texts: 1,
    conversations: 1,
    runs: 2,
    clicks: 1,
    counted: 1,
  };
  for (const client of [none, all, texts, longer])
    expect(await storedOf(client)).toEqual(everything);
  await cron();
  expect(await storedOf(none)).toEqual(everything);
  expect(await storedOf(longer)).toEqual(everything);
  expect(await storedOf(texts)).toEqual({ ...everything, texts: 0 });
  const kept = { messages: 0, texts: 0, conversations: 0, runs: 1, clicks: 0, counted: 1 };
  expect(await storedOf(all)).toEqual(kept);
  expect((await all.get(`/leads/${lead.id}`)).status).toBe(200);
  expect((await all.get(`/short-links/${link.id}`)).body.data.clicks_count).toBe(1);
  expect((await all.get("/usage")).body.data.stored).toMatchObject({ messages: 0, runs: 1 });
});

it("a clean-up looks at one chunk after the other, and begins anew at the end", async () => {
  const client = await newWorkspace();
  await client.patch("/settings", { retention_texts_days: 1 });
  const channel = await newChannel(client);
  for (let leads = 0; leads < 3; leads++) await newWriter(client, channel.id);
  const [texts] = CLEAN_UPS;
  const [{ id }] = (await rowsOf<{ id: number }>(
    "select min(id) as id from messages where workspace_id = ?",
    client.workspaceId,
  )) as [{ id: number }];
  await rowsOf(
    `insert into clean_ups values ('retention_texts_days', ?)
     on conflict do update set position = excluded.position`,
    id - 1,
  );
  const tomorrow = Date.now() + 2 * DAY_MS;
  const next = () => retainChunk(databaseOf(), { ...texts!, chunk: 2 }, tomorrow);
  const left = async () => (await storedOf(client))?.texts;
  expect([await next(), await left()]).toEqual([true, 1]);
  expect([await next(), await left()]).toEqual([false, 0]);
  expect(
    await rowsOf("select position from clean_ups where name = 'retention_texts_days'"),
  ).toEqual([{ position: 0 }]);
});
