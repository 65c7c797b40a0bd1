import { describe, expect, it } from "vitest";
import { type BookingStages, DEFAULT_STAGES } from "#domain/bookings";
import { type Client, newTag, newWorkspace, unique } from "../support/api";
import { bookingsOfLead, tell, told } from "../support/bookings";
import { enrol, newFlow, settle } from "../support/run-scheduler";

const START = Date.UTC(2026, 11, 3, 10);
const [HOUR, DAY] = [3_600_000, 86_400_000];
const iso = (time: number) => new Date(time).toISOString();

async function newLead(client: Client, fields: object = {}) {
  const { body } = await client.post("/leads", { first_name: "Maud", ...fields });
  return body.data.id as number;
}

async function newLeads(client: Client, count: number): Promise<number[]> {
  const leads = Array.from({ length: count }, () => ({ ext_id: `x${unique()}` }));
  const { body } = await client.post("/leads/batch", { mode: "create", leads });
  expect(body.meta.counts.created).toBe(count);
  return body.data.map(({ id }: { id: number }) => id);
}

const book = async (client: Client, lead: number, fields: object = {}) => {
  const json = { lead_id: lead, starts_at: iso(START), ...fields };
  return (await client.post("/bookings", json)).body.data;
};

const stageOf = async (client: Client, lead: number) =>
  (await client.get(`/leads/${lead}`)).body.data.pipeline_stage;

const eventsOf = async (client: Client) =>
  (await client.get("/events?type[]=booking.*")).body.data.map(
    ({ type }: { type: string }) => type,
  );

