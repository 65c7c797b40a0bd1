import { beforeAll, describe, expect, it } from "vitest";
import { type Client, newLead, newScenario, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { dataOf, named } from "../support/events";
import { meterOf } from "../support/meter";
import { enrol, newFlow, runNow, settle, trailOf } from "../support/run-scheduler";
import { revisionOf, seedRun } from "../support/runs";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

type Id = { id: number };

const eventsOf = async ({ id }: Id) =>
  (
    await testEnv.DB.prepare(
      "select visit, kind, message_id, data, at from run_events where run_id = ?",
    )
      .bind(id)
      .all<Record<string, unknown>>()
  ).results;

/**
 * Inserts a run that waits for an event through the API. Its scenario is paused, so it is not
 * stepped.
 */
const waiting = async (lead: Id, columns = {}) =>
  seedRun(client, await newScenario(client), lead, {
    state: "paused",
    waiting_for: "custom",
    visits: 3,
    ...columns,
  });

describe("an event of a lead", () => {
  it("reaches its runs that wait for one, which are then due", async () => {
    const lead = await newLead(client);
    const runs = [await waiting(lead), await waiting(lead, { next_at: 9_000_000_000_000 })];
    const before = Date.now();
    const { status, body } = await client.post(`/leads/${lead.id}/events`, {
      name: " call_booked ",
      data: { at: "noon" },
    });
    expect({ status, body }).toEqual({
      status: 201,
      body: { data: { name: "call_booked", run_ids: runs.map(({ id }) => id) } },
    });
    for (const run of runs) {
      const [event, ...others] = await eventsOf(run);
      expect(others).toEqual([]);
      expect(event).toMatchObject({ visit: 3, kind: "custom", message_id: null });
      expect(JSON.parse(String(event!.data))).toEqual({ name: "call_booked" });
      expect(Number(event!.at)).toBeGreaterThanOrEqual(before);
      expect(await runNow(client, run)).toMatchObject({
        state: "paused",
        next_at: new Date(Number(event!.at)).toISOString(),
      });
      expect(await revisionOf(run)).toBe(1);
    }
  });

  it("is an event of the feed, whose data goes with the lead", async () => {
    const lead = await newLead(client);
    await client.post(`/leads/${lead.id}/events`, { name: "paid", data: { euros: 5 } });
    await client.post(`/leads/${lead.id}/events`, { name: "left" });
    const reported = () => dataOf(client, "lead.event_reported", `lead_id=${lead.id}`);
    expect(await reported()).toEqual([
      { lead_id: lead.id, lead: named(lead), name: "paid", data: { euros: 5 } },
      { lead_id: lead.id, lead: named(lead), name: "left", data: {} },
    ]);
    await client.delete(`/leads/${lead.id}`);
    expect(await reported()).toMatchObject([
      { lead: null, name: "paid", data: {} },
      { lead: null, name: "left", data: {} },
    ]);
  });

  it("does not affect runs that wait for something else, have ended, or belong to other leads", async () => {
    const [lead, other] = [await newLead(client), await newLead(client)];
    const ended = await waiting(lead);
    await client.post(`/runs/${ended.id}/cancel`);
    const unaffected = [
      ended,
      await waiting(lead, { waiting_for: "reply" }),
      await waiting(lead, { waiting_for: null }),
      await waiting(other),
    ];
    const before = await Promise.all(unaffected.map(revisionOf));
    const { status, body } = await client.post(`/leads/${lead.id}/events`, { name: "call_booked" });
    expect({ status, body }).toEqual({
      status: 201,
      body: { data: { name: "call_booked", run_ids: [] } },
    });
    for (const run of unaffected) expect(await eventsOf(run)).toEqual([]);
    expect(await Promise.all(unaffected.map(revisionOf))).toEqual(before);
  });

  it("is reported as often as it happens", async () => {
    const lead = await newLead(client);
    const run = await waiting(lead);
    for (const name of ["one", "two", "one"])
      await client.post(`/leads/${lead.id}/events`, { name });
    expect((await eventsOf(run)).map(({ data }) => JSON.parse(String(data)).name)).toEqual([
      "one",
      "two",
      "one",
    ]);
  });

  it("lets only runs that wait for its name continue", async () => {
    const owner = await newWorkspace();
    const wait = { event: "custom", filter: { name: "call_booked" }, timeout_seconds: 3_600 };
    const scenario = await newFlow(
      owner,
      { wait: ["wait_for_event", wait], end: ["exit"] },
      "wait:event > end",
    );
    const lead = await newLead(owner);
    const { id } = await enrol(owner, scenario.id, lead.id);
    await settle(owner);
    const before = await runNow(owner, { id });
    await owner.post(`/leads/${lead.id}/events`, { name: "call_missed" });
    await settle(owner);
    const { updated_at, ...waiting } = before;
    expect(await runNow(owner, { id })).toMatchObject(waiting);
    expect(
      (await owner.post(`/leads/${lead.id}/events`, { name: "call_booked" })).body.data.run_ids,
    ).toEqual([id]);
    await settle(owner);
    expect(await trailOf({ id })).toEqual(["wait event", "end exit_node"]);
  });

  it("takes one round trip", async () => {
    const lead = await newLead(client);
    await waiting(lead);
    expect(
      (
        await meterOf((fetcher) =>
          client.post(`/leads/${lead.id}/events`, { name: "x" }, { fetcher }),
        )
      ).trips,
    ).toBe(1);
  });

  it("can't be reported for another workspace's lead", async () => {
    const lead = await newLead(client);
    const run = await waiting(lead);
    expect(
      (await (await newWorkspace()).post(`/leads/${lead.id}/events`, { name: "x" })).status,
    ).toBe(404);
    expect(await eventsOf(run)).toEqual([]);
  });

  it.each<[object, object]>([
    [{}, { name: ["The name field is required."] }],
    [{ name: " " }, { name: ["The name field is required."] }],
    [
      { name: "x".repeat(65) },
      { name: ["The name field must not be greater than 64 characters."] },
    ],
    [
      { name: 7, data: [] },
      { name: ["The name field must be a string."], data: ["The data field must be an object."] },
    ],
  ])("is refused without a name of 64 characters: %j", async (body, errors) => {
    const lead = await newLead(client);
    const answer = await client.post(`/leads/${lead.id}/events`, body);
    expect({ status: answer.status, errors: answer.body.errors }).toEqual({ status: 422, errors });
  });
});
