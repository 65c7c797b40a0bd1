import { createScheduledController } from "cloudflare:test";
import { beforeEach, describe, expect, it, vi } from "vitest";
import worker from "../../src/index";
import {
  type Client,
  clientOf,
  newChannel,
  newInbound,
  newLead,
  newScenario,
  newShortLink,
  newTag,
  newWorkspace,
  unique,
} from "../support/api";
import { testEnv } from "../support/env";
import { serveWith } from "../support/meter";

let client: Client;
let key: string;

beforeEach(async () => {
  client = await newWorkspace();
  key = `key-${unique()}`;
});

const keyed = (name = key) => ({ headers: { "Idempotency-Key": name } });
const tagCount = async () => (await client.get("/tags?per_page=100")).body.data.length;
const keyRows = async () =>
  (
    await testEnv.DB.prepare("select * from idempotency_keys where key = ?")
      .bind(key)
      .all<Record<string, unknown>>()
  ).results;

describe("a process that dies", () => {
  /** Calls the Worker with a database whose n-th call, counted from 1, fails. */
  async function callWithFailure(n: number) {
    let calls = 0;
    const fail = <T extends object>(target: T): T =>
      new Proxy(target, {
        get(object, name) {
          const value = Reflect.get(object, name);
          if (typeof value !== "function") return value;
          return (...args: unknown[]) => {
            if (["batch", "run", "all", "raw", "first"].includes(String(name)) && ++calls === n)
              throw new Error("the process died");
            const result = value.apply(object, args);
            return name === "prepare" || name === "bind" ? fail(result) : result;
          };
        },
      });
    const db = new Proxy(testEnv.DB, {
      get(object, name) {
        const value = Reflect.get(object, name);
        if (name === "prepare") return (sql: string) => fail(object.prepare(sql));
        if (name !== "batch") return typeof value === "function" ? value.bind(object) : value;
        return (statements: D1PreparedStatement[]) => {
          if (++calls === n) throw new Error("the process died");
          return object.batch(statements);
        };
      },
    });
    vi.spyOn(console, "error").mockImplementation(() => {});
    return client
      .post("/tags", { label: "Fragile" }, { ...keyed(), fetcher: serveWith(db) })
      .finally(() => vi.restoreAllMocks());
  }

  const later = () => vi.spyOn(Date, "now").mockReturnValue(Date.now() + 61_000);

  it("after the write, before the answer was stored, acknowledges the write and never repeats it", async () => {
    await client.get("/tags");
    const first = await callWithFailure(2);
    expect(first.status).toBe(201);
    const again = () => client.post("/tags", { label: "Fragile" }, keyed());
    const running = await again();
    expect(running.headers.get("Retry-After")).toBe("1");
    expect({ status: running.status, body: running.body }).toEqual({
      status: 409,
      body: { message: expect.stringContaining("is still running"), code: "in_progress" },
    });
    later();
    for (let i = 0; i < 2; i++) {
      const { status, body, headers } = await again();
      expect({ status, body }).toEqual({ status: 201, body: first.body });
      expect(headers.get("Idempotent-Replayed")).toBe("true");
    }
    vi.restoreAllMocks();
    expect(await tagCount()).toBe(1);
  });

  it("after a write that created nothing to read says that it was carried out", async () => {
    const { id } = await newLead(client);
    const optOut = (options: object) => client.post(`/leads/${id}/opt-out`, {}, options);
    expect((await optOut(keyed())).status).toBe(200);
    await testEnv.DB.prepare("update idempotency_keys set answer = null where key = ?")
      .bind(key)
      .run();
    later();
    const { status, body } = await optOut(keyed());
    vi.restoreAllMocks();
    expect({ status, body }).toEqual({
      status: 409,
      body: {
        message: expect.stringContaining("was carried out, but its answer was lost"),
        code: "answer_lost",
      },
    });
  });

  it("is made good where what was created can be read by its id", async () => {
    const { id: lead } = await newLead(client);
    const { id: channel } = await newChannel(client);
    const { conversation_id: conversation } = await newInbound(client, channel, lead);
    const { id: link } = await newShortLink(client);
    const posts: [path: string, body: object][] = [
      ["/leads", { first_name: "Ada", tag_ids: [(await newTag(client)).id] }],
      ["/short-links", { destination_url: "https://example.com" }],
      ["/channels", { platform: "instagram", name: "Second" }],
      [`/short-links/${link}/sends`, { lead_id: lead }],
      [`/conversations/${conversation}/messages`, { text: "Hi" }],
      [`/leads/${lead}/messages`, { text: "Hi", channel_id: channel }],
    ];
    for (const [path, body] of posts) {
      const first = await client.post(path, body, keyed(path));
      expect(first.status, path).toBe(201);
      await testEnv.DB.prepare("update idempotency_keys set answer = null where key = ?")
        .bind(path)
        .run();
      later();
      const again = await client.post(path, body, keyed(path));
      vi.restoreAllMocks();
      expect([again.status, again.body.data?.id], path).toEqual([201, first.body.data.id]);
      expect(Object.keys(again.body.data), path).toEqual(Object.keys(first.body.data));
    }
  });

  it("is made good by the lead where a run of it was made", async () => {
    const { id: scenario } = await newScenario(client);
    const [existing, matched] = [await newLead(client), await newLead(client, { ext_id: "crm-1" })];
    const path = `/scenarios/${scenario}/leads`;
    const enrol = async (name: string, body: object) => {
      const send = () => client.post(`${path}?upsert=1`, body, keyed(name));
      const first = await send();
      await testEnv.DB.prepare("update idempotency_keys set answer = null where key = ?")
        .bind(name)
        .run();
      later();
      const again = await send();
      vi.restoreAllMocks();
      return [first, again] as const;
    };
    for (const [name, body, lead] of [
      ["existing", { lead_id: existing.id }, existing.id],
      ["matched", { ext_id: "crm-1", warmth: "hot" }, matched.id],
      ["new", { ext_id: "crm-2" }, expect.any(Number)],
    ] as const) {
      const [first, again] = await enrol(name, body);
      expect([first.status, first.body.data.id], name).toEqual([201, lead]);
      expect([again.status, again.body], name).toEqual([201, first.body]);
      expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    }
    const runs = await client.get(`/scenarios/${scenario}/runs`);
    expect(runs.body.data).toHaveLength(3);
    // Where no run was made, nothing says what was.
    const [first, again] = await enrol("repeated", { lead_id: existing.id });
    expect([first.status, again.status]).toEqual([200, 409]);
  });

  it("before the write leaves the key free", async () => {
    await client.get("/tags");
    expect((await callWithFailure(1)).status).toBe(500);
    expect(await tagCount()).toBe(0);
    expect((await client.post("/tags", { label: "Fragile" }, keyed())).status).toBe(201);
  });
});

