import { beforeAll, describe, expect, it } from "vitest";
import { knownSources } from "#features/imports/sources/known-sources";
import { type Client, call, newLead, newWorkspace } from "../support/api";
import { meterOf } from "../support/meter";
import { serve } from "../support/serve";
import { newDoor } from "../support/source-doors";
import { deliveriesOf, workDue } from "../support/source-inbox";

const PAGE = "https://example.com";
let client: Client;
beforeAll(async () => {
  client = await newWorkspace({ default_country: "FR" });
});

async function newForm(form: object = {}) {
  const input = { kind: "form", form: { origins: [PAGE], ...form } };
  const { post, send, ...door } = await newDoor(client, input);
  return {
    ...door,
    post: (json: unknown, headers: object = {}) => post(json, { Origin: PAGE, ...headers }),
    send: (fields: Record<string, string>, headers: object = {}) =>
      send(new URLSearchParams(fields), { Origin: PAGE, ...headers }),
    ask: (headers: Record<string, string>) =>
      serve(new Request(`http://localhost${door.path}`, { method: "OPTIONS", headers })),
  };
}

const PREFLIGHT = { "Access-Control-Request-Method": "POST" };

/** The parts of an answer that all can see. */
const shown = ({ status, headers, text }: Awaited<ReturnType<typeof call>>) => {
  const others = [...headers].filter(([name]) => name !== "x-request-id");
  return JSON.stringify([status, others.toSorted(), text]);
};

describe("the door of a form", () => {
  it("takes what a page of its origins sends, with and without asking before", async () => {
    const form = await newForm();
    const asked = await form.ask({ ...PREFLIGHT, Origin: PAGE });
    expect(asked.status).toBe(204);
    expect(Object.fromEntries(asked.headers)).toMatchObject({
      "access-control-allow-origin": PAGE,
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "Content-Type, Idempotency-Key",
      vary: "Origin",
    });
    const sent = await form.post({ name: "Maud Renard", email: "maud@example.com" });
    expect([sent.status, sent.body]).toEqual([202, { received: 1, duplicates: 0 }]);
    expect(sent.headers.get("Access-Control-Allow-Origin")).toBe(PAGE);
    expect(sent.headers.get("Vary")).toBe("Origin");
    expect(sent.headers.has("Access-Control-Allow-Credentials")).toBe(false);
    await workDue(form);
    expect(await deliveriesOf(form)).toMatchObject([{ status: "created" }]);
  });

  it.each([
    ["another", "https://evil.example"],
    ["a subdomain", "https://www.example.com"],
    ["another port", "https://example.com:8443"],
    ["another scheme", "http://example.com"],
    ["null", "null"],
  ])("refuses %s", async (_, origin) => {
    const form = await newForm();
    const refused = await form.post({ name: "Eve" }, { Origin: origin });
    const asked = await form.ask({ ...PREFLIGHT, Origin: origin });
    for (const { status, headers } of [refused, asked]) {
      expect(status).toBe(403);
      expect(headers.has("Access-Control-Allow-Origin")).toBe(false);
      expect(headers.get("Vary")).toBe("Origin");
    }
    await workDue(form);
    expect(await deliveriesOf(form)).toEqual([]);
  });

  it("refuses who names no origin, and asks for other sources", async () => {
    const form = await newForm();
    expect((await call("POST", form.path, { json: { name: "Eve" } })).status).toBe(403);
    expect((await form.ask(PREFLIGHT)).status).toBe(403);
    const other = await newDoor(client);
    const url = `http://localhost${other.path}`;
    const headers = { ...PREFLIGHT, Origin: PAGE };
    const asked = await serve(new Request(url, { method: "OPTIONS", headers }));
    expect([asked.status, asked.headers.has("Access-Control-Allow-Origin")]).toEqual([403, false]);
    expect((await serve(new Request(`${url}x`, { method: "OPTIONS", headers }))).status).toBe(404);
  });

  it("leads a browser that has sent the form itself on to its page, and no script", async () => {
    const redirect_url = "https://example.com/thanks?from=form";
    const form = await newForm({ redirect_url });
    const led = await form.send(
      { name: "Maud" },
      { Accept: "text/html,application/xhtml+xml,*/*" },
    );
    expect([led.status, led.headers.get("Location")]).toEqual([303, redirect_url]);
    expect((await form.send({ name: "Sam" }, { Accept: "*/*" })).status).toBe(202);
    const plain = await newForm();
    expect((await plain.send({ name: "Maud" }, { Accept: "text/html" })).status).toBe(202);
  });

  it("answers the same whatever is known, and whatever becomes of it", async () => {
    const form = await newForm({ honeypot: "website" });
    await newLead(client, { email: "known@example.com" });
    const left = await newLead(client, { email: "left@example.com" });
    await client.post(`/leads/${left.id}/opt-out`);
    const bodies = [
      { email: "known@example.com" },
      { email: "known@example.com" },
      { email: "stranger@example.com" },
      { email: "left@example.com" },
      { email: "no address" },
      { email: "robot@example.com", website: "x" },
      { nothing: true },
    ];
    const answers = [];
    for (const body of bodies) answers.push(shown(await form.post(body)));
    expect(new Set(answers).size).toBe(1);
    await workDue(form);
    expect((await deliveriesOf(form)).map(({ status }) => status)).toEqual([
      ...["unchanged", "created", "unchanged", "created", "spam", "invalid"],
    ]);
  });

  it("takes one submission at a time, and 30 of an address in a minute", async () => {
    const form = await newForm();
    expect((await form.post([{ name: "A" }, { name: "B" }])).status).toBe(422);
    const keys = new Set<string>();
    const FORM_LIMITER = {
      limit: async ({ key }: { key: string }) => ({ success: keys.size < 2 && !!keys.add(key) }),
    };
    const from = (address: string) =>
      call("POST", form.path, {
        json: { name: address },
        headers: { Origin: PAGE, "CF-Connecting-IP": address },
        fetcher: (request) => serve(request, { FORM_LIMITER }),
      });
    expect((await from("2001:db8:1:2::1")).status).toBe(202);
    expect((await from("2001:db8:1:2:ffff::9")).status).toBe(202);
    expect(keys.size).toBe(1);
    expect((await from("192.0.2.7")).status).toBe(202);
    const refused = await from("192.0.2.8");
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "60"]);
    expect(refused.headers.get("Access-Control-Allow-Origin")).toBe(PAGE);
    expect([...keys].some((key) => key.includes("192.0.2"))).toBe(false);
  });

  it("asks no database where it knows the source", async () => {
    const form = await newForm();
    knownSources.clear();
    const send = (name: string) =>
      meterOf((fetcher) =>
        call("POST", form.path, { json: { name }, headers: { Origin: PAGE }, fetcher }),
      );
    expect((await send("First")).trips).toBe(2);
    expect((await send("Second")).trips).toBe(0);
  });
});

it("a form's key opens nothing but its door", async () => {
  const form = await newForm();
  const key = form.path.slice("/in/".length);
  for (const [method, path] of [
    ["GET", "/v1/leads"],
    ["GET", "/v1/sources"],
    ["PUT", `/v1/sources/${form.id}`],
    ["GET", `/v1/sources/${form.id}/deliveries`],
  ] as const)
    expect(
      (await call(method, path, { token: key, ...(method === "PUT" && { json: {} }) })).status,
    ).toBe(401);
  const link = await serve(new Request(`http://localhost${form.path}`));
  expect(link.status).toBe(404);
});
