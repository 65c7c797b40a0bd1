/// <reference types="vite/client" />
import { assert, beforeAll, describe, expect, it } from "vitest";
import type { Source } from "#features/imports/sources/schema";
import type { Booking } from "#features/leads/bookings/schema";
import { HOUR_MS } from "#lib/time";
import demoSql from "../../drizzle/demo/demo.sql?raw";
// @ts-expect-error: plain JavaScript
import { sealed } from "../../drizzle/demo/sealed.mjs";
// @ts-expect-error: plain JavaScript
import { secrets } from "../../drizzle/demo/sources.mjs";
// @ts-expect-error: plain JavaScript
import { token } from "../../drizzle/demo/workspace.mjs";
import { signedHeaders } from "../../src/cli/signed-request";
import { call, clientOf } from "../support/api";
import { calendlyItem } from "../support/calendly-items";
import { testEnv } from "../support/env";
import { rowsOf } from "../support/rows";
import { deliveriesOf, inboxOf, workDue } from "../support/source-inbox";

const demo = clientOf(token, 1);
const [CALENDLY, ICLOSED] = [1, 2];
let sources: Source[];

beforeAll(async () => {
  const sql: string = demoSql + (await sealed(testEnv.APP_KEY));
  const statements = sql.split(/;\n+/).filter((statement) => statement.trim() !== "");
  await testEnv.DB.batch(statements.map((statement) => testEnv.DB.prepare(statement)));
  sources = (await demo.get("/sources")).body.data;
});

const work = (id: number) => workDue({ id, client: demo });
const bookingsOf = async (query = ""): Promise<Booking[]> =>
  (await demo.get(`/bookings?per_page=100${query}`)).body.data;

/** A source as a PUT wants it. */
const inputOf = ({ name, is_active, mapping, match_by, update, stages, form, ...one }: Source) => ({
  ...{ name, is_active, mapping, match_by, update, stages, verification: one.verification },
  ...(form && { form: { origins: form.origins, honeypot: form.honeypot } }),
});

/** Sends an item to the demo's Calendly source, signed as Calendly does. */
async function send(item: unknown) {
  const { verification } = sources.find(({ id }) => id === CALENDLY)!;
  const { keys, secrets: held } = secrets[CALENDLY - 1];
  const raw = JSON.stringify(item);
  const headers = signedHeaders(verification as never, held[0].value, Buffer.from(raw));
  const type = { "Content-Type": "application/json" };
  const { status, body } = await call("POST", `/in/${keys[0].value}`, {
    ...{ raw, headers: { ...type, ...headers } },
  });
  await work(CALENDLY);
  return [status, body];
}

