import { beforeEach, describe, expect, it } from "vitest";
import {
  type Client,
  call,
  newChannel,
  newInbound,
  newLead,
  newMessage,
  newShortLink,
  newTag,
  newWorkspace,
  unique,
  withAbilities,
} from "../support/api";
import { testEnv } from "../support/env";
import { messagesOf } from "../support/messaging";
import { directoryDb } from "../support/scope";

let client: Client;
let key: string;

beforeEach(async () => {
  client = await newWorkspace();
  key = `key-${unique()}`;
});

const keyed = (name = key) => ({ headers: { "Idempotency-Key": name } });
const tagCount = async () => (await client.get("/tags?per_page=100")).body.data.length;
const keyRows = async (database = testEnv.DB) =>
  (
    await database
      .prepare("select * from idempotency_keys where key = ?")
      .bind(key)
      .all<Record<string, unknown>>()
  ).results;
const USED = {
  "Idempotency-Key": ["The Idempotency-Key has already been used with another request."],
};

describe("an Idempotency-Key", () => {
  it("makes a repeated POST return the first answer and do nothing", async () => {
    const first = await client.post("/tags", { label: "Once" }, keyed());
    expect(first.status).toBe(201);
    expect(first.headers.get("Idempotent-Replayed")).toBeNull();
    for (let i = 0; i < 3; i++) {
      const again = await client.post("/tags", { label: "Once" }, keyed());
      expect({ status: again.status, text: again.text }).toEqual({ status: 201, text: first.text });
      expect(again.headers.get("Idempotent-Replayed")).toBe("true");
      expect(again.headers.get("Retry-After")).toBeNull();
      expect(again.headers.get("Content-Type")).toContain("application/json");
      expect(again.headers.get("X-Request-Id")).not.toBe(first.headers.get("X-Request-Id"));
    }
    expect(await tagCount()).toBe(1);
  });

  it("works for every kind of POST, including the answer's headers", async () => {
    const { id: lead } = await newLead(client);
    const { id: tag } = await newTag(client);
    const { id: channel } = await newChannel(client);
    const { conversation_id: conversation } = await newInbound(client, channel, lead);
    const { id: message } = await newMessage(client, conversation);
    const scenario = await client.post(
      "/scenarios",
      { name: "S", platform: "whatsapp" },
      keyed("s"),
    );
    const replayed = await client.post(
      "/scenarios",
      { name: "S", platform: "whatsapp" },
      keyed("s"),
    );
    expect(replayed.headers.get("ETag")).toBe(scenario.headers.get("ETag"));
    const posts: [string, object?][] = [
      [`/scenarios/${scenario.body.data.id}/leads`, { lead_id: lead }],
      [`/scenarios/${scenario.body.data.id}/leads/bulk`, { filter: {} }],
      [`/scenarios/${scenario.body.data.id}/migrate`],
      [`/leads/${lead}/events`, { name: "call_booked" }],
      ["/leads", { email: "once@example.com" }],
      [`/leads/${lead}/tags`, { tag_ids: [tag] }],
      [`/leads/${lead}/opt-out`],
      [`/leads/${lead}/opt-in`],
      ["/short-links", { destination_url: "https://example.com" }],
      [`/channels/${channel}/inbound`, { from: "+33639980177", text: "Hello" }],
      [`/leads/${lead}/messages`, { text: "Hi" }],
      [`/conversations/${conversation}/messages`, { text: "Hi" }],
      [`/messages/${message}/status`, { status: "read", at: "2026-11-20T10:15:31Z" }],
    ];
    for (const [path, body] of posts) {
      const first = await client.post(path, body, keyed());
      const again = await client.post(path, body, keyed());
      expect(again.headers.get("Idempotent-Replayed"), path).toBe("true");
      expect([again.status, again.text], path).toEqual([first.status, first.text]);
      key = `key-${unique()}`;
    }
  });

  it("keeps nothing of a request that writes nothing", async () => {
    const { id: lead } = await newLead(client);
    const scenario = await client.post("/scenarios", { name: "S", platform: "whatsapp" });
    const path = `/scenarios/${scenario.body.data.id}`;
    const reader = await withAbilities(client, "scenarios:read", "leads:read", "events:read");
    const posts: [Client, string, object?][] = [
      [reader, `${path}/check`, { nodes: [{ id: "s", type: "start" }] }],
      [reader, `${path}/simulate`, { lead_id: lead, start_at: "2026-11-20T10:00:00Z" }],
      [reader, "/stream/tickets"],
      [client, "/messages/preview", { lead_id: lead, text: "Hi" }],
      [client, `${path}/leads/bulk?dry_run=1`, { filter: {} }],
      [client, "/leads/batch?dry_run=1", { mode: "create", leads: [{ first_name: "Ann" }] }],
    ];
    for (const [by, path, body] of posts)
      for (const _ of ["first", "again"]) {
        const { status, text, headers } = await by.post(path, body, keyed());
        expect(status, `${path} ${text}`).toBeLessThan(300);
        expect(headers.get("Idempotent-Replayed"), path).toBeNull();
      }
    expect(await keyRows()).toEqual([]);
  });

  it("goes on by what a batch of leads has kept, where its answer was too long", async () => {
    const leads = Array.from({ length: 200 }, (_, index) => ({
      ...{ ext_id: `long-${index}`, phone: "漢".repeat(60), email: "語".repeat(60) },
    }));
    const body = { mode: "upsert", leads };
    const first = await client.post("/leads/batch", body, keyed());
    expect([first.status, first.text.length > 65_536]).toEqual([200, true]);
    expect(await keyRows()).toMatchObject([{ status: 200, answer: null }]);
    const changed = `/leads/${first.body.data[0].id}`;
    await client.patch(changed, { phone: "+33612345678" });
    const again = await client.post("/leads/batch", body, keyed());
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect((await client.get(changed)).body.data.phone).toBe("+33612345678");
  });

  it("makes a message that is requested twice go out once", async () => {
    const { id: lead } = await newLead(client);
    const { id: channel } = await newChannel(client);
    const { conversation_id: conversation } = await newInbound(client, channel, lead);
    const link = await newShortLink(client);
    const body = { text: `See ${link.template_variable_url}` };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        client.post(`/conversations/${conversation}/messages`, body, keyed()),
      ),
    );
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    expect(
      (await client.post(`/conversations/${conversation}/messages`, body, keyed())).headers.get(
        "Idempotent-Replayed",
      ),
    ).toBe("true");
    expect((await messagesOf(client, conversation)).map(({ direction }) => direction)).toEqual([
      "inbound",
      "outbound",
    ]);
    expect((await client.get(`/link-sends?lead_id=${lead}`)).body.data).toHaveLength(1);
  });

  it("is refused with another body, another path or another query", async () => {
    const { id } = await newLead(client);
    await client.post("/leads", { email: "a@example.com" }, keyed());
    for (const [path, body] of [
      ["/leads", { email: "b@example.com" }],
      ["/leads?upsert=1", { email: "a@example.com" }],
      ["/tags", { label: "x" }],
      [`/leads/${id}/opt-out`, undefined],
      ["/leads", { email: 7 }],
    ] as const) {
      const { status, body: answer } = await client.post(path, body, keyed());
      expect({ status, errors: answer.errors }, path).toEqual({ status: 422, errors: USED });
    }
    expect(await tagCount()).toBe(0);
    expect((await client.get(`/leads/${id}`)).body.data.is_optout).toBe(false);
  });

  it("lets one of twenty through; the others get its answer or a 409", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.post("/leads", { first_name: "Race" }, keyed())),
    );
    const made = answers.filter(
      ({ status, headers }) => status === 201 && headers.get("Idempotent-Replayed") === null,
    );
    expect(made).toHaveLength(1);
    for (const { status, headers, text, body } of answers.filter((answer) => answer !== made[0])) {
      if (status === 201)
        expect([headers.get("Idempotent-Replayed"), text]).toEqual(["true", made[0]!.text]);
      else
        expect({ status, body }).toEqual({
          status: 409,
          body: {
            message: expect.stringContaining("Idempotency-Key"),
            code: "in_progress",
          },
        });
    }
    expect((await client.get("/leads")).body.data).toHaveLength(1);
    expect((await client.post("/leads", { first_name: "Race" }, keyed())).text).toBe(made[0]!.text);
  });

  it("lets one of twenty different requests through; the others are refused", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        client.post("/tags", { label: `Race ${index}` }, keyed()),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
    expect(await tagCount()).toBe(1);
  });

  it("is free again after 24 hours, and not before", async () => {
    const DAY_MS = 86_400_000;
    const first = await client.post("/tags", { label: "Day one" }, keyed());
    const age = (ms: number) =>
      testEnv.DB.prepare("update idempotency_keys set created_at = ? where key = ?")
        .bind(Date.now() - ms, key)
        .run();
    await age(DAY_MS - 60_000);
    expect((await client.post("/tags", { label: "Day one" }, keyed())).text).toBe(first.text);
    await age(DAY_MS + 60_000);
    const second = await client.post("/tags", { label: "Day two" }, keyed());
    expect(second.status).toBe(201);
    expect((await client.post("/tags", { label: "Day two" }, keyed())).text).toBe(second.text);
  });

  it("stays free after a request that fails", async () => {
    expect((await client.post("/tags", { label: 7 }, keyed())).status).toBe(422);
    for (let i = 0; i < 2; i++)
      expect((await client.post("/leads/4000000000/opt-out", undefined, keyed())).status).toBe(404);
    await newTag(client, { label: "Taken" });
    expect((await client.post("/tags", { label: "taken" }, keyed())).status).toBe(422);
    expect(await keyRows()).toEqual([]);
    expect((await client.post("/tags", { label: "Free" }, keyed())).status).toBe(201);
  });

  it("belongs to its workspace", async () => {
    const other = await newWorkspace();
    const mine = await client.post("/tags", { label: "Same" }, keyed());
    const theirs = await other.post("/tags", { label: "Same" }, keyed());
    expect(theirs.status).toBe(201);
    expect(theirs.headers.get("Idempotent-Replayed")).toBeNull();
    expect(theirs.body.data.id).not.toBe(mine.body.data.id);
  });

  it("has no effect outside POST", async () => {
    const { id } = await newTag(client);
    for (const label of ["One", "Two"])
      expect((await client.put(`/tags/${id}`, { label }, keyed())).body.data.label).toBe(label);
    expect(await keyRows()).toEqual([]);
  });

  it.each(["", "with space", "x".repeat(256), "tab\there"])(
    "is refused when it is %j",
    async (name) => {
      const { status, body } = await client.post("/tags", { label: "x" }, keyed(name));
      expect({ status, errors: body.errors }).toEqual({
        status: 422,
        errors: {
          "Idempotency-Key": ["The Idempotency-Key must be 1 to 255 visible ASCII characters."],
        },
      });
    },
  );
});