describe("bookings", () => {
  it("are made, shown, found, changed and deleted", async () => {
    const client = await newWorkspace();
    const lead = await newLead(client);
    const given = {
      ...{ external_id: "cal-1", name: "Intro", ends_at: iso(START + HOUR) },
      ...{ time_zone: "Europe/Paris", host: { name: "Sam", email: "sam@example.com" } },
      answers: { "Your goal?": "More" },
    };
    const made = await client.post("/bookings", { lead_id: lead, starts_at: iso(START), ...given });
    expect([made.status, made.body.data]).toMatchObject([
      201,
      { ...given, lead_id: lead, state: "booked", moves: 0, source_id: null, outcome: null },
    ]);
    const { id } = made.body.data;
    const same = await client.post("/bookings", { ...given, lead_id: lead, starts_at: iso(START) });
    expect([same.status, same.body.data.id]).toEqual([200, id]);
    const other = await newLead(client);
    const foreign = await client.post("/bookings", {
      ...{ ...given, lead_id: other, starts_at: iso(START) },
    });
    expect([foreign.status, foreign.body.conflicts]).toEqual([422, { external_id: id }]);
    const moved = await client.patch(`/bookings/${id}`, { starts_at: iso(START + DAY) });
    expect(moved.body.data).toMatchObject({
      ...{ starts_at: iso(START + DAY), ends_at: iso(START + DAY + HOUR), moves: 1 },
      previous_starts_at: iso(START),
    });
    expect((await client.get(`/bookings/${id}`)).body).toEqual(moved.body);
    const last = "9999-12-31T23:59:59.999Z";
    const latest = await client.patch(`/bookings/${id}`, { starts_at: last });
    expect(latest.body.data).toMatchObject({ starts_at: last, ends_at: last });
    expect((await client.delete(`/bookings/${id}`)).body).toEqual({ success: true, deleted: 1 });
    expect((await client.get(`/bookings/${id}`)).status).toBe(404);
    expect((await client.patch(`/bookings/${id}`, { name: "?" })).status).toBe(404);
    expect(
      (await client.post("/bookings", { ...given, lead_id: other, starts_at: iso(START) })).status,
    ).toBe(201);
  });

  it("are refused where they end before they begin, or are of no lead", async () => {
    const client = await newWorkspace();
    const lead = await newLead(client);
    const errors = async (json: object) => (await client.post("/bookings", json)).body.errors;
    const times = { starts_at: iso(START), ends_at: iso(START - 1) };
    expect(await errors({ lead_id: lead, ...times })).toHaveProperty("ends_at");
    expect(await errors({ lead_id: lead + 999_999, starts_at: iso(START) })).toHaveProperty(
      "lead_id",
    );
    expect(await errors({ lead_id: lead })).toHaveProperty("starts_at");
    const { id } = await book(client, lead);
    const change = await client.patch(`/bookings/${id}`, { ends_at: iso(START - 1) });
    expect(change.body.errors).toHaveProperty("ends_at");
  });

  it("are listed by their filters, and by the time at which they begin", async () => {
    const client = await newWorkspace();
    const [one, two] = [await newLead(client), await newLead(client)];
    const ids: number[] = [];
    for (const [place, lead] of [one, two, one, two].entries())
      ids.push(
        (
          await book(client, lead, {
            starts_at: iso(START - place * DAY),
            host: { name: place % 2 ? "Ann" : "Sam", email: `h${place}@example.com` },
          })
        ).id,
      );
    await client.patch(`/bookings/${ids[0]}`, { state: "cancelled" });
    const list = async (query: string) =>
      (await client.get(`/bookings?${query}`)).body.data.map(({ id }: { id: number }) =>
        ids.indexOf(id),
      );
    expect(await list("")).toEqual([3, 2, 1, 0]);
    expect(await list(`lead_id=${one}`)).toEqual([2, 0]);
    expect(await list("state=cancelled")).toEqual([0]);
    expect(await list("host=ANN")).toEqual([3, 1]);
    expect(await list("host=h2@example.com")).toEqual([2]);
    expect(await list(`starts_from=${iso(START - DAY)}`)).toEqual([1, 0]);
    expect(await list("order=starts_at")).toEqual([3, 2, 1, 0]);
    expect(
      await list(`order=starts_at&lead_id=${two}&starts_from=${iso(START - 2 * DAY)}`),
    ).toEqual([1]);
    for (let more = 0; more < 9; more++) await book(client, one, { starts_at: iso(START + DAY) });
    const first = await client.get("/bookings?order=starts_at&per_page=10");
    const next = await client.get(
      `/bookings?order=starts_at&per_page=10&cursor=${first.body.meta.next_cursor}`,
    );
    const all = [...first.body.data, ...next.body.data].map(({ starts_at: time }) => time);
    expect([all.length, all]).toEqual([13, all.toSorted()]);
    expect(new Set([...first.body.data, ...next.body.data].map(({ id }) => id)).size).toBe(13);
    expect((await client.get(`/bookings?cursor=${first.body.meta.next_cursor}`)).status).toBe(422);
  });

  it("move their lead, and take it back unless somebody else has moved it", async () => {
    const client = await newWorkspace();
    const lead = await newLead(client);
    const { id } = await book(client, lead);
    expect(await stageOf(client, lead)).toBe("call_booked");
    const cancel = (booking: number) =>
      client.patch(`/bookings/${booking}`, { state: "cancelled" });
    await cancel(id);
    expect(await stageOf(client, lead)).toBe("new");
    await client.patch(`/bookings/${id}`, { state: "booked" });
    expect(await stageOf(client, lead)).toBe("call_booked");
    await client.patch(`/leads/${lead}`, { pipeline_stage: "won" });
    await client.patch(`/leads/${lead}`, { pipeline_stage: "call_booked" });
    await cancel(id);
    expect(await stageOf(client, lead)).toBe("call_booked");
    for (const stage of ["won", "lost"]) {
      const far = await newLead(client, { pipeline_stage: stage });
      await cancel((await book(client, far)).id);
      expect(await stageOf(client, far)).toBe(stage);
    }
    const tag = await newTag(client, { pipeline_stage: "engaged" });
    const { id: scenario } = await newFlow(client, {
      stage: ["update_lead", { pipeline_stage: "engaged" }],
    });
    const others: ((lead: number) => Promise<unknown>)[] = [
      (one) => client.post(`/leads/${one}/tags`, { tag_ids: [tag.id] }),
      (one) => enrol(client, scenario, one).then(() => settle(client)),
    ];
    for (const moveOn of others) {
      const one = await newLead(client);
      const booking = await book(client, one);
      await moveOn(one);
      expect(await stageOf(client, one)).toBe("engaged");
      await cancel(booking.id);
      expect(await stageOf(client, one)).toBe("engaged");
    }
  });

  it("of a lead that has several hold its stage until the last is cancelled", async () => {
    const client = await newWorkspace();
    const lead = await newLead(client, { pipeline_stage: "qualified" });
    for (const cancelled of [(two: number[]) => two, (two: number[]) => two.reverse()]) {
      const two = [(await book(client, lead)).id, (await book(client, lead)).id];
      const [one, other] = cancelled(two);
      await client.patch(`/bookings/${one}`, { state: "cancelled" });
      expect(await stageOf(client, lead)).toBe("call_booked");
      await client.patch(`/bookings/${other}`, { state: "cancelled" });
      expect(await stageOf(client, lead)).toBe("qualified");
    }
  });

  it("are events: one for each change, none for none", async () => {
    const client = await newWorkspace();
    const { id } = await book(client, await newLead(client));
    const changes = [
      { starts_at: iso(START + DAY) },
      { name: "Intro" },
      { name: "Intro" },
      { state: "no_show" },
      { state: "booked" },
      { outcome: "SALE", outcome_value: 5000 },
      { state: "held" },
      { state: "cancelled", cancel_reason: "ill" },
    ];
    for (const json of changes) await client.patch(`/bookings/${id}`, json);
    expect((await eventsOf(client)).toReversed()).toEqual(
      ["created", "moved", "updated", "no_show", "updated", "outcome", "cancelled"].map(
        (name) => `booking.${name}`,
      ),
    );
    const [last] = (await client.get("/events?type[]=booking.cancelled")).body.data;
    expect(last.data).toMatchObject({ booking_id: id, booking: { id, cancel_reason: "ill" } });
  });
});

