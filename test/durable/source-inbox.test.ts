import { runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { freeze, unfreeze } from "#db/placement/freeze";
import type { SourceInbox } from "#features/imports/sources/inbox/object";
import { WaitingItems } from "#features/imports/sources/inbox/waiting";
import { kinds } from "#features/imports/sources/kinds/registry";
import { HOUR_MS } from "#lib/time";
import { nextAlarm } from "../support/alarms";
import { type Client, newLead, newTag, newWorkspace } from "../support/api";
import { calendlyItem } from "../support/calendly-items";
import { atTime } from "../support/clicks";
import { testEnv } from "../support/env";
import { dataOf } from "../support/events";
import { type Around, down, unanswered } from "../support/message-sender-faults";
import { metered } from "../support/meter";
import { bindObject } from "../support/objects";
import { reachedQuotas, setQuotas } from "../support/quotas";
import { rowsOf } from "../support/rows";
import { killed } from "../support/run-scheduler-faults";
import { scopeOf } from "../support/scope";
import {
  atCall,
  deliveriesOf,
  inboxOf,
  newSource,
  putForward,
  receive,
  type Source,
  waitingIn,
  workDue,
  workOnce,
} from "../support/source-inbox";

let client: Client;
beforeEach(async () => {
  client = await newWorkspace({ default_country: "FR" });
});

const leadsOf = async () => (await client.get("/leads?per_page=100")).body.data;

const person = (n: number) => ({ name: `Lead ${n}`, email: `lead-${n}@example.com` });
const people = (count: number, first = 0) =>
  Array.from({ length: count }, (_, n) => person(first + n));

const statusesOf = async (source: Source) =>
  (await deliveriesOf(source)).map(({ seq, status }) => [seq, status]);

const pause = (source: Source, isActive: boolean) =>
  rowsOf("update sources set is_active = ? where id = ?", Number(isActive), source.id);

describe("what comes to a source", () => {
  it("is stored once, worked in its order, and forgotten", async () => {
    const source = await newSource(client);
    const items = [
      { name: "Maud", email: "maud@example.com", phone: "06 39 98 04 05", city: "Lyon" },
      { name: "Sam", email: "sam@example.com" },
    ];
    expect(await receive(source, items)).toEqual({ received: 2, duplicates: 0 });
    expect(await receive(source, [items[1], { email: "maud@example.com", city: "Nice" }])).toEqual({
      ...{ received: 1, duplicates: 1 },
    });
    await workDue(source);
    const leads = await leadsOf();
    expect(leads).toMatchObject([
      { first_name: "Sam", source: "webhook" },
      { first_name: "Maud", phone: "+33639980405", variables: { city: "Nice" } },
    ]);
    expect(await deliveriesOf(source)).toMatchObject([
      { seq: 1, fact: "contact", status: "created", lead_id: leads[1].id, bytes: 81 },
      { seq: 2, status: "created", lead_id: leads[0].id },
      { seq: 3, status: "updated", lead_id: leads[1].id, result: null },
    ]);
    expect(await waitingIn(source)).toEqual([]);
  });

  it("is worked soon, and within a second of the last time together with what follows", async () => {
    const source = await newSource(client);
    const begin = Date.now() + HOUR_MS;
    const alarmAfter = (ms: number, n: number) =>
      atTime(begin + ms, async () => {
        await receive(source, [person(n)]);
        return ((await nextAlarm(inboxOf(source))) ?? 0) - begin;
      });
    expect(await alarmAfter(0, 1)).toBe(100);
    await atTime(begin, () => workDue(source));
    expect([await alarmAfter(300, 2), await alarmAfter(800, 3)]).toEqual([1_000, 1_000]);
    await atTime(begin + 1_000, () => workDue(source));
    expect(await alarmAfter(5_000, 4)).toBe(5_100);
  });

  it("costs two calls of D1 where a hundred items come together", async () => {
    const source = await newSource(client);
    await receive(source, people(1));
    const { meter, database } = metered(testEnv.DB);
    await bindObject(inboxOf(source), { DB: database });
    await workDue(source);
    const before = meter.trips;
    await receive(source, people(100, 1));
    await workDue(source);
    expect(meter.trips - before).toBe(2);
    expect(await statusesOf(source)).toHaveLength(101);
  });

  it("is invalid by itself, and says why", async () => {
    const source = await newSource(client);
    const deep = JSON.parse("[".repeat(33) + "]".repeat(33));
    await receive(source, [{ name: "x".repeat(66_000) }, deep, { city: "Lyon" }, person(1)]);
    await workDue(source);
    const [large, nested, nobody, good] = await deliveriesOf(source);
    expect(large).toMatchObject({ status: "invalid", body: null, bytes: 0 });
    expect(JSON.parse(String(large?.result)).errors.item[0]).toMatch("65536 bytes");
    expect(JSON.parse(String(nested?.result)).errors.item[0]).toMatch("32 levels");
    expect(nobody).toMatchObject({ status: "invalid", body: '{"city":"Lyon"}', lead_id: null });
    expect(JSON.parse(String(nobody?.result)).errors).toHaveProperty("first_name");
    expect(good).toMatchObject({ status: "created" });
  });

  it("is a conflict where it has what two leads have", async () => {
    const source = await newSource(client);
    const [one, other] = [
      await newLead(client, { email: "one@example.com" }),
      await newLead(client, { email: null, phone: "+33639980405" }),
    ];
    await receive(source, [
      { email: "one@example.com", phone: "+33639980405" },
      { name: "New", email: "new@example.com", phone: "+33639980406" },
      { phone: "+33639980406", email: "one@example.com" },
    ]);
    await workDue(source);
    const [first, , last] = await deliveriesOf(source);
    const resultOf = (row: typeof first) => JSON.parse(String(row?.result));
    expect(first).toMatchObject({ status: "conflict", lead_id: null });
    expect(resultOf(first).conflicts).toEqual({ email: one.id });
    const [made] = (await leadsOf()).filter(({ id }: { id: number }) => id > other.id);
    expect(resultOf(last).conflicts).toEqual({ email: one.id });
    expect(made).toMatchObject({ first_name: "New" });
  });
});

it("forgets more keys than come: those of bursts do not add up", async () => {
  const source = await newSource(client);
  await receive(source, people(50));
  const left = await runInDurableObject(inboxOf(source), (_: SourceInbox, { storage }) => {
    storage.sql.exec("update seen set until = 0");
    const waiting = new WaitingItems(storage);
    waiting.done(waiting.next(20, true, Date.now()));
    return storage.sql.exec("select key from seen").toArray().length;
  });
  expect(left).toBe(10);
});

describe("a known lead", () => {
  const known = { first_name: "Maud", email: "maud@example.com", phone: null, warmth: "hot" };
  const item = { name: "Eve", email: "MAUD@example.com", phone: "06 39 98 04 05", city: "Lyon" };
  const warmth = { to: "warmth", from: ["warmth"], default: "cold" };
  const withWarmth = (mapping: object[]) => ({ mapping: [...mapping, warmth] });
  const mapping = withWarmth([
    { to: "first_name", from: ["name"] },
    { to: "email", from: ["email"] },
    { to: "phone", from: ["phone"] },
    { to: "variables.city", from: ["city"] },
    { to: "variables.job", from: ["job"], default: "Baker" },
  ]);

  it.each([
    [
      "all",
      ["email", "first_name", "phone", "variables.city", "variables.job", "warmth"],
      {
        first_name: "Eve",
        phone: "+33639980405",
        warmth: "cold",
        job: "Baker",
        city: "Lyon",
        pipeline_stage: "qualified",
      },
    ],
    [
      "fill",
      ["phone", "variables.city"],
      {
        first_name: "Maud",
        phone: "+33639980405",
        warmth: "hot",
        job: "Chef",
        city: "Lyon",
        pipeline_stage: "new",
      },
    ],
    [
      "none",
      [],
      { first_name: "Maud", phone: null, warmth: "hot", job: "Chef", pipeline_stage: "new" },
    ],
  ])("gets what `update: %s` allows, and tags", async (update, changes, expected) => {
    const tag = await newTag(client, { pipeline_stage: "qualified" });
    const { job, city, ...fields } = expected as Record<string, unknown>;
    const lead = await newLead(client, { ...known, variables: { job: "Chef", pet: "Cat" } });
    const source = await newSource(client, { ...mapping, update, tag_ids: [tag.id] });
    await receive(source, [item]);
    await workDue(source);
    expect(await statusesOf(source)).toEqual([[1, "updated"]]);
    expect((await client.get(`/leads/${lead.id}`)).body.data).toMatchObject({
      ...fields,
      tags: [{ id: tag.id }],
      variables: { job, pet: "Cat", ...(city !== undefined && { city }) },
    });
    expect(await leadsOf()).toHaveLength(1);
    // The events and the bundle know of no other change either.
    const updates = await dataOf(client, "lead.updated");
    expect(updates.flatMap((one) => Object.keys(one.changes)).toSorted()).toEqual(changes);
    const { lead: bundled } = (await client.get(`/leads/${lead.id}/bundle`)).body.data;
    expect(bundled).toMatchObject(fields);
  });

  it("is not in the way of itself: fields that stay are compared with nobody's", async () => {
    await newLead(client, { ...known, phone: "+33639980499" });
    await newLead(client, { email: null, phone: "+33639980405" });
    const source = await newSource(client, { ...mapping, update: "fill", match_by: ["email"] });
    await receive(source, [item]);
    await workDue(source);
    expect(await statusesOf(source)).toEqual([[1, "updated"]]);
  });

  it("is the only one that a source which creates none has to do with", async () => {
    await newLead(client, known);
    const source = await newSource(client, { create: false });
    await receive(source, [{ email: "maud@example.com", city: "Lyon" }, person(1)]);
    await workDue(source);
    expect(await statusesOf(source)).toEqual([
      [1, "updated"],
      [2, "ignored"],
    ]);
    expect(await leadsOf()).toHaveLength(1);
  });
});

describe("what may not be worked yet", () => {
  it("is held while the source is paused, and goes on under its numbers", async () => {
    const source = await newSource(client);
    await pause(source, false);
    await receive(source, people(3));
    await workDue(source);
    expect(await statusesOf(source)).toEqual([1, 2, 3].map((seq) => [seq, "held"]));
    await pause(source, true);
    await receive(source, people(1, 3));
    await workDue(source);
    expect(await statusesOf(source)).toEqual([1, 2, 3, 4].map((seq) => [seq, "created"]));
    expect((await leadsOf()).map(({ first_name }: { first_name: string }) => first_name)).toEqual(
      [3, 2, 1, 0].map((n) => `Lead ${n}`),
    );
    expect(await waitingIn(source)).toEqual([]);
  });

  it("is held until the next day once the quota is spent", async () => {
    await setQuotas(client, { received_per_day: 3 });
    const source = await newSource(client);
    await receive(source, people(5));
    await workDue(source);
    const held = await statusesOf(source);
    expect(held.map(([, status]) => status)).toEqual([...Array(3).fill("created"), "held", "held"]);
    expect(await reachedQuotas(client)).toEqual([{ quota: "received_per_day", limit: 3 }]);
    const yesterday = "update usage_days set day = date('now', '-1 day') where workspace_id = ?";
    await rowsOf(yesterday, client.workspaceId);
    await workDue(source);
    expect((await statusesOf(source)).every(([, status]) => status === "created")).toBe(true);
    expect(await leadsOf()).toHaveLength(5);
  });

  it("fails where a quota keeps its lead away, and keeps no other", async () => {
    await newLead(client, { email: "known@example.com" });
    await setQuotas(client, { leads: 1 });
    const source = await newSource(client);
    await receive(source, [person(1), { email: "known@example.com", city: "Lyon" }, person(2)]);
    await workDue(source);
    const all = await deliveriesOf(source);
    expect(all.map(({ status }) => status)).toEqual(["failed", "updated", "failed"]);
    expect(JSON.parse(String(all[0]?.result)).errors.quota[0]).toMatch("1 leads");
  });
});

it("what waits for a source is emptied where it is about somebody who is erased", async () => {
  const source = await newSource(client);
  await pause(source, false);
  const lead = await newLead(client, {
    ...{ email: "maud@example.com", phone: "+33639980405" },
    ...{ first_name: 'Maud "Mo"', last_name: "Renard" },
  });
  await receive(source, [
    { note: 'MAUD "Mo" Renard has called' },
    { name: "Maud", phone: "06 39 98 04 05" },
    { note: "From MAUD@example.com" },
    { name: "Sam", email: "sam@example.com", phone: "06 39 98 04 06" },
  ]);
  await workDue(source);
  expect((await client.post(`/leads/${lead.id}/erase`)).status).toBe(202);
  const stored = await runInDurableObject(inboxOf(source), (_: SourceInbox, { storage }) =>
    JSON.stringify(storage.sql.exec("select * from items").toArray()),
  );
  expect(stored).toContain("sam@example.com");
  expect(stored).not.toMatch(/maud|04 05/i);
  await pause(source, true);
  await workDue(source);
  expect((await statusesOf(source)).map(([, status]) => status)).toEqual([
    ...["invalid", "invalid", "invalid", "created"],
  ]);
});

it.each(["deleted", "merged"])("a lead that is %s meanwhile has no delivery", async (what) => {
  const source = await newSource(client);
  const merge = (await newLead(client, { email: "maud@example.com" })).id;
  const keep = (await newLead(client, { email: "other@example.com" })).id;
  await receive(source, [{ email: "maud@example.com", city: "Lyon" }]);
  await atCall(source, 3, async (write) => {
    if (what === "deleted") await client.delete(`/leads/${merge}`);
    else await client.post("/leads/merge", { keep, merge });
    return write();
  });
  await workOnce(source);
  const [made] = await leadsOf();
  expect(made).toMatchObject({ email: "maud@example.com", variables: { city: "Lyon" } });
  expect(await deliveriesOf(source)).toMatchObject([{ status: "created", lead_id: made.id }]);
});

it("what is being worked of somebody who is erased is erased with them", async () => {
  const { mapping, matchBy } = kinds.calendly;
  const source = await newSource(client, { mapping, match_by: matchBy }, "calendly");
  const lead = await newLead(client, { email: "maud@example.com", phone: null });
  await receive(source, [calendlyItem("created", { id: "1" })]);
  let erased: Promise<{ status: number }> | undefined;
  await atCall(source, 3, async (write) => {
    erased = client.post(`/leads/${lead.id}/erase`);
    await Promise.race([erased, scheduler.wait(300)]);
    return write();
  });
  await workOnce(source);
  expect((await erased)?.status).toBe(202);
  await workDue(source);
  expect(await leadsOf()).toEqual([]);
});

describe("an object that fails", () => {
  it.each<[string, number, Around]>([
    ["dies before it reads the source", 1, killed.before],
    ["dies before its read", 2, killed.before],
    ["dies after its read", 2, killed.after],
    ["dies before its write", 3, killed.before],
    ["dies after its write", 3, killed.after],
    ["finds D1 away", 3, down],
    ["gets no answer to its write", 3, unanswered],
  ])("doubles nothing where it %s", async (_, call, around) => {
    const source = await newSource(client);
    // A name alone finds nobody: to work it twice would make two leads.
    await receive(source, [{ name: "Maud" }, ...people(2)]);
    await atCall(source, call, around);
    await workOnce(source);
    await receive(source, people(1, 2));
    await atCall(source, 1e9, down);
    await workOnce(source);
    await workOnce(source);
    expect(await statusesOf(source)).toEqual([1, 2, 3, 4].map((seq) => [seq, "created"]));
    expect(await leadsOf()).toHaveLength(4);
    expect(await waitingIn(source)).toEqual([]);
  });

  it("fails the item alone that D1 refuses five times", async () => {
    const source = await newSource(client);
    await testEnv.DB.prepare(
      `create trigger poison before insert on leads when new.first_name = 'Lead 7'
       begin select raise(abort, 'constraint failed: poison'); end`,
    ).run();
    try {
      await receive(source, people(20));
      for (let times = 0; times < 5; times++) {
        await workDue(source);
        await putForward(source);
      }
      // Behind the write of its delivery, the object dies.
      await atCall(source, 1, killed.after);
      for (let times = 0; times < 2; times++) {
        await workOnce(source);
        await putForward(source);
      }
    } finally {
      await testEnv.DB.prepare("drop trigger poison").run();
    }
    const all = await deliveriesOf(source);
    expect(all.filter(({ status }) => status === "created")).toHaveLength(19);
    expect(all[7]).toMatchObject({ seq: 8, status: "failed", body: JSON.stringify(person(7)) });
    expect(await waitingIn(source)).toEqual([]);
  });

  it("goes on holding where it died behind its write", async () => {
    const source = await newSource(client);
    await pause(source, false);
    await receive(source, people(1));
    await atCall(source, 2, killed.after);
    await workOnce(source);
    await receive(source, people(1, 1));
    await workDue(source);
    expect(await statusesOf(source)).toEqual([1, 2].map((seq) => [seq, "held"]));
    await pause(source, true);
    await workDue(source);
    expect(await statusesOf(source)).toEqual([1, 2].map((seq) => [seq, "created"]));
  });

  it("numbers on behind what the database has, once it has lost its storage", async () => {
    const source = await newSource(client);
    await receive(source, people(2));
    await workDue(source);
    await inboxOf(source).clear();
    await receive(source, [person(1), person(2)]);
    await workDue(source);
    expect(await statusesOf(source)).toEqual([
      [1, "created"],
      [2, "created"],
      [3, "unchanged"],
      [4, "created"],
    ]);
  });

  it("empties itself behind a source that is deleted", async () => {
    const source = await newSource(client);
    await rowsOf("delete from sources where id = ?", source.id);
    await receive(source, people(2));
    await workDue(source);
    expect(await waitingIn(source)).toEqual([]);
    expect(await leadsOf()).toEqual([]);
  });

  it("loses nothing while its workspace comes back from a backup", async () => {
    const source = await newSource(client);
    await receive(source, people(2));
    await rowsOf(
      `insert into backups (workspace_id, workspace_name, state, database, created_at, kept_until)
       values (?, '', 'restoring', 'DB', 1, 1)`,
      client.workspaceId,
    );
    await rowsOf("update sources set id = -id where id = ?", source.id);
    await workOnce(source);
    expect(await waitingIn(source)).toHaveLength(2);
    await rowsOf("update sources set id = -id where id = ?", -source.id);
    await rowsOf("delete from backups where workspace_id = ?", client.workspaceId);
    await workDue(source);
    expect(await leadsOf()).toHaveLength(2);
  });
});

it("1,500 items make as many deliveries and leads, though the object is killed ten times", async () => {
  const source = await newSource(client);
  const calls = [2, 5, 1, 9, 3, 4, 2, 7, 6, 3];
  for (const [round, call] of calls.entries()) {
    for (let n = 0; n < 150; n += 75) await receive(source, people(75, 150 * round + n));
    await atCall(source, call, round % 2 === 0 ? killed.before : killed.after);
    await workOnce(source);
  }
  await workDue(source);
  const all = await statusesOf(source);
  expect(all).toEqual(Array.from({ length: 1_500 }, (_, n) => [n + 1, "created"]));
  const [{ n } = { n: 0 }] = await rowsOf<{ n: number }>(
    "select count(*) as n from leads where workspace_id = ?",
    client.workspaceId,
  );
  expect(n).toBe(1_500);
});

it("what comes while the workspace is being moved waits, and is worked in its order", async () => {
  const source = await newSource(client);
  const { db } = scopeOf(client.workspaceId);
  await receive(source, people(1));
  await workDue(source);
  await freeze(db, client.workspaceId);
  for (let n = 1; n < 4; n++)
    expect(await receive(source, people(2, 2 * n))).toEqual({ received: 2, duplicates: 0 });
  await workDue(source);
  expect(await waitingIn(source)).toHaveLength(6);
  await unfreeze(db, client.workspaceId);
  await workDue(source);
  expect(await statusesOf(source)).toEqual([1, 2, 3, 4, 5, 6, 7].map((seq) => [seq, "created"]));
  expect((await leadsOf()).map(({ first_name }: { first_name: string }) => first_name)).toEqual(
    [7, 6, 5, 4, 3, 2, 0].map((n) => `Lead ${n}`),
  );
});

describe("what tells of a booking", () => {
  const bookingsIn = () =>
    rowsOf(
      `select id, lead_id, state, moves, external_id, source_id, datetime(starts_at / 1000, 'unixepoch') as at
       from bookings where workspace_id = ? order by id`,
      client.workspaceId,
    );
  const stageOf = async (id: unknown) =>
    (await client.get(`/leads/${id}`)).body.data.pipeline_stage;
  const { mapping, matchBy } = kinds.calendly;
  const preset = { mapping, match_by: matchBy, update: "fill" };

  it("makes a lead and a booking, which keeps its id when it moves, and goes back", async () => {
    const source = await newSource(client, preset, "calendly");
    await receive(source, [calendlyItem("created", { id: "1" })]);
    await workDue(source);
    const [booking] = await bookingsIn();
    expect(booking).toMatchObject({ state: "booked", source_id: source.id });
    const [lead] = await leadsOf();
    expect(lead).toMatchObject({ first_name: "Maud", phone: "+33639980405", source: "calendly" });
    expect(await stageOf(lead.id)).toBe("call_booked");
    const moved = { id: "2", old: "1", startsAt: "2027-03-04T10:00:00.000000Z" };
    await receive(source, [
      calendlyItem("canceled", { id: "1", rescheduled: true }),
      calendlyItem("created", { ...moved, at: "2026-11-01T10:00:00Z" }),
    ]);
    await workDue(source);
    expect(await bookingsIn()).toMatchObject([
      { id: booking?.id, state: "booked", moves: 1, at: "2027-03-04 10:00:00" },
    ]);
    await receive(source, [calendlyItem("canceled", { id: "2", at: "2026-11-01T11:00:00Z" })]);
    await workDue(source);
    expect(await bookingsIn()).toMatchObject([{ id: booking?.id, state: "cancelled" }]);
    expect(await stageOf(lead.id)).toBe("new");
    expect(await deliveriesOf(source)).toMatchObject(
      [
        ["booked", "created"],
        ["moved", "updated"],
        ["booked", "updated"],
        ["cancelled", "updated"],
      ].map(([fact, status]) => ({ fact, status, lead_id: lead.id, booking_id: booking?.id })),
    );
  });

  it("makes nobody of the end of a booking that is not known, nor of what comes after it", async () => {
    const source = await newSource(client, preset, "calendly");
    await receive(source, [calendlyItem("canceled", { id: "9", email: "eve@example.com" })]);
    await workDue(source);
    expect(await leadsOf()).toEqual([]);
    expect(await deliveriesOf(source)).toMatchObject([
      { fact: "cancelled", status: "ignored", lead_id: null, booking_id: null },
    ]);
    await receive(source, [calendlyItem("created", { id: "9", email: "eve@example.com" })]);
    await workDue(source);
    expect(await bookingsIn()).toMatchObject([{ state: "cancelled" }]);
    expect(await stageOf((await leadsOf())[0].id)).toBe("new");
  });

  it("makes a whole history of one chunk", async () => {
    const source = await newSource(client, preset, "calendly");
    await receive(source, [
      calendlyItem("created", { id: "1" }),
      calendlyItem("created", { id: "2", old: "1", at: "2026-11-01T10:00:00Z" }),
      // The same person, by the phone.
      calendlyItem("created", { id: "5", email: "other@example.com" }),
      calendlyItem("canceled", { id: "2", at: "2026-11-01T11:00:00Z" }),
    ]);
    await workDue(source);
    const all = await deliveriesOf(source);
    expect(all.map(({ status }) => status)).toEqual(["created", "updated", "created", "updated"]);
    expect(await bookingsIn()).toMatchObject([{ state: "cancelled" }, { state: "booked" }]);
    expect(new Set([all[0], all[1], all[3]].map((row) => row?.booking_id)).size).toBe(1);
  });
});
