import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MAX_TIMES_SHOWN } from "#features/automation/triggers/explanation/read-times";
import type { ExplainedTrigger } from "#features/automation/triggers/explanation/schema";
import { DAY_MS, HOUR_MS, iso, MINUTE_MS } from "#lib/time";
import { type Client, make, newLead, newTag, newWorkspace } from "../support/api";
import { explainStart } from "../support/explanations";
import { meterOf } from "../support/meter";
import { rowsOf } from "../support/rows";
import { clientAsleep, decideDue, newTriggered } from "../support/trigger-worker";

let client: Client;
let scenario: { id: number };
let lead: { id: number };

const from = (ms: number) => iso(Date.now() + ms);
const dated = (more: object = {}) => ({
  id: "webinar",
  type: "date",
  data: { of: "variables.webinar_at", offset_minutes: -60, ...more },
});

const ask = (id = lead.id, by = client) =>
  explainStart(by, { lead_id: id, happens: { type: "time" } });

/** The first trigger of the answer. */
async function told(id = lead.id): Promise<ExplainedTrigger> {
  const { triggers } = await ask(id);
  expect(triggers).toHaveLength(1);
  return triggers[0]!;
}

async function setWebinar(at: string | number | null) {
  await client.patch(`/leads/${lead.id}`, { variables: { webinar_at: at } });
  await decideDue(client);
}

/** Moves the stored time and its date, as if the clocks had gone on. */
async function letCome(at: string) {
  const set = "update leads set variables = json_object('webinar_at', ?) where id = ?";
  await rowsOf(set, at, lead.id);
  const due = Date.parse(at) - HOUR_MS;
  await rowsOf("update trigger_times set due_at = ? where lead_id = ?", due, lead.id);
}

/** Has the scenario's triggers on since a time. */
async function switchedOn(at: number) {
  const set = "update scenario_triggers set since = ? where scenario_id = ?";
  await rowsOf(set, at * 1_000, scenario.id);
  const read = "update trigger_cursors set revision = revision + 1 where workspace_id = ?";
  await rowsOf(read, client.workspaceId);
}

describe("why a lead was not reminded of a date", () => {
  beforeAll(async () => {
    client = clientAsleep(await newWorkspace());
    const filter = { all: [{ field: "warmth", op: "not_equals", value: "cold" }] };
    scenario = await newTriggered(client, [dated({ filter })], { name: "Webinar" });
  });
  beforeEach(async () => {
    lead = await newLead(client);
    await decideDue(client);
  });

  it("it has no date, or none that can be read", async () => {
    expect(await told()).toEqual({
      ...{ scenario_id: scenario.id, scenario_name: "Webinar", trigger_id: "webinar" },
      ...{ type: "date", fits: false, priority: 0, rank: 2, outcome: "no_date" },
      message: "The trigger finds no date in the lead: `variables.webinar_at` is empty.",
      time: { date: null, due_at: null, last: null },
    });
    await setWebinar("next Tuesday");
    expect(await told()).toMatchObject({
      fits: false,
      outcome: "date_unreadable",
      message:
        "The trigger can't read the lead's date: `variables.webinar_at` holds something else.",
    });
  });

  it("its time is ahead, and is looked at soon after it is set", async () => {
    const [at, due] = [from(2 * DAY_MS), from(2 * DAY_MS - HOUR_MS)];
    await client.patch(`/leads/${lead.id}`, { variables: { webinar_at: at } });
    expect((await ask()).is_pending).toBe(true);
    await decideDue(client);
    const answer = await ask();
    expect(answer).toMatchObject({
      event_type: null,
      is_pending: false,
      starts: [],
      outcome: null,
    });
    expect(answer.triggers[0]).toMatchObject({ fits: true, outcome: "time_ahead" });
    const { time, message } = answer.triggers[0]!;
    expect(time?.date?.slice(0, 16)).toBe(at.slice(0, 16));
    expect(time?.due_at?.slice(0, 16)).toBe(due.slice(0, 16));
    expect(message).toBe(`The trigger starts a run when its time comes: ${time?.due_at}.`);
    await client.patch(`/leads/${lead.id}`, { warmth: "cold" });
    expect(await told()).toMatchObject({ fits: true, outcome: "filtered", time });
  });

  it("it has come, and its start is what the worker then decides", async () => {
    await setWebinar(from(2 * DAY_MS));
    await letCome(from(HOUR_MS - MINUTE_MS));
    const starts = [{ scenario_id: scenario.id, trigger_id: "webinar" }];
    const before = await ask();
    expect(before).toMatchObject({ is_pending: true, outcome: "started", starts });
    expect(before.triggers[0]).toMatchObject({
      outcome: "started",
      message: "The trigger would start a run.",
    });
    await decideDue(client);
    const after = await ask();
    expect(after).toMatchObject({ is_pending: false, outcome: null, starts: [] });
    expect(after.triggers[0]).toMatchObject({
      ...{ fits: true, outcome: "started", message: "The trigger has started a run." },
      time: { due_at: before.triggers[0]?.time?.due_at, last: { outcome: "started" } },
    });
    // Evaluations go after 30 days, the entry of the start does not.
    await rowsOf("delete from trigger_evaluations where lead_id = ?", lead.id);
    expect(await told()).toMatchObject({ outcome: "started", time: { last: null } });
  });

  it.each([
    ["filtered", { warmth: "cold" }, MINUTE_MS],
    ["too_old", {}, 13 * HOUR_MS],
    ["opted_out", { is_optout: true }, MINUTE_MS],
  ])("it has come, and was refused: %s", async (outcome, change, ago) => {
    await switchedOn(Date.now() - DAY_MS);
    await setWebinar(from(2 * DAY_MS));
    if ("is_optout" in change) await client.post(`/leads/${lead.id}/opt-out`);
    else await client.patch(`/leads/${lead.id}`, change);
    await decideDue(client);
    await letCome(from(HOUR_MS - ago));
    expect(await ask()).toMatchObject({ is_pending: true, outcome, starts: [] });
    await decideDue(client);
    expect(await told()).toMatchObject({ outcome, time: { last: { outcome } } });
  });

  it("it had come before the trigger was on, and was not looked at", async () => {
    await setWebinar(from(2 * DAY_MS));
    await letCome(from(0));
    await switchedOn(Date.now());
    expect(await ask()).toMatchObject({ is_pending: false, outcome: null });
    expect(await told()).toMatchObject({ fits: false, outcome: "before_activation" });
    await decideDue(client);
    expect(await told()).toMatchObject({ time: { last: null } });
  });

  it("it was over when the lead got it, or the trigger was switched on", async () => {
    await switchedOn(Date.now());
    await setWebinar(from(-DAY_MS));
    const due = new Date(Date.now() - DAY_MS - HOUR_MS).toISOString().slice(0, 10);
    const { fits, outcome, message } = await told();
    expect([fits, outcome]).toEqual([false, "before_activation"]);
    await switchedOn(Date.now() - 3 * DAY_MS);
    const over = await told();
    expect([over.fits, over.outcome]).toEqual([false, "date_over"]);
    expect(over.message).toContain(`and the time was over: ${due}`);
    expect(message).toBe("The trigger was switched on after this had happened.");
  });
});

