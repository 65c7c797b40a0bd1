import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Client, newLead, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { newImport } from "../support/import-files";
import { seedLeads } from "../support/seed";
import { serve } from "../support/serve";

// The work that a workspace has under way in an isolate: files and bodies that come, lists and
// bundles that go.

let client: Client;

beforeEach(async () => {
  client = await newWorkspace();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A body of which some has come, and the rest comes when the test says so. */
function slowBody(text = "ext_id\nx1\n") {
  let sender: ReadableStreamDefaultController<Uint8Array> | undefined;
  const asked = Promise.withResolvers<void>();
  let isSent = false;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      sender = controller;
    },
    pull(controller) {
      if (isSent) return asked.resolve();
      controller.enqueue(new TextEncoder().encode(text));
      isSent = true;
    },
  });
  return {
    body,
    /** The service waits for more. */
    asked: asked.promise,
    more: () => sender?.enqueue(new TextEncoder().encode("x")),
    end: () => sender?.close(),
    breakOff: () => sender?.error(new Error("Network connection lost.")),
  };
}

type Sending = { client: Client; part: number; raw: BodyInit };

const TYPE = { headers: { "Content-Type": "text/csv" } };
const uploads: Record<string, (sending: Sending) => ReturnType<Client["post"]>> = {
  "a file of leads": ({ client, raw }) => client.post("/imports", undefined, { raw, ...TYPE }),
  "a part of one": ({ client, raw, part }) =>
    client.put(`/imports/${part}/parts/1`, undefined, { raw, ...TYPE }),
  "a medium": ({ client, raw }) => client.post("/media", undefined, { raw, ...TYPE }),
};
const kinds = Object.entries(uploads);

describe.each(kinds)("%s", (_, send) => {
  let part: number;

  beforeEach(async () => {
    part = (await newImport(client, "")).id;
  });

  const keys = async () => (await testEnv.FILES.list()).objects.map(({ key }) => key);

  it("is refused as the fifth that a workspace sends at a time", async () => {
    const slow = Array.from({ length: 4 }, () => slowBody());
    const sent = slow.map(({ body }, at) =>
      kinds[at % kinds.length]![1]({ client, part, raw: body }),
    );
    await Promise.all(slow.map(({ asked }) => asked));
    const refused = await send({ client, part, raw: "ext_id\nx1\n" });
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "5"]);
    const other = await newWorkspace();
    expect((await newImport(other, "ext_id\nx1\n")).state).toBe("ready");
    slow[0]?.breakOff();
    await sent[0];
    expect((await send({ client, part, raw: "ext_id\nx1\n" })).status).toBeLessThan(300);
    for (const { end } of slow.slice(1)) end();
    expect((await Promise.all(sent)).map(({ status }) => status >= 300)).toEqual([
      ...[true, false, false, false],
    ]);
  });

  it("that sends nothing for 30 s is given up, and leaves nothing", async () => {
    const before = await keys();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const slow = slowBody();
    const sending = send({ client, part, raw: slow.body });
    await slow.asked;
    await vi.advanceTimersByTimeAsync(30_000);
    const { status, body } = await sending;
    vi.useRealTimers();
    expect([status, body.code]).toEqual([408, "timed_out"]);
    expect(await keys()).toEqual(before);
  });

  it("that its client breaks off is no outage of the database", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const slow = slowBody();
    const sending = send({ client, part, raw: slow.body });
    await slow.asked;
    slow.breakOff();
    const { status, body } = await sending;
    expect([status, body.errors]).toEqual([422, { body: ["The request body is cut off."] }]);
    expect(log.mock.calls).toEqual([]);
  });
});

it("a file that comes slowly counts until it has come", async () => {
  const part = 0;
  const slow = Array.from({ length: 4 }, () => slowBody());
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
  });
  const sent = slow.map(({ body }) => uploads["a file of leads"]?.({ client, part, raw: body }));
  await Promise.all(slow.map(({ asked }) => asked));
  for (let seconds = 0; seconds < 75; seconds += 25) {
    await vi.advanceTimersByTimeAsync(25_000);
    for (const { more } of slow) more();
  }
  const refused = await client.post("/imports", undefined, { raw: "ext_id\nx1\n", ...TYPE });
  expect(refused.status).toBe(429);
  for (const { end } of slow) end();
  await Promise.all(sent);
});

it("JSON that its client breaks off is no outage of the database", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const slow = slowBody('{"label":');
  const sending = client.post("/tags", undefined, {
    raw: slow.body,
    headers: { "Content-Type": "application/json" },
  });
  await slow.asked;
  slow.breakOff();
  expect((await sending).body.errors).toEqual({ body: ["The request body is cut off."] });
  expect(log.mock.calls).toEqual([]);
});

