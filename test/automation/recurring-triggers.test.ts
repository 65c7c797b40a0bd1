import { beforeEach, describe, expect, it } from "vitest";
import { readBatch } from "#db/batch";
import { selectDueTriggers } from "#db/statements/due";
import { MAX_OPEN } from "#features/automation/runs/bulk/job";
import { BulkEnrolmentQueue } from "#features/operations/chunks/bulk-enrolments";
import { HOUR_MS, MINUTE_MS } from "#lib/time";
import { runUntilIdle } from "../support/alarms";
import { type Client, newLead, newWorkspace } from "../support/api";
import { holdChunkWorker } from "../support/chunks";
import { testEnv } from "../support/env";
import { rowsOf } from "../support/rows";
import { scopeOf } from "../support/scope";
import {
  alarmOfTriggerWorker,
  clientAsleep,
  decideDue,
  newTriggered,
  startsIn,
  triggerWorkerOf,
} from "../support/trigger-worker";

let client: Client;
let segmentId: number;
let scenarioId: number;
beforeEach(async () => {
  await holdChunkWorker();
  client = clientAsleep(await newWorkspace());
  const segment = await client.post("/segments", { name: "Warm", filter: { warmth: "warm" } });
  segmentId = segment.body.data.id;
});

const daily = (more: object = {}) => ({
  id: "daily",
  type: "recurring",
  data: { every: "day", at: clockIn(0), segment_id: segmentId, ...more },
});

/** The time that clocks on UTC show so many milliseconds from now. */
const clockIn = (ms: number) => new Date(Date.now() + ms).toISOString().slice(11, 16);

const nextAt = async () => {
  const [row] = await rowsOf<{ at: number | null }>(
    "select next_at as at from scenario_triggers where scenario_id = ?",
    scenarioId,
  );
  return row?.at ?? null;
};

/** Lets a trigger that was just switched on look for its times from some hours ago. */
async function lookSince(hours: number) {
  await rowsOf(
    "update scenario_triggers set next_at = ? where scenario_id = ?",
    Date.now() - hours * HOUR_MS,
    scenarioId,
  );
  await decideDue(client);
}

const switchTo = (is_active: boolean) =>
  client.put(`/scenarios/${scenarioId}`, { name: "Daily", platform: "whatsapp", is_active });

const jobs = async () => (await client.get("/bulk-enrolments")).body.data;

async function enrolAll() {
  const queue = new BulkEnrolmentQueue(testEnv, "DB");
  while (await queue.workNext());
}