describe("a large answer", () => {
  it("leaves its status: a repeated request is a 409, and makes nothing", async () => {
    const type = "漢".repeat(250);
    const nodes = Array.from({ length: 100 }, (_, index) => ({ id: `${index}`, type }));
    const post = () =>
      client.post("/scenarios", { name: "Big", platform: "whatsapp", nodes }, keyed());
    expect((await post()).status).toBe(201);
    expect(await keyRows()).toMatchObject([{ status: 201, answer: null }]);
    const { status, body } = await post();
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: expect.stringContaining("was carried out, but its answer was lost"),
    });
    expect((await client.get("/scenarios")).body.data).toHaveLength(1);
  });
});

describe("the schedule", () => {
  it("drops keys that are older than 24 hours, and keeps the others", async () => {
    await client.post("/tags", { label: "Old" }, keyed());
    const fresh = `fresh-${unique()}`;
    await client.post("/tags", { label: "New" }, keyed(fresh));
    await testEnv.DB.prepare("update idempotency_keys set created_at = ? where key = ?")
      .bind(Date.now() - 86_400_001, key)
      .run();
    await worker.scheduled(createScheduledController(), testEnv);
    expect(await keyRows()).toEqual([]);
    const again = await clientOf(client.token, client.workspaceId).post(
      "/tags",
      { label: "New" },
      keyed(fresh),
    );
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
  });
});
