import { beforeAll, describe, expect, it } from "vitest";
import type { Booking } from "#features/leads/bookings/schema";
import { type Client, clientOf, make, newChannel, newWorkspace, newWriter } from "../support/api";
import { eventually } from "../support/eventually";
import { flowOf, type Nodes } from "../support/flow";
import { rowsOf } from "../support/rows";
import { enrol, newFlow, runNow, settle, trailOf } from "../support/run-scheduler";
import { clientAsleep, decideDue, newTriggered, startedBy } from "../support/trigger-worker";

// Runs that are about bookings.

const HOUR_MS = 3_600_000;
let client: Client;
let channel: { id: number };

beforeAll(async () => {
  client = clientAsleep(await newWorkspace());
  channel = await newChannel(client);
});

/** A lead who has just written. */
const newSpeaker = () => newWriter(client, channel.id);

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

const book = (lead: { id: number }, hours: number, more: object = {}): Promise<Booking> =>
  make(client, "/bookings", { lead_id: lead.id, starts_at: inHours(hours), ...more });

const change = async ({ id }: { id: number }, patch: object) => {
  const { status } = await client.patch(`/bookings/${id}`, patch);
  expect(status).toBe(200);
};

const textsOf = async ({ id }: { id: number }) =>
  (
    await rowsOf<{ text: string }>("select text from messages where run_id = ? order by id", id)
  ).map(({ text }) => text);

/** Lets the time come that a run waits for, as if the clock went on. */
const untilOf = async ({ id }: { id: number }) => {
  const [row] = await rowsOf<{ until: number; next: number }>(
    'select waiting_until as until, next_at as "next" from runs where id = ?',
    id,
  );
  return row!;
};

const reminder: Nodes = {
  hour: ["delay", { until: { booking: "starts_at", offset_seconds: -3600 } }],
  remind: ["message", { text: "At {{booking.time}}", on_window_closed: "skip" }],
  gone: ["exit", { reason: "gone" }],
};
const REMINDS = ["hour > remind", "hour:cancelled > gone"];

describe("a run that waits until an hour before a booking", () => {
  it("sends once, at the right time, when the booking moves twice", async () => {
    const { id: scenario } = await newFlow(client, reminder, ...REMINDS);
    const lead = await newSpeaker();
    const booking = await book(lead, 48);
    const run = await enrol(client, scenario, lead.id);
    await settle(client);
    const startsAt = Date.parse(booking.starts_at!);
    expect(await untilOf(run)).toEqual({ until: startsAt - HOUR_MS, next: startsAt - HOUR_MS });

    await change(booking, { starts_at: inHours(5) });
    await settle(client);
    const { until } = await untilOf(run);
    expect(Math.abs(until - Date.now() - 4 * HOUR_MS)).toBeLessThan(60_000);

    await change(booking, { starts_at: inHours(0.5), time_zone: "Europe/Paris" });
    await settle(client);
    await settle(client);
    expect(await textsOf(run)).toEqual([expect.stringMatching(/^At \d\d?:\d\d/)]);
    expect(await trailOf(run)).toEqual(["hour next", "remind next"]);
    expect((await runNow(client, run)).state).toBe("completed");
  });

  it("leaves when it is cancelled, and is due at once", async () => {
    const { id: scenario } = await newFlow(client, reminder, ...REMINDS);
    const lead = await newSpeaker();
    const booking = await book(lead, 48);
    const run = await enrol(client, scenario, lead.id);
    await settle(client);
    await change(booking, { state: "cancelled" });
    expect((await untilOf(run)).next).toBeLessThanOrEqual(Date.now());
    await settle(client);
    expect(await trailOf(run)).toEqual(["hour cancelled", "gone exit_node"]);
  });

  it("leaves by itself, though nobody else wakes its scheduler", async () => {
    const { id: scenario } = await newFlow(client, reminder, ...REMINDS);
    const lead = await newSpeaker();
    const booking = await book(lead, 48);
    const run = await enrol(client, scenario, lead.id);
    await settle(client);
    const awake = clientOf(client.token, client.workspaceId);
    await awake.patch(`/bookings/${booking.id}`, { state: "cancelled" });
    await eventually(async () =>
      expect(await trailOf(run)).toEqual(["hour cancelled", "gone exit_node"]),
    );
  });

  it("leaves when it is deleted", async () => {
    const { id: scenario } = await newFlow(client, reminder, ...REMINDS);
    const lead = await newSpeaker();
    const booking = await book(lead, 48);
    const run = await enrol(client, scenario, lead.id);
    await settle(client);
    await client.delete(`/bookings/${booking.id}`);
    await settle(client);
    expect(await trailOf(run)).toEqual(["hour cancelled", "gone exit_node"]);
  });

  it("keeps to the booking that it began with, whatever else is booked", async () => {
    const { id: scenario } = await newFlow(client, reminder, ...REMINDS);
    const lead = await newSpeaker();
    await book(lead, 48);
    const run = await enrol(client, scenario, lead.id);
    await settle(client);
    const before = await untilOf(run);
    await change(await book(lead, 30), { state: "cancelled" });
    await settle(client);
    expect(await untilOf(run)).toEqual(before);
  });

  it("misses no move that comes while it is stepped", async () => {
    const { id: scenario } = await newFlow(client, reminder, ...REMINDS);
    const lead = await newSpeaker();
    const booking = await book(lead, 48);
    const run = await enrol(client, scenario, lead.id);
    await rowsOf(
      `create trigger test_moved after update of waiting_for on runs
       when new.id = ${run.id} and new.waiting_for = 'time' and old.waiting_for is null
       begin update bookings set starts_at = starts_at + 3600000 where id = ${booking.id}; end`,
    );
    await settle(client);
    await rowsOf("drop trigger test_moved");
    expect((await untilOf(run)).until).toBe(Date.parse(booking.starts_at!));
  });
});

