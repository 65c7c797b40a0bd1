import { runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import type { SourceInbox } from "#features/imports/sources/inbox/object";
import { type Client, make, newLead, newTag, newWorkspace } from "../support/api";
import { calendlyItem } from "../support/calendly-items";
import { testEnv } from "../support/env";
import { metered, meterOf } from "../support/meter";
import { bindObject } from "../support/objects";
import { rowsOf } from "../support/rows";
import { withSessions } from "../support/serve";
import { inboxOf, receive, type Source, workDue } from "../support/source-inbox";

let client: Client;
beforeEach(async () => {
  client = await newWorkspace({ default_country: "FR" });
});

const mapping = [
  { to: "first_name", from: ["name"] },
  { to: "email", from: ["email"] },
  { to: "phone", from: ["phone"] },
  { to: "age", from: ["age"] },
  { to: "tags", from: ["tag"] },
];

const newSource = async (input: object = {}): Promise<Source> => {
  const body = { kind: "webhook", name: "Landing page", mapping, ...input };
  return { id: (await make(client, "/sources", body)).id, client };
};

const replace = (source: Source, input: object) =>
  client.put(`/sources/${source.id}`, { name: "Landing page", mapping, ...input });

const deliveriesOf = async ({ id }: Source) =>
  (await client.get(`/sources/${id}/deliveries?per_page=100`)).body.data.toReversed();

const leadsOf = async () => (await client.get("/leads?per_page=100")).body.data;

describe("a replay", () => {
  it("takes bodies through today's mapping, under their ids, and doubles nothing", async () => {
    const source = await newSource({ mapping: [{ to: "email", from: ["mail"] }] });
    const people = Array.from({ length: 5 }, (_, n) => ({ name: `N ${n}`, email: `n${n}@x.org` }));
    await receive(source, [...people, { mail: "known@example.com" }]);
    await workDue(source);
    const before = await deliveriesOf(source);
    expect(before.map(({ status }: { status: string }) => status)).toEqual([
      ...Array.from({ length: 5 }, () => "invalid"),
      "created",
    ]);
    expect(before[0].codes).toEqual({ first_name: ["one_of"] });
    await replace(source, {});
    const replay = await client.post(`/sources/${source.id}/replay`, { status: "invalid" });
    expect([replay.status, replay.body.data]).toEqual([202, { count: 5, has_more: false }]);
    await workDue(source);
    const after = await deliveriesOf(source);
    expect(after.map(({ id, status }: { id: number; status: string }) => [id, status])).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((id) => [id, "created"]),
    ]);
    expect(after[0]).toMatchObject({ errors: {}, has_body: true });
    expect(after[0].replayed_at).toMatch(/^20/);
    expect(await leadsOf()).toHaveLength(6);
    const none = await client.post(`/sources/${source.id}/replay`, { status: "invalid" });
    expect(none.body.data).toEqual({ count: 0, has_more: false });
  });

  it("repairs 1,000 deliveries at a time", async () => {
    const source = await newSource({ mapping: [{ to: "age", from: ["name"] }] });
    for (let n = 0; n < 1_050; n += 75) {
      const some = Array.from({ length: 75 }, (_, k) => ({
        name: `N ${n + k}`,
        email: `${n + k}@x.org`,
      }));
      await receive(source, some);
    }
    await workDue(source);
    await replace(source, {});
    const replay = () => client.post(`/sources/${source.id}/replay`, { status: "invalid" });
    expect((await replay()).body.data).toEqual({ count: 1_000, has_more: true });
    await workDue(source);
    expect((await replay()).body.data).toEqual({ count: 50, has_more: false });
    await workDue(source);
    const rows = await rowsOf(
      `select count(*) as n, count(distinct lead_id) as leads, max(seq) as last,
         count(body) as bodies, count(nullif(bytes, 0)) as counted
       from source_deliveries where source_id = ? and status = 'created'`,
      source.id,
    );
    expect(rows).toEqual([{ n: 1_050, leads: 1_050, last: 1_050, bodies: 50, counted: 50 }]);
  });

  it("reads and writes large bodies a few at a time", async () => {
    const source = await newSource({ mapping: [{ to: "age", from: ["name"] }] });
    const large = (n: number) => ({
      name: `N ${n}`,
      email: `${n}@x.org`,
      note: "x".repeat(60_000),
    });
    for (let n = 0; n < 20; n++) await receive(source, [large(n)]);
    await workDue(source);
    await replace(source, {});
    await client.post(`/sources/${source.id}/replay`, { status: "invalid" });
    const { meter, database } = metered(testEnv.DB);
    await bindObject(inboxOf(source), { DB: withSessions(database) });
    await workDue(source);
    expect((await deliveriesOf(source)).map(({ status }: { status: string }) => status)).toEqual(
      Array.from({ length: 20 }, () => "created"),
    );
    const sizes = meter.statements.flatMap(({ values }) => values.map((one) => `${one}`.length));
    expect(meter.trips).toBeGreaterThan(0);
    expect(Math.max(...sizes)).toBeLessThan(50_000);
  });

  it("of one delivery finds the lead that it made, though nothing else names it", async () => {
    const source = await newSource();
    await receive(source, [{ name: "Maud" }]);
    await workDue(source);
    await replace(source, { mapping: [{ to: "last_name", from: ["name"] }] });
    const path = `/sources/${source.id}/deliveries/1`;
    for (let times = 0; times < 2; times++) {
      expect((await client.post(`${path}/replay`)).body.data.count).toBe(1);
      await workDue(source);
    }
    expect(await leadsOf()).toMatchObject([{ first_name: "Maud", last_name: "Maud" }]);
    expect((await client.get(path)).body.data).toMatchObject({ status: "unchanged" });
  });

  it("of what is held or has lost its body is refused", async () => {
    const source = await newSource({ is_active: false });
    await receive(source, [{ name: "Maud" }]);
    await workDue(source);
    const path = `/sources/${source.id}/deliveries/1`;
    expect((await client.post(`${path}/replay`)).status).toBe(409);
    await rowsOf(
      "update source_deliveries set status = 'invalid', body = null where source_id = ?",
      source.id,
    );
    expect((await client.post(`${path}/replay`)).status).toBe(409);
    expect((await client.post(`/sources/${source.id}/preview`, { delivery_id: 1 })).status).toBe(
      409,
    );
    expect((await client.post(`/sources/${source.id}/deliveries/2/replay`)).status).toBe(404);
  });

  it("leaves a booking that has gone on", async () => {
    const source = await newSource({ kind: "calendly", mapping: undefined });
    await receive(source, [
      calendlyItem("created", { id: "1" }),
      calendlyItem("created", { id: "2", old: "1", at: "2026-11-01T10:00:00Z" }),
    ]);
    await workDue(source);
    const [booking] = (await client.get("/bookings")).body.data;
    await client.patch(`/bookings/${booking.id}`, { state: "held" });
    const { body: before } = await client.get(`/bookings/${booking.id}`);
    for (const seq of [1, 2]) await client.post(`/sources/${source.id}/deliveries/${seq}/replay`);
    await workDue(source);
    expect((await client.get(`/bookings/${booking.id}`)).body).toEqual(before);
    expect((await client.get("/bookings")).body.data).toHaveLength(1);
  });
});

