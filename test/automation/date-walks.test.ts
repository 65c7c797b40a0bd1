import { beforeEach, describe, expect, it } from "vitest";
import type { Bindings } from "#env";
import { claimCauses, scopeOf as claimScopeOf } from "#features/automation/triggers/worker/claim";
import { DateWalkQueue } from "#features/operations/chunks/date-walks";
import { resumeChunks } from "#features/operations/chunks/overdue";
import { ChunkSize } from "#lib/chunks";
import { DAY_MS, iso, MINUTE_MS } from "#lib/time";
import { type Client, call, newLead, newWorkspace } from "../support/api";
import { holdChunkWorker } from "../support/chunks";
import { testEnv } from "../support/env";
import { databaseWith, onlyAt } from "../support/message-sender-faults";
import { metered } from "../support/meter";
import { rowsOf } from "../support/rows";
import { seedLeads } from "../support/seed";
import { clientAsleep, decideDue, newTriggered, startedBy } from "../support/trigger-worker";

const LEADS = 5;

let client: Client;
let ids: number[];
beforeEach(async () => {
  await holdChunkWorker();
  await rowsOf("update trigger_cursors set walked_to = null");
  client = clientAsleep(await newWorkspace());
  ids = [];
  for (let n = 1; n <= LEADS; n++) ids.push((await newLead(client, lead(n))).id);
});

const lead = (days: number) => ({ variables: { day: iso(Date.now() + days * DAY_MS), big: "x" } });
const trigger = (more: object = {}) => ({
  id: "day",
  type: "date",
  data: { of: "variables.day", offset_minutes: 0, ...more },
});

const newQueue = (DB = testEnv.DB) =>
  new DateWalkQueue({ ...testEnv, DB }, "DB", { size: new ChunkSize(2, 2, 2) });
async function finish(queue = newQueue()) {
  while (await queue.workNext());
}

/** The stored times of leads, in days from now. */
const days = async () => {
  const rows = await rowsOf<{ lead: number; at: number }>(
    `select lead_id as lead, due_at as at from trigger_times
     where workspace_id = ? order by due_at, lead_id`,
    client.workspaceId,
  );
  return rows.map(({ at }) => Math.round((10 * (at - Date.now())) / DAY_MS) / 10);
};
const place = async () => {
  const [row] = await rowsOf<{ at: number | null }>(
    "select walked_to as at from trigger_cursors where lane = 'facts' and workspace_id = ?",
    client.workspaceId,
  );
  return row?.at;
};
const publish = (id: number, triggers: unknown[], more: object = {}) =>
  client.put(`/scenarios/${id}`, {
    ...{ name: "Dates", platform: "whatsapp", is_active: true, triggers },
    ...more,
  });

