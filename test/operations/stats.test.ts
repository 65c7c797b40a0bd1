import { describe, expect, it } from "vitest";
import type { WorkspaceStats } from "#features/operations/statistics/schema";
import { DAY_MS, dayOf } from "#lib/time";
import {
  type Client,
  newChannel,
  newInbound,
  newLead,
  newLinkSend,
  newShortLink,
  newWorkspace,
  withAbilities,
} from "../support/api";
import { click, flushAndClassify } from "../support/clicks";
import { testEnv } from "../support/env";
import { metered, serveWith } from "../support/meter";
import { enrol, newFlow, settle } from "../support/run-scheduler";

async function statsOf(client: Client, query = ""): Promise<WorkspaceStats["intervals"]> {
  const { status, body, text } = await client.get(`/stats${query}`);
  expect(status, text).toBe(200);
  return body.data.intervals;
}

/** The stages that leads are in, with how many. */
const stagesIn = (interval: WorkspaceStats["intervals"][number] | undefined) =>
  Object.fromEntries(
    interval!.stages.filter(({ leads }) => leads !== 0).map(({ stage, leads }) => [stage, leads]),
  );

describe("the workspace's figures", () => {
  it("count what happened, and the leads by stage", async () => {
    const client = await newWorkspace();
    const channel = await newChannel(client);
    const leads = [];
    for (let count = 0; count < 4; count++) leads.push(await newLead(client));
    const [ann, bob, eve, dan] = leads as [(typeof leads)[0], ...typeof leads];
    await client.patch(`/leads/${ann.id}`, { pipeline_stage: "won" });
    await client.patch(`/leads/${bob!.id}`, { pipeline_stage: null });
    await newInbound(client, channel.id, ann.id, { text: "Hello" });
    const messages = `/leads/${ann.id}/messages`;
    expect((await client.post(messages, { text: "Hi" })).status).toBe(201);
    await client.post(`/leads/${eve!.id}/messages`, { text: "Hi" });
    await client.post(`/leads/${eve!.id}/opt-out`);
    const scenario = await newFlow(client, { ask: ["wait_for_reply"] });
    const run = await enrol(client, scenario.id, ann.id);
    await enrol(client, scenario.id, bob!.id);
    await settle(client);
    await client.post(`/runs/${run.id}/cancel`);
    const link = await newShortLink(client);
    await click((await newLinkSend(client, link.id, ann.id)).url);
    await flushAndClassify(link.id);
    await client.delete(`/leads/${dan!.id}`);
    const intervals = await statsOf(client);
    expect(intervals).toHaveLength(30);
    expect(stagesIn(intervals[28])).toEqual({});
    const { stages, ...today } = intervals[29]!;
    expect(stagesIn({ stages, ...today })).toEqual({ won: 1, null: 1, new: 1 });
    const now = dayOf(Date.now());
    expect(today).toMatchObject({
      ...{ from: now, to: now, opt_outs: 1, clicks: 1, analyses: 0 },
      runs: { started: 2, ended: 1 },
      messages: { received: 1 },
    });
    const { sent, failed } = today.messages;
    const stored = await testEnv.DB.prepare(
      `select sum(status <> 'failed') as sent, sum(status = 'failed') as failed
       from messages where workspace_id = ? and direction = 'outbound'`,
    )
      .bind(client.workspaceId)
      .first();
    expect({ sent, failed }).toEqual(stored);
  });

  it("are by day, week or month, within bounds, by one call that reads a row a day", async () => {
    const client = await newWorkspace();
    await newLead(client);
    await testEnv.DB.prepare(
      `insert into usage_days (workspace_id, day, opt_outs, leads, stage_won)
       with recursive n(n) as (select 1 union all select n + 1 from n where n < 500)
       select ?, date('now', '-' || n || ' days'), 1, 1000 - n, 900 - n from n`,
    )
      .bind(client.workspaceId)
      .run();
    const to = dayOf(Date.now());
    const from = dayOf(Date.now() - 365 * DAY_MS);
    const { meter, database } = metered(testEnv.DB);
    const fetcher = serveWith(database);
    const { body } = await client.get(`/stats?from=${from}&to=${to}`, undefined, { fetcher });
    expect(body.data.intervals).toHaveLength(366);
    expect(stagesIn(body.data.intervals[0])).toEqual({ won: 535, null: 100 });
    expect(meter.trips).toBe(1);
    expect(meter.rowsRead).toBeLessThan(380);
    for (const [interval, least, most] of [
      ["week", 53, 54],
      ["month", 12, 13],
    ] as const) {
      const intervals = await statsOf(client, `?from=${from}&to=${to}&interval=${interval}`);
      expect(intervals.length).toBeGreaterThanOrEqual(least);
      expect(intervals.length).toBeLessThanOrEqual(most);
      expect(intervals.reduce((sum, { opt_outs }) => sum + opt_outs, 0)).toBe(365);
    }
    expect(await statsOf(await newWorkspace(), `?from=${to}`)).toMatchObject([{ opt_outs: 0 }]);
    expect((await (await withAbilities(client, "leads:read")).get("/stats")).status).toBe(403);
    for (const query of ["interval=year", `from=${to}&to=${from}`, `from=2020-01-01&to=${to}`])
      expect((await client.get(`/stats?${query}`)).status).toBe(422);
  });
});