describe("a preview", () => {
  /** Items of which something of each kind comes. */
  const items = (n: number): unknown[] => [
    { name: `New ${n}`, email: `new-${n}@example.com`, age: n + 20 },
    { name: `Known ${n}`, email: "known@example.com", age: `${n + 20}` },
    { email: "known@example.com", phone: "+33639980405", n },
    { city: "Lyon", n },
    { name: `Old ${n}`, age: "young" },
    { name: `Tagged ${n}`, phone: `+3363998${1000 + n}`, tag: `Tag ${n}` },
  ];
  const shown = ["fact", "status", "errors", "codes", "params", "conflicts", "warnings", "consent"];
  const pick = (from: Record<string, unknown>) =>
    Object.fromEntries(shown.map((name) => [name, from[name]]));

  it("says of 54 kept bodies exactly what a replay then does, and writes nothing", async () => {
    await newLead(client, { email: "known@example.com", phone: null });
    await newLead(client, { email: null, phone: "+33639980405" });
    const tag = await newTag(client);
    const source = await newSource({ mapping: [{ to: "ext_id", from: ["nothing"] }] });
    await receive(source, Array.from({ length: 9 }, (_, n) => items(n)).flat());
    await workDue(source);
    await replace(source, { update: "fill", match_by: ["email", "phone"], tag_ids: [tag.id] });
    const counts: Record<string, number> = {};
    for (const { id } of await deliveriesOf(source)) {
      const path = `/sources/${source.id}`;
      let preview: Record<string, unknown> = {};
      const meter = await meterOf(async (fetcher) => {
        const { body } = await client.post(`${path}/preview`, { delivery_id: id }, { fetcher });
        preview = body.data;
      });
      expect(meter.rowsWritten).toBe(0);
      await client.post(`${path}/deliveries/${id}/replay`);
      await workDue(source);
      const { body } = await client.get(`${path}/deliveries/${id}`);
      expect(pick(preview), JSON.stringify(body.data.body)).toEqual(pick(body.data));
      if (preview.lead_id !== null) expect(preview.lead_id).toBe(body.data.lead_id);
      counts[body.data.status] = (counts[body.data.status] ?? 0) + 1;
    }
    expect(counts).toEqual({ conflict: 9, created: 18, invalid: 18, unchanged: 8, updated: 1 });
  });

  it("shows the lead, the booking and what is blank, by another mapping too", async () => {
    const source = await newSource({ kind: "calendly", mapping: undefined });
    const body = calendlyItem("created", { id: "1" });
    const preview = async (input: object) =>
      (await client.post(`/sources/${source.id}/preview`, { body, ...input })).body.data;
    const first = await preview({});
    expect(first).toMatchObject({
      ...{ items: 1, fact: "booked", status: "created", lead_id: null },
      lead: { first_name: "Maud", last_name: "Renard", email: "maud@example.com" },
      booking: {
        ...{ id: null, state: "booked", name: "Discovery call", time_zone: "Europe/Paris" },
        starts_at: "2027-03-03T10:00:00.000Z",
      },
      item: { fact: "booked", lead: { full_name: "Maud Renard" } },
    });
    const mapped = await preview({
      mapping: [
        { to: "username", from: ["nothing.here", "lead.full_name"] },
        { to: "phone", from: [["answers", "Nobody asked"]] },
      ],
    });
    expect(mapped.lead).toEqual({ username: "Maud Renard" });
    expect(mapped.blank).toEqual(["answers.Nobody asked"]);
    expect(await leadsOf()).toEqual([]);
    const stored = await runInDurableObject(inboxOf(source), (_: SourceInbox, { storage }) =>
      storage.getAlarm(),
    );
    expect(stored).toBeNull();
  });
});