describe("JSON that comes slowly", () => {
  const JSON_TYPE = { "Content-Type": "application/json" };
  const post = (raw: BodyInit, headers = {}, path = "/leads/batch") =>
    client.post(path, undefined, { raw, headers: { ...JSON_TYPE, ...headers } });

  it.each([
    ["of unknown length", {}],
    ["of known length", { "Content-Length": "20" }],
  ])("%s, and of which nothing comes for 30 s, is given up", async (_, headers) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const slow = slowBody('{"label":');
    const sending = post(slow.body, headers, "/tags");
    await slow.asked;
    await vi.advanceTimersByTimeAsync(29_000);
    slow.more();
    await vi.advanceTimersByTimeAsync(29_000);
    const early = await Promise.race([sending, "still reading"]);
    await vi.advanceTimersByTimeAsync(1_000);
    const { status, body } = await sending;
    vi.useRealTimers();
    expect([early, status, body.code]).toEqual(["still reading", 408, "timed_out"]);
    expect((await client.get("/tags")).body.data).toEqual([]);
  });

  it("is given up by the MCP server, too", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const slow = slowBody("{");
    const headers = { ...JSON_TYPE, Authorization: `Bearer ${client.token}` };
    const init = { method: "POST", headers, body: slow.body };
    const sending = serve(new Request("http://localhost/mcp", init));
    await slow.asked;
    await vi.advanceTimersByTimeAsync(30_000);
    expect((await sending).status).toBe(408);
  });

  it("is one of four large bodies of a workspace at a time", async () => {
    const large = " ".repeat(256 * 1_024 + 1);
    const slow = Array.from({ length: 4 }, () => slowBody(large));
    const sent = slow.map(({ body }) => post(body));
    await Promise.all(slow.map(({ asked }) => asked));
    const refused = await post(large);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "5"]);
    expect((await post("{}", {}, "/tags")).status).toBe(422);
    slow[0]?.breakOff();
    await sent[0];
    expect((await post(large)).status).toBe(422);
    for (const { end } of slow.slice(1)) end();
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([422, 422, 422, 422]);
  });

  const FROM = { ...JSON_TYPE, "CF-Connecting-IP": "203.0.113.7" };
  const direct = (path: string, headers: HeadersInit, body: BodyInit) =>
    serve(new Request(`http://localhost${path}`, { method: "POST", headers, body }));

  it.each([
    [
      "to the MCP server",
      "/mcp",
      () => ({ ...JSON_TYPE, Authorization: `Bearer ${client.token}` }),
    ],
    ["from an address, to a platform's webhook", "/webhooks/whatsapp/1", () => FROM],
  ])("is one of four large bodies %s, too", async (_, path, headers) => {
    const large = " ".repeat(256 * 1_024 + 1);
    const slow = Array.from({ length: 4 }, () => slowBody(large));
    const sent = slow.map(({ body }) => direct(path, headers(), body));
    await Promise.all(slow.map(({ asked }) => asked));
    const refused = await direct(path, headers(), large);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "5"]);
    expect((await direct(path, headers(), "{}")).status).not.toBe(429);
    for (const { end } of slow) end();
    await Promise.all(sent);
    expect((await direct(path, headers(), large)).status).not.toBe(429);
  });

  it("counts as a large one once it has come for 10 s", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const slow = Array.from({ length: 5 }, () => slowBody("{"));
    const sent = slow.map(({ body }) => post(body));
    await Promise.all(slow.map(({ asked }) => asked));
    await vi.advanceTimersByTimeAsync(11_000);
    for (const { more } of slow) more();
    expect((await Promise.race(sent)).status).toBe(429);
    for (const { breakOff } of slow) breakOff();
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status).sort()).toEqual([422, 422, 422, 422, 429]);
  });
});

describe("a stream of a workspace", () => {
  let leadId: number;
  const LINES = "application/x-ndjson";

  beforeEach(async () => {
    await seedLeads(client.workspaceId, 2_100);
    leadId = (await newLead(client)).id;
  });

  const open = (path: string, accept: string, method = "GET") =>
    serve(
      new Request(`http://localhost/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${client.token}`, Accept: accept },
      }),
    );
  const status = async (path: string, accept: string) => {
    const response = await open(path, accept);
    await response.body?.cancel();
    return response.status;
  };

  it("is one of four at a time: until one has ended or its client is gone", async () => {
    const bundle = `/leads/${leadId}/bundle`;
    const opened = [
      await open("/leads", LINES),
      await open("/leads", "text/csv"),
      await open("/leads/export", LINES),
      await open(bundle, "application/json"),
    ];
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const refused = await client.get("/leads", undefined, { headers: { Accept: LINES } });
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "5"]);
    expect(await status(bundle, "text/html")).toBe(429);
    expect((await client.get("/leads")).status).toBe(200);
    const other = await newWorkspace();
    const others = await other.get("/leads", undefined, { headers: { Accept: LINES } });
    expect(others.status).toBe(200);
    await opened[0]?.body?.cancel();
    expect(await status("/leads", LINES)).toBe(200);
    const again = await open("/leads", LINES);
    expect(await status("/leads", LINES)).toBe(429);
    for (const one of [again, ...opened.slice(1)]) await one.text();
    expect(await status("/leads", LINES)).toBe(200);
  });

  it("is not counted for HEAD, nor where it can't begin", async () => {
    for (let n = 0; n < 5; n++) {
      expect((await open(`/leads/${leadId}/bundle`, "*/*", "HEAD")).status).toBe(200);
      expect(await status("/leads?warmth=boiling", LINES)).toBe(422);
    }
    expect(await status("/leads", LINES)).toBe(200);
  });
});