describe("a recurring trigger", () => {
  it("enrols the leads of its segment once at its time, by runs that name it", async () => {
    const warm = await newLead(client, { warmth: "warm" });
    await newLead(client, { warmth: "warm", is_optout: true });
    await newLead(client);
    ({ id: scenarioId } = await newTriggered(client, [daily({ per_hour: 60 })]));
    await decideDue(client);
    expect([await jobs(), await alarmOfTriggerWorker(client)]).toEqual([[], await nextAt()]);
    expect((await nextAt()) ?? 0).toBeGreaterThan(Date.now());
    await lookSince(1);
    const [job] = await jobs();
    expect(job).toMatchObject({ scenario_id: scenarioId, state: "scheduled", per_hour: 60 });
    expect(Date.now() - Date.parse(job.at)).toBeLessThan(2 * MINUTE_MS);
    // Another object that knew of the same time, and one that comes back to it.
    await lookSince(1);
    expect(await jobs()).toHaveLength(1);
    await enrolAll();
    expect(await startsIn(client)).toMatchObject([
      {
        scenario: scenarioId,
        lead: warm.id,
        cause: { trigger_id: "daily", type: "recurring", event_id: null },
      },
    ]);
    await lookSince(1);
    expect(await jobs()).toHaveLength(1);
  });

  it("makes one enrolment where two workers come to its time at once, found by the cron", async () => {
    ({ id: scenarioId } = await newTriggered(client, [daily()]));
    await rowsOf(
      "update scenario_triggers set next_at = next_at - ? where scenario_id = ?",
      HOUR_MS,
      scenarioId,
    );
    const scope = scopeOf(client.workspaceId);
    const { due } = await readBatch(scope, { due: selectDueTriggers(Date.now(), 1_000) });
    expect(due).toContainEqual({ id: client.workspaceId });
    const other = testEnv.TRIGGER_WORKER.getByName(`other ${client.workspaceId}`);
    await Promise.all(
      [triggerWorkerOf(client), other].map((worker) => runUntilIdle(worker, client.workspaceId)),
    );
    expect(await jobs()).toHaveLength(1);
  });

  it("makes up for the last time that was missed, if it is less than 12 hours ago", async () => {
    ({ id: scenarioId } = await newTriggered(client, [daily({ at: clockIn(-11 * HOUR_MS) })]));
    await lookSince(100);
    expect(await jobs()).toHaveLength(1);
    ({ id: scenarioId } = await newTriggered(client, [daily({ at: clockIn(-13 * HOUR_MS) })]));
    await lookSince(100);
    expect(await jobs()).toHaveLength(1);
  });

  it("enrols nobody any more once it is off, though an enrolment goes on", async () => {
    await newLead(client, { warmth: "warm" });
    ({ id: scenarioId } = await newTriggered(client, [daily()]));
    await lookSince(1);
    expect(await jobs()).toMatchObject([{ state: "scheduled" }]);
    await switchTo(false);
    await switchTo(true);
    await enrolAll();
    expect([await jobs(), await startsIn(client)]).toMatchObject([[{ state: "cancelled" }], []]);
  });

  it("makes no enrolment while that of an earlier time goes on, or too many do", async () => {
    ({ id: scenarioId } = await newTriggered(client, [daily()]));
    await lookSince(1);
    await rowsOf("update bulk_enrolments set starts_at = starts_at - 1");
    await lookSince(1);
    expect(await jobs()).toHaveLength(1);
    await rowsOf(
      `update bulk_enrolments set trigger_id = null where workspace_id = ?`,
      client.workspaceId,
    );
    await rowsOf(
      `insert into bulk_enrolments (workspace_id, scenario_id, filter, starts_at, cursor, start_id,
         last_id, created_at)
       select workspace_id, scenario_id, filter, starts_at, cursor, start_id, last_id, created_at
       from bulk_enrolments, json_each(?) where workspace_id = ?`,
      JSON.stringify(Array.from({ length: MAX_OPEN - 1 })),
      client.workspaceId,
    );
    await lookSince(1);
    const [{ n } = { n: 0 }] = await rowsOf<{ n: number }>(
      "select count(*) as n from bulk_enrolments where workspace_id = ?",
      client.workspaceId,
    );
    expect(n).toBe(MAX_OPEN);
  });

  it("does nothing without its segment, in a suspended workspace, or while it is off", async () => {
    ({ id: scenarioId } = await newTriggered(client, [daily()]));
    await client.delete(`/segments/${segmentId}`);
    await lookSince(1);
    expect([await jobs(), ((await nextAt()) ?? 0) > Date.now()]).toEqual([[], true]);
    await switchTo(false);
    expect(await nextAt()).toBeNull();
    await switchTo(true);
    await rowsOf("update workspaces set suspended_at = 1 where id = ?", client.workspaceId);
    const before = Date.now() - HOUR_MS;
    await lookSince(1);
    expect((await nextAt()) ?? 0).toBeLessThan(before + MINUTE_MS);
  });

  it("follows the clocks of another time zone", async () => {
    ({ id: scenarioId } = await newTriggered(client, [daily({ at: clockIn(HOUR_MS) })]));
    await decideDue(client);
    const utc = (await nextAt()) ?? 0;
    await client.patch("/settings", { time_zone: "Asia/Tokyo" });
    await decideDue(client);
    expect((utc - ((await nextAt()) ?? 0)) / HOUR_MS).toBe(-15);
  });
});
