import { beforeEach, describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, iso, MINUTE_MS } from "#lib/time";
import { runUntilIdle } from "../support/alarms";
import { type Client, newChannel, newInbound, newLead, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { newImport, run as runImport } from "../support/import-files";
import { rowsOf } from "../support/rows";
import {
  alarmOfTriggerWorker,
  clientAsleep,
  decideDue,
  newTriggered,
  outcomesIn,
  startedBy,
  startsIn,
  triggerWorkerOf,
} from "../support/trigger-worker";

let client: Client;
beforeEach(async () => {
  client = clientAsleep(await newWorkspace());
});

const HOUR = 60;
const DAY = 24 * HOUR;
/** A trigger that starts so many minutes after a date. */
const dated = (offset_minutes: number, more: object = {}) => ({
  id: "date",
  type: "date",
  data: { of: "variables.day", offset_minutes, ...more },
});

const ago = (ms: number) => iso(Date.now() - ms);

/** The stored times, as milliseconds from now. */
const times = async () => {
  const rows = await rowsOf<{ lead: number; at: number }>(
    "select lead_id as lead, due_at as at from trigger_times where workspace_id = ?",
    client.workspaceId,
  );
  return rows.map(({ lead, at }) => ({ lead, in: at - Date.now() }));
};
const minutesAhead = async () => (await times()).map((time) => Math.round(time.in / MINUTE_MS));

/** Has all times come, whatever the dates of their leads. */
const comeNow = async () => {
  await rowsOf(
    "update trigger_times set due_at = ? where workspace_id = ?",
    Date.now(),
    client.workspaceId,
  );
  await decideDue(client);
};

/** Sets a lead's date, and lets its events be decided. */
async function setDay(lead: { id: number }, day: string | null) {
  await client.patch(`/leads/${lead.id}`, { variables: { day } });
  await decideDue(client);
}

/** Moves a stored time and its date back, as if the service had been away since. */
async function late(lead: { id: number }, ms: number) {
  await rowsOf("update scenario_triggers set since = 0 where workspace_id = ?", client.workspaceId);
  await rowsOf(
    "update trigger_cursors set revision = revision + 1 where workspace_id = ?",
    client.workspaceId,
  );
  await moveBack(lead, ms);
}

async function moveBack(lead: { id: number }, ms: number) {
  const at = Date.now() - ms;
  await rowsOf("update leads set variables = json_object('day', ?) where id = ?", iso(at), lead.id);
  await rowsOf("update trigger_times set due_at = ? where lead_id = ?", at, lead.id);
  await decideDue(client);
}

describe("a date trigger", () => {
  it("starts once for a date that comes, in an evaluation without an event", async () => {
    const scenario = await newTriggered(client, [dated(0, { of: "created_at" })]);
    const lead = await newLead(client);
    await decideDue(client);
    expect(await startsIn(client)).toMatchObject([
      { scenario: scenario.id, lead: lead.id, cause: { trigger_id: "date", event_id: null } },
    ]);
    expect([await outcomesIn(client), await times()]).toEqual([[["started", "date started"]], []]);
    const { body } = await client.get(`/runs/${(await startsIn(client))[0]?.id}`);
    expect(body.data.started_by).toMatchObject({ trigger_id: "date", type: "date" });
  });

  it("starts at the date that a lead has then: never at the one before", async () => {
    await newTriggered(client, [dated(-HOUR)]);
    const lead = await newLead(client, { variables: { day: ago(-DAY_MS) } });
    await decideDue(client);
    expect(await minutesAhead()).toEqual([23 * HOUR]);
    const [time] = await times();
    expect(await alarmOfTriggerWorker(client)).toBeCloseTo(Date.now() + (time?.in ?? 0), -3);
    await setDay(lead, ago(-2 * DAY_MS));
    expect(await minutesAhead()).toEqual([47 * HOUR]);
    // As if the change had not been seen yet.
    await comeNow();
    expect([await startedBy(client), await minutesAhead()]).toEqual([[], [47 * HOUR]]);
    await setDay(lead, null);
    expect(await times()).toEqual([]);
    // A date that was over when it was set.
    await setDay(lead, ago(0));
    expect([await startedBy(client), await times()]).toEqual([[], []]);
    await setDay(lead, ago(-HOUR_MS + MINUTE_MS));
    expect(await startedBy(client)).toEqual(["date"]);
    // The same date, by another notation.
    await rowsOf("update runs set ended_at = 1, state = 'completed' where lead_id = ?", lead.id);
    const { body } = await client.get(`/leads/${lead.id}`);
    await setDay(lead, body.data.variables.day.replace("Z", "+00:00"));
    expect(await startedBy(client)).toEqual(["date"]);
    expect(await outcomesIn(client)).toEqual([
      ["started", "date started"],
      ["started_before", "date started_before"],
    ]);
  });

  it("starts for one date, however often two workers look at it", async () => {
    await newTriggered(client, [dated(0)]);
    const leads = await Promise.all(Array.from({ length: 5 }, () => newLead(client)));
    for (const { id } of leads)
      await client.patch(`/leads/${id}`, { variables: { day: ago(MINUTE_MS) } });
    const other = testEnv.TRIGGER_WORKER.getByName(`other ${client.workspaceId}`);
    await Promise.all(
      [triggerWorkerOf(client), other].map((worker) => runUntilIdle(worker, client.workspaceId)),
    );
    expect((await startsIn(client)).map(({ lead }) => lead).toSorted()).toEqual(
      leads.map(({ id }) => id),
    );
    expect(await times()).toEqual([]);
  });

  it("skips a date that is more than 12 hours late, unless it is to run", async () => {
    await newTriggered(client, [dated(0)]);
    const lead = await newLead(client, { variables: { day: ago(-DAY_MS) } });
    await decideDue(client);
    await late(lead, 13 * HOUR_MS);
    expect([await startedBy(client), await times()]).toEqual([[], []]);
    expect(await outcomesIn(client)).toEqual([["too_old", "date too_old"]]);
    await setDay(lead, ago(-DAY_MS));
    await late(lead, 11 * HOUR_MS);
    expect(await startedBy(client)).toEqual(["date"]);
    await newTriggered(client, [{ ...dated(0, { if_missed: "run" }), id: "anyhow" }]);
    const other = await newLead(client, { variables: { day: ago(-DAY_MS) } });
    await decideDue(client);
    await late(other, 100 * HOUR_MS);
    expect((await startedBy(client)).toSorted()).toEqual(["anyhow", "date"]);
  });

  it("comes again each year", async () => {
    await newTriggered(client, [dated(0, { yearly: true })]);
    const [year = "", ...day] = ago(MINUTE_MS).split("-");
    const birthday = [Number(year) - 30, ...day].join("-");
    const lead = await newLead(client, { variables: { day: birthday } });
    await decideDue(client);
    expect(await startedBy(client)).toEqual(["date"]);
    const [next] = await times();
    expect(Math.round((next?.in ?? 0) / DAY_MS)).toBeGreaterThan(363);
    expect(next?.lead).toBe(lead.id);
  });

  it("starts nothing for those who have opted out, or once it is off", async () => {
    const scenario = await newTriggered(client, [dated(0)]);
    const variables = { day: ago(-DAY_MS) };
    const silent = await newLead(client, { is_optout: true, variables });
    const lead = await newLead(client, { variables });
    await decideDue(client);
    await late(silent, MINUTE_MS);
    expect(await outcomesIn(client)).toEqual([["opted_out", "date opted_out"]]);
    expect(await times()).toHaveLength(1);
    const turn = (is_active: boolean) =>
      client.put(`/scenarios/${scenario.id}`, { name: "Off", platform: "whatsapp", is_active });
    // A time that has come before it is on again, or a moment ago.
    await turn(false);
    await turn(true);
    await moveBack(lead, HOUR_MS);
    expect([await startedBy(client), await times()]).toEqual([[], []]);
    await setDay(lead, ago(-DAY_MS));
    await turn(false);
    await comeNow();
    expect([await startedBy(client), await times()]).toEqual([[], []]);
    expect(await outcomesIn(client)).toHaveLength(1);
  });
});

describe("the times of leads", () => {
  it("are set by a quiet import, which starts nothing by itself", async () => {
    await newTriggered(client, [
      dated(HOUR),
      { id: "created", type: "lead_created", data: { sources: ["import"] } },
    ]);
    const file = `first_name,variables.day\nAnna,${ago(0)}\nBen,${ago(DAY_MS)}\n`;
    await runImport(client, (await newImport(client, file)).id, {
      ...{ mode: "upsert", notify: false },
      mapping: { first_name: "first_name", "variables.day": "variables.day" },
    });
    await decideDue(client);
    expect([await minutesAhead(), await startedBy(client)]).toEqual([[HOUR], []]);
  });

  it("follow a lead into another one, which does not start twice, and go with it", async () => {
    await newTriggered(client, [dated(0), { ...dated(DAY), id: "next" }]);
    const day = ago(MINUTE_MS);
    const [keep, gone] = [await newLead(client), await newLead(client, { variables: { day } })];
    await decideDue(client);
    expect(await startedBy(client)).toEqual(["date"]);
    await rowsOf("update runs set ended_at = 1, state = 'completed' where lead_id = ?", gone.id);
    await client.post("/leads/merge", { keep: keep.id, merge: gone.id });
    await decideDue(client);
    expect(await times()).toMatchObject([{ lead: keep.id }]);
    expect(await startedBy(client)).toEqual(["date"]);
    await client.delete(`/leads/${keep.id}`);
    expect(await times()).toEqual([]);
  });

  it("of the last message cost one row, however many messages come", async () => {
    const { id: channelId } = await newChannel(client);
    await newTriggered(client, [dated(30 * DAY, { of: "last_inbound_at" })]);
    const lead = await newLead(client);
    await decideDue(client);
    expect(await times()).toEqual([]);
    for (const text of ["Hello", "You there?"])
      await newInbound(client, channelId, lead.id, { text });
    expect(await minutesAhead()).toEqual([30 * DAY]);
    await rowsOf(
      "update trigger_times set due_at = due_at - ? where lead_id = ?",
      31 * DAY_MS,
      lead.id,
    );
    await decideDue(client);
    expect([await minutesAhead(), await startedBy(client)]).toEqual([[30 * DAY], []]);
    await rowsOf(
      "update leads set last_inbound_at = ? where id = ?",
      Date.now() - 30 * DAY_MS - 1,
      lead.id,
    );
    await rowsOf("update trigger_times set due_at = ? where lead_id = ?", Date.now() - 1, lead.id);
    await decideDue(client);
    expect([await times(), await startedBy(client)]).toEqual([[], ["date"]]);
    await newInbound(client, channelId, lead.id, { text: "Back again" });
    expect(await minutesAhead()).toEqual([30 * DAY]);
  });

  it("of the last message that come each year come after each message", async () => {
    const { id: channelId } = await newChannel(client);
    await newTriggered(client, [dated(HOUR, { of: "last_inbound_at", yearly: true })]);
    const lead = await newLead(client);
    await newInbound(client, channelId, lead.id, { text: "Hello" });
    await rowsOf(
      "update trigger_times set due_at = due_at + ? where lead_id = ?",
      365 * DAY_MS,
      lead.id,
    );
    await newInbound(client, channelId, lead.id, { text: "You there?" });
    expect(await minutesAhead()).toEqual([HOUR]);
  });

  it("of a day are found by the local time of its start", async () => {
    const data = { of: "last_inbound_at", offset_days: 0, at: "00:00" };
    const { id: channelId } = await newChannel(client);
    await newTriggered(client, [
      { id: "over", type: "date", data },
      { id: "tomorrow", type: "date", data: { ...data, offset_days: 1 } },
    ]);
    const lead = await newLead(client);
    await newInbound(client, channelId, lead.id, { text: "Hello" });
    await decideDue(client);
    // The midnight before the message was over when it came.
    expect(await times()).toHaveLength(1);
    const midnight = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS - Date.now();
    expect(Math.abs(((await times())[0]?.in ?? 0) - midnight)).toBeLessThan(MINUTE_MS);
    expect(await startedBy(client)).toEqual([]);
  });
});