describe("facts of a source", () => {
  const booked = (number: number) =>
    told("booked", `I${number}`, {
      replaces: number > 1 ? `I${number - 1}` : null,
      at: number * 10,
      values: { startsAt: START + number * DAY, endsAt: START + number * DAY + HOUR },
    });
  const gaveWay = (number: number) => told("moved", `I${number}`, { at: number * 10 + 9 });
  const cancelled = (number: number, at = number * 10 + 9) =>
    told("cancelled", `I${number}`, { at, values: { cancelReason: "ill" } });
  const MOVES = [1, 2, 3].flatMap((number) => [gaveWay(number), booked(number + 1)]);
  const ALL = [booked(1), ...MOVES, cancelled(4)];
  const source = () => 1_000_000 + Math.floor(Math.random() * 1e9);

  it("in order are one booking and an event each, also in one chunk", async () => {
    for (const chunks of [ALL.map((fact) => [fact]), [ALL]]) {
      const client = await newWorkspace();
      const lead = await newLead(client);
      const of = { lead, source: source() };
      for (const facts of chunks) await tell(client, of, ...facts);
      expect((await eventsOf(client)).toReversed()).toEqual(
        ["created", "moved", "moved", "moved", "cancelled"].map((name) => `booking.${name}`),
      );
      expect(await bookingsOfLead(client, lead)).toMatchObject([
        {
          ...{ state: "cancelled", external_id: "I4", moves: 3, cancel_reason: "ill" },
          ...{ starts_at: iso(START + 4 * DAY), previous_starts_at: iso(START + 3 * DAY) },
        },
      ]);
      expect(await stageOf(client, lead)).toBe("new");
      const moves = (await client.get("/events?type[]=lead.stage_changed")).body.data;
      expect(moves).toHaveLength(2);
    }
  });

  it("in 200 orders, cut into chunks anyhow, leave one booking and the stage of before", async () => {
    const client = await newWorkspace();
    const leads = await newLeads(client, 200);
    const ends = new Set<string>();
    for (const lead of leads) {
      const order = ALL.map((fact) => ({ fact, place: Math.random() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ fact }) => fact);
      const of = { lead, source: source() };
      const cut = Math.floor(Math.random() * (ALL.length + 1));
      await tell(client, of, ...order.slice(0, cut));
      await tell(client, of, ...order.slice(cut));
      const all = await bookingsOfLead(client, lead);
      ends.add(
        JSON.stringify(
          all.map(({ state, starts_at, ends_at, previous_starts_at, moves, external_id }) => [
            ...[state, starts_at, ends_at, previous_starts_at, moves, external_id],
          ]),
        ),
      );
    }
    expect([...ends]).toEqual([
      JSON.stringify([
        ["cancelled", START + 4 * DAY, START + 4 * DAY + HOUR, START + 3 * DAY, 3, "I4"].map(
          (value) => (typeof value === "number" && value > 3 ? iso(value) : value),
        ),
      ]),
    ]);
    const { body } = await client.get("/leads?pipeline_stage=call_booked");
    expect(body.data).toEqual([]);
  });

  it("of a deleted booking make it again only by a time that was chosen later", async () => {
    const client = await newWorkspace();
    const of = { lead: await newLead(client), source: source() };
    await tell(client, of, booked(1));
    const [first] = await bookingsOfLead(client, of.lead);
    await client.delete(`/bookings/${first!.id}`);
    expect(await tell(client, of, booked(1), cancelled(1), booked(2))).toEqual([
      ...["ignored", "ignored", "ignored"],
    ]);
    const later = { ...booked(2), at: Date.now() + HOUR };
    expect(await tell(client, of, later)).toEqual(["created"]);
  });

  it("change nothing that a PATCH has settled later", async () => {
    const client = await newWorkspace();
    const of = { lead: await newLead(client), source: source() };
    await tell(client, of, booked(1));
    const [{ id } = { id: 0 }] = await bookingsOfLead(client, of.lead);
    await client.patch(`/bookings/${id}`, { starts_at: iso(START) });
    await tell(client, of, booked(1), booked(2));
    expect((await bookingsOfLead(client, of.lead))[0]).toMatchObject({ starts_at: iso(START) });
    await client.patch(`/bookings/${id}`, { state: "cancelled" });
    await client.patch(`/bookings/${id}`, { state: "booked" });
    await tell(client, of, cancelled(1));
    expect((await bookingsOfLead(client, of.lead))[0]).toMatchObject({ state: "booked" });
  });

  it("move a lead that is won where the source has them do so", async () => {
    const client = await newWorkspace();
    const lead = await newLead(client, { pipeline_stage: "won" });
    const of = { lead, source: source(), stages: { ...DEFAULT_STAGES, from: ["won" as const] } };
    await tell(client, of, booked(1));
    expect(await stageOf(client, lead)).toBe("call_booked");
    await tell(client, of, cancelled(1));
    expect(await stageOf(client, lead)).toBe("won");
  });

  it("move a lead by outcomes only while the booking's own move was the last", async () => {
    const client = await newWorkspace();
    const stages: BookingStages = {
      ...{ booked: "call_booked", from: ["new"], cancelled: "back", no_show: "back" },
      outcomes: { SALE: { stage: "won" }, NO: { stage: "lost", lost_reason: "not_interested" } },
    };
    const outcome = (text: string, at: number) =>
      told("outcome", null, { at, values: { startsAt: START + DAY, outcome: text } });
    const of = { source: source(), stages };
    const one = await newLead(client);
    await tell(client, { ...of, lead: one }, booked(1), outcome("SALE", 50));
    expect(await stageOf(client, one)).toBe("won");
    await tell(client, { ...of, lead: one }, outcome("NO", 60));
    expect((await client.get(`/leads/${one}`)).body.data).toMatchObject({
      ...{ pipeline_stage: "lost", is_lost: true, lost_reason: "not_interested" },
    });
    const two = await newLead(client);
    const other = { ...of, source: source(), lead: two };
    await tell(client, other, booked(1));
    await client.patch(`/leads/${two}`, { pipeline_stage: "engaged" });
    await tell(client, other, outcome("SALE", 50), told("no_show", "I1", { at: 60 }));
    expect(await stageOf(client, two)).toBe("engaged");
  });

  it("raced with a PATCH of the stage let that win, and lose nothing by one of the booking", async () => {
    const client = await newWorkspace();
    const leads = await newLeads(client, 200);
    await Promise.all(
      leads.map(async (lead) => {
        const of = { lead, source: source() };
        await tell(client, of, booked(1));
        const [{ id } = { id: 0 }] = await bookingsOfLead(client, lead);
        await Promise.all([
          tell(client, of, cancelled(1)),
          client.patch(`/leads/${lead}`, { pipeline_stage: "engaged" }),
          client.patch(`/bookings/${id}`, { name: "Intro" }),
        ]);
      }),
    );
    const stages = await Promise.all(leads.map((lead) => stageOf(client, lead)));
    expect(new Set(stages)).toEqual(new Set(["engaged"]));
    const ends = await Promise.all(leads.map((lead) => bookingsOfLead(client, lead)));
    expect(new Set(ends.map(([one]) => `${one?.state} ${one?.name}`))).toEqual(
      new Set(["cancelled Intro"]),
    );
  });
});
