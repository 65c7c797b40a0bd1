import { mkdtemp, rm } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { serveDemo } from "./support/demo.mjs";

// The Worker's answers while its modules can't be loaded, as in the moment of a deployment.

const TOKEN = "lea_demo-token-of-atelier-horizon-0123456789abc";
const headers = { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" };
const LOADED_BY_VISITS = ["index.js", "visits.js"];
const BROWSER = { "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari" };

const modules = inject("modules");
type Module = (typeof modules)[number];

let folder: string;
let service: Awaited<ReturnType<typeof serveDemo>>;
let links: { id: number; url: string }[];
const lines: string[] = [];

const logged = (text: string) => lines.filter((line) => line.includes(text)).length;

async function api(method: string, path: string, body?: object) {
  const answer = await fetch(`${service.origin}/v1${path}`, {
    ...{ method, headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data, message } = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${message}`);
  return data;
}

const visit = (url: string, init: RequestInit = {}) =>
  fetch(new URL(url, service.origin), { redirect: "manual", headers: BROWSER, ...init });

/** Other modules in place of some. */
const replacing = (contentOf: (module: Module) => string | undefined) =>
  modules.map((module) => ({ ...module, contents: contentOf(module) ?? module.contents }));
const without = (isGone: (path: string) => boolean) =>
  replacing(({ path }) => (isGone(path) ? 'throw new Error("no such module");' : undefined));

const noted = replacing(({ path, contents }) =>
  path === "app.js" ? `${contents}\nconsole.log("app.js is loaded");` : undefined,
);

beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/loading-`);
  service = await serveDemo({
    worker: inject("worker"),
    modules: noted,
    folder,
    onLog: ({ message }: { message: string }) => lines.push(message),
  });
  await Promise.all(Array.from({ length: 20 }, () => api("GET", "/me")));
  const send = async (destination: string) => {
    const link = await api("POST", "/short-links", { destination_url: destination });
    const { url } = await api("POST", `/short-links/${link.id}/sends`, { lead_id: 1 });
    return { id: link.id, url };
  };
  links = [
    await send("https://example.com/plain"),
    await send("https://example.com/?id={{lead_id}}"),
  ];
});

afterAll(async () => {
  await service.dispose();
  await rm(folder, { recursive: true, force: true });
});

it("loads a module once, however many ask for it at once", () => {
  expect(logged("app.js is loaded")).toBe(1);
});

describe("without any module but the entry's", () => {
  beforeAll(() => service.replace(without((path) => !LOADED_BY_VISITS.includes(path))));

  it("visits are answered, and odd ones too", async () => {
    const statuses = async (path: string) => [
      (await visit(path)).status,
      (await visit(path, { method: "HEAD" })).status,
    ];
    expect(await statuses("/guide")).toEqual([302, 302]);
    expect(await statuses("/early-bird")).toEqual([410, 410]);
    expect(await statuses("/no-such-link")).toEqual([404, 404]);
    expect(await statuses(`/${"x".repeat(10_000)}`)).toEqual([404, 404]);
    expect(await statuses(`/guide${"/".repeat(1_000)}`)).toEqual([302, 302]);
    expect(await statuses(`/${"a/".repeat(1_000)}`)).toEqual([404, 404]);
    expect(await statuses(`/guide/${"t".repeat(15_000)}`)).toEqual([302, 302]);
    const to = async ({ url }: { url: string }) => (await visit(url)).headers.get("Location");
    expect(await Promise.all(links.map(to))).toEqual([
      "https://example.com/plain",
      "https://example.com/?id=1",
    ]);
  });

  it("all else is a 503 that says when to try again, and is logged by its id", async () => {
    for (const [method, path] of [
      ["GET", "/v1/me"],
      ["POST", "/guide"],
      ["GET", "/docs"],
      ["POST", "/mcp"],
    ] as const) {
      const answer = await fetch(`${service.origin}${path}`, { method, headers });
      expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
      expect(await answer.json()).toMatchObject({ code: "unavailable" });
      const id = answer.headers.get("X-Request-Id");
      expect(logged(`"service not loaded","request_id":"${id}"`)).toBe(1);
    }
  });

  it("clicks are kept", async () => {
    for (const { id } of links) {
      const kept = `"short_link_id":${id},`;
      await expect
        .poll(() => lines.some((line) => /clicks not flushed/.test(line) && line.includes(kept)), {
          timeout: 20_000,
        })
        .toBe(true);
    }
  });
});

/** The status of an answer to a request for a stream, and when to try again. */
const openStream = () =>
  new Promise((resolve, reject) => {
    const upgrade = { ...headers, Connection: "Upgrade", Upgrade: "websocket" };
    const key = { "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": btoa("0123456789abcdef") };
    get(`${service.origin}/v1/stream`, { headers: { ...upgrade, ...key } })
      .on("response", (answer) => {
        answer.resume();
        resolve([answer.statusCode, answer.headers["retry-after"]]);
      })
      .on("error", reject);
  });

describe("without the modules of two areas and of an object", () => {
  const GONE = ["automation-scenarios-references.js", "events-stream.js", "messaging-outbound.js"];
  beforeAll(() => service.replace(without((path) => GONE.includes(path))));

  it("clicks that were kept are counted", async () => {
    await expect
      .poll(async () => (await api("GET", "/link-sends?lead_id=1"))[0].clicks_count, {
        timeout: 40_000,
        interval: 500,
      })
      .toBeGreaterThan(0);
  });

  it("those areas alone are a 503", async () => {
    const url = `${service.origin}/v1/scenarios/1/check`;
    const answer = await fetch(url, { method: "POST", headers });
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(await answer.json()).toMatchObject({ code: "unavailable" });
    expect(await openStream()).toEqual([503, "5"]);
    expect(await api("GET", "/me")).toMatchObject({ workspace: {} });
    expect(logged("unhandled error")).toBe(0);
  });

  it("what an object is to do waits, and is done with what comes next", async () => {
    await api("POST", "/channels/1/inbound", { lead_id: 1, text: "Is anybody there?" });
    const { id } = await api("POST", "/leads/1/messages", { text: "Hello" });
    expect((await api("GET", `/messages/${id}`)).status).toBe("queued");
    await service.replace(modules);
    await api("POST", "/leads/1/messages", { text: "Hello again" });
    await expect
      .poll(async () => (await api("GET", `/messages/${id}`)).status, { timeout: 20_000 })
      .toBe("delivered");
  });
});