it("a yearly date says when it comes next, and what became of the last one", async () => {
  client = clientAsleep(await newWorkspace());
  await newTriggered(client, [dated({ offset_minutes: 0, yearly: true })]);
  const [year = "", ...day] = from(-MINUTE_MS).split("-");
  lead = await newLead(client, {
    variables: { webinar_at: [Number(year) - 30, ...day].join("-") },
  });
  await decideDue(client);
  const { outcome, time } = await told();
  expect([outcome, time?.last?.outcome]).toEqual(["time_ahead", "started"]);
  expect(time?.due_at).toContain(`${Number(year) + 1}-`);
});

describe("why a recurring trigger does not enrol a lead", () => {
  it("says the next time, and whether the lead is in the segment", async () => {
    client = clientAsleep(await newWorkspace());
    const tag = await newTag(client);
    const filter = { tag_ids: [tag.id], warmth: "hot" };
    const segment = await make(client, "/segments", { name: "Hot", filter });
    const data = { every: "week", weekdays: [1], at: "09:30", segment_id: segment.id };
    await newTriggered(client, [{ id: "mondays", type: "recurring", data }]);
    const [hot, cold] = [await newLead(client, { warmth: "hot" }), await newLead(client)];
    for (const { id } of [hot, cold]) await client.post(`/leads/${id}/tags`, { tag_ids: [tag.id] });
    const inside = await told(hot.id);
    expect(inside).toMatchObject({ fits: true, outcome: "time_ahead", time: { last: null } });
    const due = new Date(inside.time?.due_at ?? "");
    expect([due.getUTCDay(), due.toISOString().slice(11, 16)]).toEqual([1, "09:30"]);
    expect(due.getTime()).toBeGreaterThan(Date.now());
    expect(await told(cold.id)).toMatchObject({ fits: false, outcome: "not_in_segment" });
    await client.post(`/leads/${hot.id}/opt-out`);
    expect(await told(hot.id)).toMatchObject({ fits: true, outcome: "opted_out" });
    await client.delete(`/tags/${tag.id}`);
    expect(await told(hot.id)).toMatchObject({ fits: false, outcome: "segment_gone" });
  });
});

it("all triggers of times are told, those that are off too, and nothing is written", async () => {
  client = clientAsleep(await newWorkspace());
  const other = await newWorkspace();
  lead = await newLead(client, { variables: { webinar_at: from(DAY_MS) } });
  const first = await newTriggered(client, [dated(), { ...dated({ of: "nothing" }), id: "bad" }]);
  await newTriggered(client, [{ ...dated({ offset_minutes: -90 }), id: "off" }], {
    is_active: false,
  });
  await newTriggered(client, [{ ...dated({ offset_minutes: -120 }), id: "early" }]);
  await newTriggered(client, [{ id: "any", type: "any_message" }]);
  const meter = await meterOf(async (fetcher) => {
    const asked = { lead_id: lead.id, happens: { type: "time" } };
    await client.post("/triggers/explain", asked, { fetcher });
  });
  expect(meter).toMatchObject({ rowsWritten: 0, trips: 1 });
  const { triggers, is_pending } = await ask();
  expect(is_pending).toBe(true);
  expect(triggers.map(({ trigger_id: id, fits, outcome }) => [id, fits, outcome])).toEqual([
    ["early", true, "time_ahead"],
    ["off", true, "paused"],
    ["webinar", true, "time_ahead"],
    ["bad", false, "invalid"],
  ]);
  expect(first.id).toBe(triggers[2]?.scenario_id);
  const { status } = await other.post("/triggers/explain", {
    ...{ lead_id: lead.id, happens: { type: "time" } },
  });
  expect(status).toBe(422);
  expect(MAX_TIMES_SHOWN).toBeGreaterThan(20);
});
