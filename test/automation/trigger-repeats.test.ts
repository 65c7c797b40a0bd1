import { createScheduledController } from "cloudflare:test";
import { beforeEach, expect, it } from "vitest";
import { RemovalQueue } from "#features/operations/chunks/removals";
import { DAY_MS, HOUR_MS } from "#lib/time";
import worker from "../../src/index";
import { type Client, newChannel, newInbound, newLead, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import { newImport, run as runImport } from "../support/import-files";
import { deliver, newMetaChannel, newNumber, textFrom, whatsappBody } from "../support/messaging";
import { rowsOf } from "../support/rows";
import {
  clientAsleep,
  decideDue,
  newTriggered,
  outcomesIn,
  startedBy,
  startsIn,
} from "../support/trigger-worker";

// Causes that come again, or very often: webhooks, imports, and a lead whose runs are gone.

let client: Client;
let channelId: number;
beforeEach(async () => {
  client = clientAsleep(await newWorkspace());
  channelId = (await newChannel(client)).id;
});

it("a message that its platform delivers ten times at once starts one run", async () => {
  await newTriggered(client, [
    { id: "guide", type: "keyword", data: { words: ["GUIDE"] } },
    { id: "any", type: "any_message", data: { again: "always" } },
  ]);
  const channel = await newMetaChannel(client);
  const body = whatsappBody(channel, textFrom(newNumber(), "GUIDE"));
  const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(channel, body)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  for (let times = 0; times < 2; times++) await decideDue(client);
  expect(await outcomesIn(client)).toEqual([["started", "guide started", "any outranked"]]);
  expect(await startedBy(client)).toEqual(["guide"]);
});

it("a loud import starts what names it, as many an hour as may, and loses none", async () => {
  await newTriggered(client, [
    { id: "new", type: "lead_created", data: { sources: ["import"], max_per_hour: 2 } },
  ]);
  const names = ["Ada", "Ben", "Cleo", "Dan", "Eve"];
  for (const notify of [false, true]) {
    expect(await startedBy(client)).toEqual([]);
    const file = `first_name\n${names.join("\n")}\n`;
    await runImport(client, (await newImport(client, file)).id, {
      ...{ mode: "create", mapping: { first_name: "first_name" }, notify },
    });
    await decideDue(client);
  }
  expect(await startedBy(client)).toHaveLength(2);
  for (const hours of [1, 2]) await later(hours * HOUR_MS, () => decideDue(client));
  const leads = await rowsOf<{ id: number }>(
    "select id from leads where workspace_id = ? order by id desc limit 5",
    client.workspaceId,
  );
  expect((await startsIn(client)).map(({ lead }) => lead).toSorted()).toEqual(
    leads.map(({ id }) => id).toSorted(),
  );
});

it("what starts once for a lead never starts again, once its runs are removed or it is merged", async () => {
  const data = { words: ["GUIDE"], again: "never" };
  await newTriggered(client, [{ id: "once", type: "keyword", data }]);
  const asks = async (lead: { id: number }) => {
    await newInbound(client, channelId, lead.id, { text: "GUIDE" });
    await decideDue(client);
    return (await outcomesIn(client)).at(-1);
  };
  const lead = await newLead(client);
  expect(await asks(lead)).toEqual(["started", "once started"]);
  const [run] = await startsIn(client);
  await client.post(`/runs/${run?.id}/cancel`);
  await client.patch("/settings", { retention_runs_days: 30 });
  await rowsOf("update runs set ended_at = ? where id = ?", Date.now() - 31 * DAY_MS, run!.id);
  await worker.scheduled(createScheduledController({ cron: "17 * * * *" }), testEnv);
  const removals = new RemovalQueue(testEnv, "DB");
  while (await removals.workNext());
  expect((await client.get(`/runs?lead_id=${lead.id}`)).body.data).toEqual([]);
  expect(await asks(lead)).toEqual(["started_before", "once started_before"]);
  const keep = await newLead(client);
  await client.post("/leads/merge", { keep: keep.id, merge: lead.id });
  expect(await asks(keep)).toEqual(["started_before", "once started_before"]);
  expect(await startsIn(client)).toEqual([]);
  expect(await asks(await newLead(client))).toEqual(["started", "once started"]);
});