describe("answers that contain a token", () => {
  it("are replayed, and stored neither in plain text nor with the request's body", async () => {
    const body = { name: "Secret holder 4711", abilities: ["tags:read"] };
    const first = await client.post("/tokens", body, keyed());
    expect((await client.post("/tokens", body, keyed())).text).toBe(first.text);
    const operator = {
      token: testEnv.OPERATOR_TOKEN,
      json: { name: "Replayed workspace" },
      ...keyed(),
    };
    const made = await call("POST", "/v1/workspaces", operator);
    const again = await call("POST", "/v1/workspaces", operator);
    expect(again.text).toBe(made.text);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    const rows = await keyRows(directoryDb);
    expect(rows).toHaveLength(2);
    const kept = JSON.stringify(rows);
    for (const text of [
      first.body.data.token,
      made.body.data.token,
      client.token,
      "Secret holder",
      "Replayed workspace",
      "tags:read",
    ])
      expect(kept).not.toContain(text);
  });

  it("are not replayed for another token, whatever it may do", async () => {
    const body = { name: "Heir" };
    await client.post("/tokens", body, keyed());
    const reader = await withAbilities(client, "tags:read");
    expect(await reader.post("/tokens", body, keyed())).toMatchObject({
      status: 403,
      body: { code: "missing_ability", ability: "tokens:write" },
    });
    for (const abilities of [["tokens:write"], ["*"]] as const) {
      const maker = await withAbilities(client, ...abilities);
      const { status, body: answer } = await maker.post("/tokens", body, keyed());
      expect({ status, errors: answer.errors }).toEqual({ status: 422, errors: USED });
    }
  });
});
