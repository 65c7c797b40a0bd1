import { beforeAll, describe, expect, it } from "vitest";
import { knownSources } from "#features/imports/sources/known-sources";
import { type Answer, call, make, newWorkspace } from "../support/api";
import { deleteWholly, operate } from "../support/backups";
import { deliveriesOf, inboxOf, incoming, workDue } from "../support/source-inbox";

const PAGE = "https://example.com";
const THANKS = "https://example.com/thanks";
const HTML = "text/html,application/xhtml+xml";
const FORM = "application/x-www-form-urlencoded";

type Request = { method: string; raw?: BodyInit; headers?: Record<string, string> };

/** Requests of anybody to a door, by what is odd about them. */
const REQUESTS: Record<string, Request> = {
  JSON: { method: "POST", raw: "{}", headers: { "Content-Type": "application/json" } },
  "a form": { method: "POST", raw: "name=Maud", headers: { "Content-Type": FORM } },
  "a form of a page": {
    method: "POST",
    raw: "name=Maud",
    headers: { "Content-Type": FORM, Origin: PAGE, Accept: HTML },
  },
  "a form of another page": {
    method: "POST",
    raw: "name=Maud",
    headers: { "Content-Type": FORM, Origin: "https://evil.example", Accept: HTML },
  },
  "no body": { method: "POST" },
  "no JSON": { method: "POST", raw: "{", headers: { "Content-Type": "application/json" } },
  XML: { method: "POST", raw: "<a/>", headers: { "Content-Type": "text/xml" } },
  "101 items": { method: "POST", raw: JSON.stringify(Array(101).fill({})) },
  "1 MiB and a byte": { method: "POST", raw: " ".repeat(1_048_577) },
  ...Object.fromEntries(
    ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"].map((method) => [method, { method }]),
  ),
};

const DEAD = ["unknown", "malformed", "deleted", "rotated", "of a workspace that is gone"];

async function newDoors(): Promise<Record<string, string>> {
  const [client, suspended, gone] = [
    await newWorkspace(),
    await newWorkspace(),
    await newWorkspace(),
  ];
  const newDoor = (input: object = {}, owner = client) =>
    make(owner, "/sources", { kind: "webhook", name: "Page", ...input });
  const form = { origins: [PAGE] };
  const made = {
    webhook: await newDoor(),
    verified: await newDoor({ verification: { scheme: "header", name: "X-Secret" } }),
    calendly: await newDoor({ kind: "calendly" }),
    iclosed: await newDoor({ kind: "iclosed" }),
    form: await newDoor({ kind: "form", form }),
    "form with a page": await newDoor({ kind: "form", form: { ...form, redirect_url: THANKS } }),
    paused: await newDoor({ is_active: false }),
    suspended: await newDoor({}, suspended),
    deleted: await newDoor(),
    rotated: await newDoor(),
    "of a workspace that is gone": await newDoor({}, gone),
  };
  await client.delete(`/sources/${made.deleted.id}`);
  await client.post(`/sources/${made.rotated.id}/rotate-key`, { keep_hours: 0 });
  await operate("POST", `/workspaces/${suspended.workspaceId}/suspend`, { reason: "Unpaid." });
  await deleteWholly(gone.workspaceId);
  knownSources.clear();
  return {
    ...{ unknown: "/in/AAAAAAAAAAAAAAAAAAAAAA", malformed: "/in/x" },
    ...Object.fromEntries(
      Object.entries(made).map(([name, { inbound_url: url }]) => [name, new URL(url).pathname]),
    ),
  };
}

describe("whatever comes to a door", () => {
  let doors: Record<string, string>;
  beforeAll(async () => {
    doors = await newDoors();
  });

  it.each(Object.entries(REQUESTS))(
    "it answers no 410 to %s, nor redirects",
    async (name, sent) => {
      const answers = new Map<string, Answer>();
      for (const [door, path] of Object.entries(doors))
        answers.set(door, await call(sent.method, path, sent));
      const led = [...answers].filter(([, { status, headers }]) => {
        expect(status).not.toBe(410);
        return (status >= 300 && status < 400) || headers.has("Location");
      });
      const isLed = name === "a form of a page";
      expect(led.map(([door]) => door)).toEqual(isLed ? ["form with a page"] : []);
      for (const [, { headers }] of led) expect(headers.get("Location")).toBe(THANKS);
      // Nobody learns of a key more than that it opens nothing.
      const dead = DEAD.map((door) => {
        const { status, headers, text } = answers.get(door)!;
        const others = [...headers].filter(([header]) => header !== "x-request-id");
        return JSON.stringify([status, others.toSorted(), text]);
      });
      expect(new Set(dead).size).toBe(1);
    },
  );
});

describe("the doors of two workspaces", () => {
  const email = "maud@example.com";
  const newOwner = async () => {
    const client = await newWorkspace();
    const door = await make(client, "/sources", { kind: "webhook", name: "Page" });
    const send = async () => {
      const options = { json: { email }, headers: { "Idempotency-Key": "once" } };
      return (await call("POST", new URL(door.inbound_url).pathname, options)).body;
    };
    return { client, id: door.id as number, send };
  };

  it("have nothing in common: no lead, no delivery, no duplicate, no erasure", async () => {
    const [one, other] = [await newOwner(), await newOwner()];
    await other.client.put(`/sources/${other.id}`, { name: "Page", is_active: false });
    for (const { send } of [one, other])
      expect(await send()).toEqual({ received: 1, duplicates: 0 });
    for (const door of [one, other]) await workDue(door);
    const [lead, ...more] = (await one.client.get("/leads")).body.data;
    expect([lead.email, more]).toEqual([email, []]);
    expect((await other.client.get("/leads")).body.data).toEqual([]);
    expect((await one.client.post(`/leads/${lead.id}/erase`)).status).toBe(202);
    await other.client.put(`/sources/${other.id}`, { name: "Page", is_active: true });
    await workDue(other);
    expect((await other.client.get("/leads")).body.data).toMatchObject([{ email }]);
    expect(await deliveriesOf(other)).toMatchObject([{ status: "created" }]);
  });

  it("have objects that work for their own alone", async () => {
    const [one, other] = [await newOwner(), await newOwner()];
    const confused = { sourceId: one.id, workspaceId: other.client.workspaceId };
    await inboxOf(one).receive(confused, [await incoming({ email })], 1);
    await workDue({ ...one, client: other.client });
    for (const door of [one, other]) {
      expect((await door.client.get("/leads")).body.data).toEqual([]);
      expect(await deliveriesOf(door)).toEqual([]);
    }
  });
});