describe("a run that waits for a booking", () => {
  const nodes: Nodes = {
    wait: ["wait_for_event", { event: "booking", filter: { states: ["booked", "moved"] } }],
    tell: [
      "message",
      { text: "{{booking.name}} {{booking.answers.Goal}}", on_window_closed: "skip" },
    ],
  };

  it("goes on with the one that is made", async () => {
    const { id: scenario } = await newFlow(client, nodes, "wait:event > tell");
    const lead = await newSpeaker();
    const old = await book(lead, 4, { name: "Old" });
    const run = await enrol(client, scenario, lead.id);
    await settle(client);
    await change(old, { state: "no_show" });
    await settle(client);
    expect(await trailOf(run)).toEqual(["wait …"]);
    await book(lead, 200, { name: "Intro", answers: { Goal: "More" } });
    await settle(client);
    expect(await textsOf(run)).toEqual(["Intro More"]);
  });

  it("goes on with the one that moves", async () => {
    const { id: scenario } = await newFlow(client, nodes, "wait:event > tell");
    const lead = await newSpeaker();
    const moved = await book(lead, 400, { name: "Late" });
    await book(lead, 4, { name: "Soon" });
    const run = await enrol(client, scenario, lead.id);
    await settle(client);
    await change(moved, { starts_at: inHours(500) });
    await settle(client);
    expect(await textsOf(run)).toEqual(["Late "]);
  });
});

describe("a trigger of bookings", () => {
  it("starts runs about the booking, by its states", async () => {
    const own = clientAsleep(await newWorkspace());
    const [other, otherChannel] = [client, channel];
    [client, channel] = [own, await newChannel(own)];
    const tells = flowOf(
      {
        tell: ["message", { text: "{{trigger.type}} {{booking.name}} {{booking.state}}" }],
        pause: ["delay", { seconds: 3600 }],
      },
      "tell > pause",
    );
    const trigger = (id: string, states: string[], more: object = {}) => [
      { id, type: "booking", data: { states, ...more } },
    ];
    await newTriggered(own, trigger("made", ["booked"]), tells);
    await newTriggered(own, trigger("moved", ["moved"]), tells);
    await newTriggered(own, trigger("over", ["cancelled", "no_show", "held"]), tells);
    await newTriggered(own, trigger("foreign", ["booked"], { source_ids: [999_999] }), tells);
    await newTriggered(
      own,
      trigger("soon", ["booked"], {
        filter: { all: [{ field: "booking.starts_at", op: "within_days", value: 1 }] },
      }),
      tells,
    );
    const lead = await newSpeaker();
    const booking = await book(lead, 48, { name: "Intro" });
    await book(lead, 2, { name: "Other" });
    await decideDue(own);
    await change(booking, { starts_at: inHours(49) });
    await change(booking, { name: "Renamed" });
    await change(booking, { state: "cancelled" });
    await decideDue(own);
    await settle(own);
    const started = await startedBy(own);
    expect(started.toSorted()).toEqual(["made", "moved", "over", "soon"]);
    const texts = await rowsOf<{ id: string; text: string }>(
      `select cause ->> 'trigger_id' as id, text from runs join messages on run_id = runs.id
       where runs.workspace_id = ? order by 1`,
      own.workspaceId,
    );
    expect(texts.map(({ id, text }) => `${id}: ${text}`)).toEqual([
      "made: booking Renamed cancelled",
      "moved: booking Renamed cancelled",
      "over: booking Renamed cancelled",
      "soon: booking Other booked",
    ]);
    [client, channel] = [other, otherChannel];
  });
});

it("reads bookings only for graphs that ask for them", async () => {
  const asking = await newFlow(client, { m: ["message", { text: "{{booking.day|soon}}" }] });
  const silent = await newFlow(client, { m: ["message", { text: "A booking" }] });
  const flags = await rowsOf<{ id: number; flag: number }>(
    `select scenario_id as id, reads_bookings as flag from scenario_versions
     where scenario_id in (?, ?) order by 1`,
    asking.id,
    silent.id,
  );
  expect(flags.map(({ flag }) => flag)).toEqual([1, 0]);
});