describe("the walk through all leads", () => {
  it("stores the dates ahead once a trigger is switched on, chunk by chunk", async () => {
    await client.patch(`/leads/${ids[0]}`, lead(-1));
    await newTriggered(client, [trigger()]);
    const queue = newQueue();
    expect([await place(), await days()]).toEqual([0, []]);
    await queue.workNext();
    expect([await place(), await days()]).toEqual([ids[1], [2]]);
    await finish(queue);
    expect([await place(), await days()]).toEqual([null, [2, 3, 4, 5]]);
    // The date that has passed starts nothing.
    await decideDue(client);
    expect(await startedBy(client)).toEqual([]);
  });

  it.each(["before", "after"])("goes on where its worker dies %s a write", async (when) => {
    await newTriggered(client, [trigger()]);
    await newQueue().workNext();
    const dying = (call: () => Promise<unknown>) =>
      (when === "after" ? call() : Promise.resolve()).then(() => {
        throw new Error("died");
      });
    // Its calls: the workspace, the walk, the leads, the times.
    const queue = newQueue(databaseWith(onlyAt(4, dying)));
    await expect(queue.workNext()).rejects.toThrow("died");
    await Promise.all([finish(), finish()]);
    expect([await place(), await days()]).toEqual([null, [1, 2, 3, 4, 5]]);
  });

  it("leaves a time that has come to its worker, also of a date that comes again", async () => {
    await newTriggered(client, [trigger({ yearly: true })]);
    await finish();
    const come = Date.now() - MINUTE_MS;
    await rowsOf(
      "update leads set variables = json_object('day', ?) where id = ?",
      iso(come).replace(/^\d+/, "1999"),
      ids[0],
    );
    await rowsOf("update trigger_times set due_at = ? where lead_id = ?", come, ids[0]);
    // Another trigger has all leads walked through.
    await newTriggered(client, [trigger({ of: "created_at" })]);
    await finish();
    await decideDue(client);
    expect(await startedBy(client)).toEqual(["day"]);
    expect((await days()).at(-1)).toBeGreaterThan(363);
  });

  it("leaves a lead that changes meanwhile to its event", async () => {
    await newTriggered(client, [trigger()]);
    const changing = async (call: () => Promise<unknown>) => {
      await client.patch(`/leads/${ids[0]}`, lead(40));
      await decideDue(client);
      await client.patch(`/leads/${ids[1]}`, { variables: { day: null } });
      return call();
    };
    await newQueue(databaseWith(onlyAt(4, changing))).workNext();
    await finish();
    expect(await days()).toEqual([3, 4, 5, 40]);
    await decideDue(client);
    expect(await days()).toEqual([3, 4, 5, 40]);
  });

  it("begins again with other settings, and in another time zone", async () => {
    const { id } = await newTriggered(client, [trigger()]);
    await finish();
    await publish(id, [trigger()], { name: "Again" });
    expect(await place()).toBeNull();
    // By the settings as they are when it writes.
    const changing = async (call: () => Promise<unknown>) => {
      await publish(id, [trigger({ offset_minutes: -24 * 60 })]);
      return call();
    };
    await publish(id, [trigger({ offset_minutes: 60 })]);
    await newQueue(databaseWith(onlyAt(4, changing))).workNext();
    expect([await place(), await days()]).toEqual([0, [1, 2, 3, 4, 5]]);
    await finish();
    // The first one was over: it is dropped once it is looked at.
    expect(await days()).toEqual([1, 1, 2, 3, 4]);
    const at = { offset_minutes: null, offset_days: 1, at: "00:00" };
    await publish(id, [trigger(at)]);
    await finish();
    const utc = await days();
    const moving = async (call: () => Promise<unknown>) => {
      await client.patch("/settings", { time_zone: "Asia/Tokyo" });
      return call();
    };
    await publish(id, [trigger({ ...at, priority: 1 })]);
    await newQueue(databaseWith(onlyAt(4, moving))).workNext();
    expect([await place(), await days()]).toEqual([0, utc]);
    await finish();
    expect((await days()).some((day, index) => Math.abs(day - (utc[index] ?? 0)) > 0.3)).toBe(true);
  });

  it("begins again where people write dates otherwise", async () => {
    const later = new Date(Date.now() + 400 * DAY_MS).getUTCFullYear();
    await client.patch(`/leads/${ids[0]}`, { variables: { written: `03/04/${later}` } });
    await newTriggered(client, [trigger({ of: "variables.written" })]);
    await finish();
    const movesTo = async (default_country: string | null) => {
      const asked = { token: testEnv.OPERATOR_TOKEN, json: { default_country } };
      const { status } = await call("PATCH", `/v1/workspaces/${client.workspaceId}`, asked);
      expect(status).toBe(200);
      const begins = (await place()) === 0;
      await finish();
      const [day] = await days();
      return [begins, day && iso(Date.now() + day * DAY_MS).slice(5, 7)];
    };
    expect(await days()).toEqual([]);
    expect(await movesTo("FR")).toEqual([true, "04"]);
    expect(await movesTo("FR")).toEqual([false, "04"]);
    expect(await movesTo("US")).toEqual([true, "03"]);
  });

  it("waits while its workspace is suspended, and is found by the cron", async () => {
    let wakeUps = 0;
    const CHUNK_WORKER = { getByName: () => ({ wake: async () => void wakeUps++ }) };
    const cron = () => resumeChunks({ ...testEnv, CHUNK_WORKER } as unknown as Bindings, "DB");
    await newTriggered(client, [trigger()]);
    await rowsOf("update workspaces set suspended_at = 1 where id = ?", client.workspaceId);
    expect(await newQueue().workNext()).toBe(false);
    await cron();
    expect(wakeUps).toBe(0);
    await rowsOf("update workspaces set suspended_at = null where id = ?", client.workspaceId);
    await cron();
    expect(wakeUps).toBe(1);
    await finish();
    expect(await days()).toEqual([1, 2, 3, 4, 5]);
  });

  it("is for at most 20 triggers of a workspace", async () => {
    const triggers = (n: number) =>
      Array.from({ length: n }, (_, index) => ({ ...trigger(), id: `t${index}` }));
    const { id } = await newTriggered(client, triggers(20));
    const other = { name: "Other", platform: "whatsapp", is_active: true };
    const { status, body } = await client.post("/scenarios", { ...other, triggers: triggers(1) });
    expect([status, body.message]).toEqual([
      409,
      "The workspace has at most 20 `date` triggers that are on.",
    ]);
    await publish(id, triggers(19));
    expect((await client.post("/scenarios", { ...other, triggers: triggers(1) })).status).toBe(201);
    await finish();
    expect(await days()).toHaveLength(20 * LEADS);
  });
});

describe("a claim with nothing due", () => {
  /** Meters a claim that reads 20 triggers, once times of so many leads are stored. */
  async function claim(leads: number) {
    const { workspaceId } = client;
    await seedLeads(workspaceId, leads);
    await decideDue(client);
    await rowsOf(
      `insert or ignore into trigger_times
         (scenario_id, trigger_id, lead_id, workspace_id, due_at)
       select scenario_id, trigger_id, leads.id, leads.workspace_id, ?
       from scenario_triggers cross join leads on leads.workspace_id = scenario_triggers.workspace_id
       where leads.workspace_id = ?`,
      Date.now() + DAY_MS,
      workspaceId,
    );
    const { meter, database: DB } = metered(testEnv.DB);
    const scope = await claimScopeOf({ ...testEnv, DB }, workspaceId);
    await claimCauses(scope, null, { limit: 300, settleMs: 2_000, revision: null });
    return meter.rowsRead;
  }

  it("reads few rows, however many times are stored", async () => {
    const triggers = Array.from({ length: 20 }, (_, n) => ({ ...trigger(), id: `t${n}` }));
    await newTriggered(client, triggers);
    await finish();
    await decideDue(client);
    const [few, many] = [await claim(10), await claim(1_000)];
    expect(many).toBe(few);
    expect(many).toBeLessThanOrEqual(200);
  });
});
