import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { CALLS_PER_MINUTE, MAX_WAITING } from "#domain/sources";
import type { SourceInbox } from "#features/imports/sources/inbox/object";
import { knownSources } from "#features/imports/sources/known-sources";
import { cleanUp } from "#features/operations/chunks/clean-ups";
import { DAY_MS, HOUR_MS, nextDay } from "#lib/time";
import { type Client, call, newShortLink, newWorkspace } from "../support/api";
import { calendlyItem } from "../support/calendly-items";
import { atTime, later } from "../support/clicks";
import { testEnv } from "../support/env";
import { dataOf } from "../support/events";
import { brokenDatabase, meterOf, serveWith } from "../support/meter";
import { rowsOf } from "../support/rows";
import { databaseOf } from "../support/scope";
import { type Door, newDoor } from "../support/source-doors";
import { deliveriesOf, inboxOf, workDue } from "../support/source-inbox";

let client: Client;
beforeAll(async () => {
  client = await newWorkspace({ default_country: "FR" });
});

const statusesOf = async (source: Door) => {
  await workDue(source);
  return (await deliveriesOf(source)).map(({ status }) => status);
};

describe("the door of a source", () => {
  it("stores what comes, and says what is new", async () => {
    const door = await newDoor(client, { items: "people" });
    const maud = { name: "Maud Renard", email: "maud@example.com" };
    const { status, body } = await door.post({ people: [maud, maud, { name: "Sam" }] });
    expect([status, body]).toEqual([202, { received: 2, duplicates: 1 }]);
    const form = new URLSearchParams({ name: "Ana", email: "ana@example.com" });
    expect((await door.send(form)).body).toEqual({ received: 1, duplicates: 0 });
    expect(await statusesOf(door)).toEqual(["created", "created", "created"]);
    const { body: found } = await client.get("/leads?search=maud@example.com");
    expect(found.data).toMatchObject([{ first_name: "Maud", last_name: "Renard" }]);
  });

  it("asks no database where it knows the source, and stores while none can be reached", async () => {
    const door = await newDoor(client);
    const send = (json: object) => (fetcher: (request: Request) => Promise<Response>) =>
      call("POST", door.path, { json, fetcher });
    knownSources.clear();
    expect((await meterOf(send({ name: "First" }))).trips).toBe(2);
    expect((await meterOf(send({ name: "Second" }))).trips).toBe(0);
    // Behind the answer: who sends in a row never waits for D1.
    expect((await later(7_000, () => meterOf(send({ name: "Renewed" })))).trips).toBe(2);
    const withoutD1 = (name: string) => send({ name })(serveWith(brokenDatabase()));
    expect((await withoutD1("Third")).status).toBe(202);
    const answer = await later(HOUR_MS, () => withoutD1("Fourth"));
    expect(answer.status).toBe(202);
  });

  it("answers unknown, malformed, deleted and ended keys alike", async () => {
    const [deleted, rotated] = [await newDoor(client), await newDoor(client)];
    await client.delete(`/sources/${deleted.id}`);
    await client.post(`/sources/${rotated.id}/rotate-key`, { keep_hours: 0 });
    const paths = [
      ...[deleted.path, rotated.path, "/in/AAAAAAAAAAAAAAAAAAAAAA", "/in/x"],
      ...["/in/%00", `${rotated.path}x`],
    ];
    const answers = await Promise.all(paths.map((path) => call("POST", path, { json: {} })));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });

  it("keeps a key and a secret of before for the hours that it was given", async () => {
    const door = await newDoor(client, { verification: { scheme: "header", name: "X-Secret" } });
    const { body } = await client.post(`/sources/${door.id}/rotate-secret`, { keep_hours: 2 });
    await client.post(`/sources/${door.id}/rotate-key`, { keep_hours: 1 });
    knownSources.clear();
    const post = async (secret: string) =>
      (await door.post({ name: "Maud" }, { "X-Secret": secret })).status;
    expect([await post(door.secret), await post(body.data.secret)]).toEqual([202, 202]);
    await later(3_600_001, async () => expect(await post(door.secret)).toBe(404));
  });

  it("stores nothing that is not verified, and counts what it has refused", async () => {
    const door = await newDoor(client, { verification: { scheme: "header", name: "X-Secret" } });
    const fetcher = serveWith(testEnv.DB);
    const post = (secret: string) =>
      call("POST", door.path, { json: { name: "Eve" }, headers: { "X-Secret": secret }, fetcher });
    const refuse = (time: number) =>
      atTime(time, async () => expect((await post("wrong")).status).toBe(401));
    const shown = async () => (await client.get(`/sources/${door.id}`)).body.data;
    const failing = async () =>
      (await dataOf(client, "source.failing")).filter(({ source_id: id }) => id === door.id);
    const noon = nextDay(Date.now()) - DAY_MS / 2;
    for (const _ of ["first", "second", "third"]) await refuse(noon);
    expect(await shown()).toMatchObject({ rejected_count: 1 });
    await refuse(noon + 61_000);
    expect(await shown()).toMatchObject({ rejected_count: 4 });
    expect(await failing()).toEqual([{ source_id: door.id, name: "Landing page" }]);
    await refuse(noon + DAY_MS);
    expect(await failing()).toHaveLength(2);
    expect((await post(door.secret)).status).toBe(202);
    expect(await statusesOf(door)).toEqual(["created"]);
  });

  it("verifies by a secret that has changed elsewhere, and asks again once a second", async () => {
    const door = await newDoor(client, { verification: { scheme: "header", name: "X-Secret" } });
    const key = door.path.slice(4);
    const send = async (secret: string) => {
      let status = 0;
      const { trips } = await meterOf(async (fetcher) => {
        const headers = { "X-Secret": secret };
        ({ status } = await call("POST", door.path, { json: { name: "Maud" }, headers, fetcher }));
      });
      return [status, trips];
    };
    expect((await send(door.secret))[0]).toBe(202);
    const before = knownSources.peek(key, Date.now())!;
    const rotated = await client.post(`/sources/${door.id}/rotate-secret`, { keep_hours: 0 });
    // Another isolate has not heard of it.
    const forget = () =>
      knownSources.get(
        key,
        Date.now(),
        async () => before,
        () => {},
      );
    await forget();
    expect(await send(rotated.body.data.secret)).toEqual([202, 2]);
    await forget();
    const soon = Date.now() + 5_000;
    await atTime(soon, async () => {
      expect((await send(door.secret))[0]).toBe(401);
      for (const _ of ["second", "third"]) expect(await send("wrong")).toEqual([401, 0]);
      expect(await send(rotated.body.data.secret)).toEqual([202, 0]);
    });
    await atTime(soon + 1_000, async () => expect(await send("wrong")).toEqual([401, 2]));
  });

  it("knows one event of Calendly's again, however often it comes", async () => {
    const door = await newDoor(client, {
      kind: "calendly",
      verification: { scheme: "none" },
      mapping: [],
    });
    const created = calendlyItem("created", { id: "1" });
    for (let times = 0; times < 5; times++) await door.post({ ...created, created_at: `${times}` });
    await door.post(calendlyItem("canceled", { id: "1" }));
    const noShow = { ...created.payload, no_show: { uri: "https://api.calendly.com/no_shows/1" } };
    await door.post({ ...created, event: "invitee_no_show.created", payload: noShow });
    await workDue(door);
    expect(await deliveriesOf(door)).toMatchObject([
      { fact: "booked" },
      { fact: "cancelled" },
      { fact: "no_show" },
    ]);
  });

  it("leaves bookings that go on, once its source is deleted, and other ids for 90 days", async () => {
    const door = await newDoor(client, {
      kind: "calendly",
      verification: { scheme: "none" },
      mapping: undefined,
    });
    await door.post(calendlyItem("created", { id: "81", email: "left@example.com" }));
    await door.post(calendlyItem("canceled", { id: "82" }));
    await workDue(door);
    await client.delete(`/sources/${door.id}`);
    const listed = (await client.get(`/bookings?source_id=${door.id}`)).body.data;
    expect(listed).toMatchObject([{ source_id: door.id, state: "booked" }]);
    const path = `/bookings/${listed[0].id}`;
    expect((await client.patch(path, { state: "no_show" })).body.data.state).toBe("no_show");
    const refs = () =>
      rowsOf("select booking_id as id from booking_refs where source_id = ?", door.id);
    const pruned = async () => {
      await rowsOf("update booking_refs set at = 1 where source_id = ?", door.id);
      await cleanUp(testEnv, databaseOf(), 900);
      return refs();
    };
    expect(await refs()).toHaveLength(2);
    expect(await pruned()).toEqual([{ id: listed[0].id }]);
    await client.delete(path);
    expect(await refs()).toEqual([{ id: null }]);
    expect(await pruned()).toEqual([]);
  });
});