describe("the demo's sources", () => {
  it("are as the API would store them, with keys and secrets that are known", async () => {
    expect(sources.map(({ kind }) => kind).toSorted()).toEqual(["calendly", "form", "iclosed"]);
    for (const source of sources) {
      expect(source.inbound_url).toContain(`/in/demo-${source.kind}-`);
      expect(source.has_secret).toBe(source.id === CALENDLY);
      const { body } = await demo.put(`/sources/${source.id}`, inputOf(source));
      expect(body.data).toEqual({ ...source, updated_at: body.data.updated_at, secret: null });
    }
  });

  it("have ten bookings, of every state, some of which are to come", async () => {
    const bookings = await bookingsOf();
    expect(bookings.map(({ state }) => state).toSorted()).toEqual(
      ["booked", "booked", "booked", "booked", "cancelled", "held", "held", "held"].concat([
        "moved",
        "no_show",
      ]),
    );
    const now = Date.now();
    const next = await bookingsOf(`&state=booked&starts_from=${new Date(now).toISOString()}`);
    expect(next).toHaveLength(4);
    const [today, tomorrow] = next
      .map(({ starts_at: at }) => (Date.parse(at ?? "") - now) / HOUR_MS)
      .toSorted((a, b) => a - b);
    assert(today !== undefined && tomorrow !== undefined);
    expect([today > 1, today < 15, Math.round(tomorrow - today)]).toEqual([true, true, 24]);
    for (const { state, starts_at, ends_at, moves, outcome, ...one } of bookings) {
      expect(Date.parse(ends_at ?? "")).toBeGreaterThan(Date.parse(starts_at ?? ""));
      if (state === "held" || state === "no_show")
        expect(Date.parse(one.updated_at)).toBeGreaterThan(Date.parse(ends_at ?? ""));
      expect(Date.parse(one.created_at)).toBeLessThan(Date.parse(starts_at ?? ""));
      expect(one.previous_starts_at === null).toBe(moves === 0);
      expect(outcome === null).toBe(one.outcome_value === null);
    }
  });

  it("have moved those leads whose stages nobody else has", async () => {
    const rows = await rowsOf<Record<string, unknown>>(
      `select bookings.id, lead_id, pipeline_stage as stage, stage_before as 'before',
         stage_booking_id = bookings.id as owns
       from bookings join leads on leads.id = lead_id order by bookings.id`,
    );
    const told = rows.map(({ lead_id, stage, before, owns }) => [lead_id, stage, before, owns]);
    expect(told).toEqual([
      // The later booking of this lead has taken it over.
      [40, "call_booked", "new", 0],
      [9, "won", null, null],
      [19, "won", null, null],
      [32, "won", null, null],
      [50, "call_booked", "new", 1],
      [23, "qualified", null, null],
      [54, "call_booked", "new", 1],
      [46, "call_booked", "qualified", 1],
      [28, "call_booked", "qualified", 1],
      [40, "call_booked", "new", 1],
    ]);
  });

  it("tell of bookings when it happened", async () => {
    const { data } = (await demo.get("/events?per_page=100&type[]=booking.*")).body;
    const bookings = new Map((await bookingsOf()).map((one) => [one.id, one]));
    for (const { type, timestamp, data: of } of data) {
      const { created_at, updated_at } = bookings.get(of.booking_id)!;
      if (type === "booking.created") expect(timestamp).toBe(created_at);
      else if (type !== "booking.moved") expect(timestamp).toBe(updated_at);
      expect([created_at, timestamp, updated_at]).toEqual(
        [created_at, timestamp, updated_at].toSorted(),
      );
    }
    const types = Map.groupBy(data, ({ type }: { type: string }) => type);
    expect([...types].map(([type, { length }]) => [type, length]).toSorted()).toEqual([
      ["booking.cancelled", 1],
      ["booking.created", 10],
      ["booking.moved", 2],
      ["booking.no_show", 1],
      ["booking.outcome", 3],
    ]);
  });

  it("have kept bodies of which all comes that is there", async () => {
    const state = () =>
      Promise.all([
        rowsOf("select * from bookings order by id"),
        rowsOf("select * from booking_refs order by external_id"),
        rowsOf("select * from leads order by id"),
      ]);
    const before = await state();
    for (const sourceId of [CALENDLY, ICLOSED]) {
      const deliveries = await deliveriesOf({ id: sourceId });
      const seqs = deliveries.map(({ seq }) => seq);
      await inboxOf({ id: sourceId }).replay({ sourceId, workspaceId: 1 }, seqs);
      await work(sourceId);
      const after = await deliveriesOf({ id: sourceId });
      for (const [n, { status, fact, lead_id, booking_id, result }] of deliveries.entries()) {
        const isDone = status === "created" || status === "updated";
        expect(after[n]).toMatchObject({
          ...{ fact, lead_id, booking_id, result, status: isDone ? "unchanged" : status },
          replayed_at: expect.any(Number),
        });
      }
    }
    expect(await state()).toEqual(before);
  });

  it("take what comes next, and know what has come before", async () => {
    const [{ body: first, seq }] = (await deliveriesOf({ id: CALENDLY })) as never as [
      { body: string; seq: number },
    ];
    expect(seq).toBe(1);
    await send(JSON.parse(first));
    const id = crypto.randomUUID();
    expect(await send(calendlyItem("created", { id, email: "maud@example.com" }))).toEqual([
      202,
      { received: 1, duplicates: 0 },
    ]);
    const all = await deliveriesOf({ id: CALENDLY });
    // The duplicate has a number, but no delivery.
    expect(all.slice(-2).map((one) => one.seq)).toEqual([17, 19]);
    expect(all.at(-1)).toMatchObject({ status: "created", fact: "booked" });
  });

  it("have one delivery that waits for its mapping to be mended", async () => {
    const { data } = (await demo.get(`/sources/${CALENDLY}/deliveries?status=invalid`)).body;
    expect(data).toMatchObject([
      { errors: { age: ["The age field must be an integer."] }, has_body: true },
    ]);
    const source = sources.find(({ id }) => id === CALENDLY);
    assert(source);
    const mapping = source.mapping.map((row) =>
      row.to === "age" ? { ...row, as: "number" } : row,
    );
    await demo.put(`/sources/${CALENDLY}`, { ...inputOf(source), mapping });
    await demo.post(`/sources/${CALENDLY}/replay`, { status: "invalid" });
    await work(CALENDLY);
    const mended = (await demo.get(`/sources/${CALENDLY}/deliveries/${data[0].id}`)).body.data;
    expect(mended).toMatchObject({ status: "created", errors: {} });
    const [booking] = await bookingsOf(`&lead_id=${mended.lead_id}`);
    expect(booking).toMatchObject({ id: mended.booking_id, name: "Portfolio review" });
    expect((await demo.get(`/leads/${mended.lead_id}`)).body.data).toMatchObject({
      ...{
        first_name: "Agathe",
        age: 34,
        email: "agathe.morvan@example.com",
        phone: "+33639980351",
      },
      ...{ source: "calendly", pipeline_stage: "call_booked" },
    });
  });
});