describe("the bounds of a door", () => {
  it("are 1 MiB and 100 items of a body; an item over its own harms no other", async () => {
    const door = await newDoor(client);
    const people = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `N ${n}` }));
    const padded = (bytes: number) => `${" ".repeat(bytes - 2)}{}`;
    expect((await door.send(padded(1_048_577))).status).toBe(413);
    expect((await door.send(padded(1_048_576))).status).toBe(202);
    expect((await door.post(people(101))).status).toBe(422);
    const deep = "[".repeat(33) + "]".repeat(33);
    const bad = [`"${"x".repeat(65_535)}"`, deep, '{"a\\\\b":1}', '{"__proto__":{"name":"x"}}'];
    const { body } = await door.send(`[${[...bad, '{"name":"Good"}'].join()}]`);
    expect(body).toEqual({ received: 5, duplicates: 0 });
    const invalid = Array.from({ length: 5 }, () => "invalid");
    expect(await statusesOf(door)).toEqual([...invalid, "created"]);
  });

  it.each([
    ["text/xml", "<a/>", 415],
    ["application/json", "{", 422],
    ["application/json", "", 422],
    ["multipart/form-data", "x", 422],
  ])("refuse a body of %s such as %j", async (type, raw, status) => {
    const door = await newDoor(client);
    const answer = await door.send(raw, { "Content-Type": type });
    expect(answer.status).toBe(status);
    expect(await statusesOf(door)).toEqual([]);
  });

  it("are 600 calls a minute", async () => {
    const door = await newDoor(client);
    await runInDurableObject(inboxOf(door), (inbox: SourceInbox) => inbox.wake(door.id, 1));
    const place = { sourceId: door.id, workspaceId: client.workspaceId };
    for (let n = 0; n < CALLS_PER_MINUTE - 1; n++) await inboxOf(door).receive(place, [], 1);
    expect((await door.post({ name: "600" })).status).toBe(202);
    const { status, headers } = await door.post({ name: "601" });
    expect([status, headers.get("Retry-After")]).toEqual([429, "60"]);
  });

  it("are 10,000 items that wait", async () => {
    const door = await newDoor(client, { is_active: false });
    await door.post({ name: "1" });
    await workDue(door);
    await runInDurableObject(inboxOf(door), (_: SourceInbox, { storage }) => {
      storage.sql.exec(
        `insert into items (seq, received_at, body, bytes, is_held)
         with recursive n (seq) as (select 2 union all select seq + 1 from n where seq < ?)
         select seq, 1, '{}', 2, 1 from n`,
        MAX_WAITING - 1,
      );
      storage.sql.exec("update numbers set last = ?", MAX_WAITING - 1);
    });
    await evictDurableObject(inboxOf(door));
    expect((await door.post({ name: "10,000" })).status).toBe(202);
    const { status, headers } = await door.post({ name: "10,001" });
    expect([status, headers.get("Retry-After")]).toEqual([503, "60"]);
    expect((await door.post({ name: "1" })).body).toEqual({ received: 0, duplicates: 1 });
    await inboxOf(door).clear();
  });
});

describe("the slug `in`", () => {
  it("is nobody's any more; a link that has it keeps its visits", async () => {
    const link = await newShortLink(client);
    const refused = await client.put(`/short-links/${link.id}`, { ...link, slug: "In" });
    expect(refused.status).toBe(422);
    await rowsOf("update short_links set slug = 'in', slug_key = 'in' where id = ?", link.id);
    await rowsOf("update slugs set slug_key = 'in' where short_link_id = ?", link.id);
    const { status, headers } = await call("GET", "/in");
    expect([status, headers.get("Location")]).toEqual([302, "https://example.com/"]);
  });
});
