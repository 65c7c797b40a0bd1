import { describe, expect, it, vi } from "vitest";
import { refusedUntil } from "#features/access/tokens/operator-attempts";
import type { Channel } from "#features/messaging/channels/schema";
import { call, clientOf, newInbound, newLead, newTag, newWorkspace, unique } from "../support/api";
import { testEnv } from "../support/env";
import { rowsOf } from "../support/rows";
import { directoryDb } from "../support/scope";
import { serve } from "../support/serve";

const operator = { token: testEnv.OPERATOR_TOKEN };
const create = (json: unknown) => call("POST", "/v1/workspaces", { ...operator, json });

describe("the operator plane", () => {
  it("creates a workspace with a first token that may do everything", async () => {
    const { status, body } = await create({ name: " Acme ", default_country: "fr" });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ name: "Acme", default_country: "FR" });
    const client = clientOf(body.data.token, body.data.id);
    expect((await client.get("/me")).body.data).toMatchObject({
      workspace: { id: body.data.id, name: "Acme" },
      token: { abilities: ["*"] },
    });
    expect((await client.post("/tags", { label: "x" })).status).toBe(201);
  });

  it("creates a workspace to try things out in, with sandbox channels and a tag", async () => {
    const headers = { "Idempotency-Key": `sandbox-${unique()}` };
    const send = () =>
      call("POST", "/v1/workspaces", { ...operator, headers, json: { name: "S", sandbox: true } });
    const { data } = (await send()).body;
    expect((await send()).body.data.id).toBe(data.id);
    const client = clientOf(data.token, data.id);
    const { body: channels } = await client.get("/channels");
    const made = channels.data.map(({ platform, provider, is_default, status }: Channel) => [
      ...[platform, provider, is_default, status],
    ]);
    expect(made).toEqual(
      ["instagram", "whatsapp"].map((platform) => [platform, "sandbox", true, "active"]),
    );
    expect((await client.get("/tags")).body.data).toMatchObject([{ label: "Sandbox" }]);
    const lead = await newLead(client);
    await newInbound(client, channels.data[1].id, lead.id);
    const sent = await client.post(`/leads/${lead.id}/messages`, { text: "Hello" });
    expect(sent.status).toBe(201);
    expect((await (await newWorkspace()).get("/channels")).body.data).toEqual([]);
  });

  it("gives twenty workspaces that are created at once a token each", async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create({ name: `At once ${index}` })),
    );
    for (const { body } of made) {
      const me = await clientOf(body.data.token, 0).get("/me");
      expect(me.body.data.workspace).toMatchObject({ id: body.data.id, name: body.data.name });
    }
  });

  it("lists workspaces newest first, in pages, without tokens", async () => {
    const { body: last } = await create({ name: "Last" });
    const { body, text } = await call("GET", "/v1/workspaces?per_page=10", operator);
    expect(body.data[0]).toMatchObject({ id: last.data.id, name: "Last" });
    expect(body.data).toHaveLength(10);
    expect(body.links.next).toContain("per_page=10");
    expect(text).not.toContain("lea_");
  });

  it("finds workspaces by a part of their name, page by page", async () => {
    const mark = `Crêperie-${unique()}`;
    const made: number[] = [];
    for (let index = 0; index < 11; index++)
      made.unshift((await create({ name: `La ${mark} ${index}` })).body.data.id);
    const list = (query: string) =>
      call("GET", `/v1/workspaces?per_page=10&name=${query}`, operator);
    const idsIn = ({ body }: Awaited<ReturnType<typeof list>>) =>
      body.data.map(({ id }: { id: number }) => id);
    const part = encodeURIComponent(mark.toUpperCase().replace("Ê", "E"));
    const first = await list(part);
    expect(idsIn(first)).toEqual(made.slice(0, 10));
    const second = await list(`${part}&cursor=${first.body.meta.next_cursor}`);
    expect(idsIn(second)).toEqual(made.slice(10));
    const before = await list(`${part}&cursor=${second.body.meta.prev_cursor}`);
    expect(idsIn(before)).toEqual(made.slice(0, 10));
    const json = { name: `Renamed ${unique()}` };
    await call("PATCH", `/v1/workspaces/${made[0]}`, { ...operator, json });
    expect(idsIn(await list(part))).toEqual(made.slice(1));
    expect(idsIn(await list(encodeURIComponent(json.name)))).toEqual([made[0]]);
  });

  it("shows a workspace and changes it", async () => {
    const { workspaceId } = await newWorkspace({ name: "Before" });
    const path = `/v1/workspaces/${workspaceId}`;
    const shown = await call("GET", path, operator);
    expect(shown.body.data).toMatchObject({ id: workspaceId, name: "Before" });
    const patch = (json: unknown) => call("PATCH", path, { ...operator, json });
    expect((await patch({ default_country: "fr" })).body.data).toMatchObject({
      name: "Before",
      default_country: "FR",
    });
    expect((await patch({ name: "After" })).body.data).toMatchObject({
      name: "After",
      default_country: "FR",
    });
    expect((await patch({ name: "", default_country: "ZZ" })).body.errors).toEqual({
      name: ["The name field is required."],
      default_country: ["The selected default country is invalid."],
    });
    expect(
      (await call("PATCH", "/v1/workspaces/4000000000", { ...operator, json: {} })).status,
    ).toBe(404);
  });

  it("issues and revokes the tokens of a workspace, also the last one", async () => {
    const own = await newWorkspace();
    const path = `/v1/workspaces/${own.workspaceId}/tokens`;
    const [first] = (await call("GET", path, operator)).body.data;
    expect((await call("DELETE", `${path}/${first.id}`, operator)).body).toMatchObject({
      deleted: 1,
    });
    expect((await own.get("/me")).status).toBe(401);
    const keyed = { ...operator, headers: { "Idempotency-Key": "new" }, json: { name: "New" } };
    const issued = await call("POST", path, keyed);
    expect(issued).toMatchObject({
      status: 201,
      body: { data: { name: "New", abilities: ["*"], made_by: null, expires_at: null } },
    });
    const again = await call("POST", path, keyed);
    expect(again.body).toEqual(issued.body);
    const client = clientOf(issued.body.data.token, own.workspaceId);
    expect((await client.get("/tokens")).body.data).toHaveLength(1);
    // The key is the operator's, so a tenant may use the same one.
    const same = { headers: { "Idempotency-Key": "new" } };
    expect((await client.post("/tags", { label: "New" }, same)).status).toBe(201);
    const other = await newWorkspace();
    expect(
      (
        await call(
          "DELETE",
          `/v1/workspaces/${other.workspaceId}/tokens/${issued.body.data.id}`,
          operator,
        )
      ).status,
    ).toBe(404);
    expect((await call("GET", "/v1/workspaces/4000000000/tokens", operator)).status).toBe(404);
    const json = { name: "Lost" };
    expect(
      (await call("POST", "/v1/workspaces/4000000000/tokens", { ...operator, json })).status,
    ).toBe(404);
  });

  it("names every invalid field", async () => {
    expect((await create({ name: "", default_country: "FRA" })).body.errors).toEqual({
      name: ["The name field is required."],
      default_country: ["The selected default country is invalid."],
    });
    for (const nowhere of ["zz", "ß"])
      expect((await create({ name: "x", default_country: nowhere })).body.errors).toEqual({
        default_country: ["The selected default country is invalid."],
      });
    expect((await create({ name: "x", default_country: "" })).body.data.default_country).toBeNull();
  });

  it("accepts only the operator's token", async () => {
    const { token } = await newWorkspace();
    for (const wrong of [
      undefined,
      "",
      token,
      `${testEnv.OPERATOR_TOKEN}x`,
      testEnv.OPERATOR_TOKEN.slice(0, -1),
      testEnv.OPERATOR_TOKEN.toUpperCase(),
    ]) {
      for (const method of ["GET", "POST"]) {
        const { status, body } = await call(method, "/v1/workspaces", { token: wrong });
        expect({ status, body }).toEqual({
          status: 401,
          body: { message: "Unauthenticated.", code: "unauthenticated" },
        });
      }
    }
  });

  it("refuses everybody while OPERATOR_TOKEN is shorter than 32 characters", async () => {
    const short = testEnv.OPERATOR_TOKEN.slice(0, 31);
    const fetcher = (request: Request) => serve(request, { OPERATOR_TOKEN: short });
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const { status, text } = await call("GET", "/v1/workspaces", { token: short, fetcher });
    expect([status, text]).toEqual([500, '{"message":"Server error.","code":"server_error"}']);
    expect(error.mock.calls.join()).toContain("OPERATOR_TOKEN must have at least 32 characters");
    expect(error.mock.calls.join()).not.toContain(short);
    error.mockRestore();
  });

  it.each([undefined, ""])("does not exist when OPERATOR_TOKEN is %j", async (secret) => {
    const fetcher = (request: Request) => serve(request, { OPERATOR_TOKEN: secret as string });
    for (const token of [undefined, "", testEnv.OPERATOR_TOKEN]) {
      for (const method of ["GET", "POST"]) {
        const { status, body } = await call(method, "/v1/workspaces", { token, fetcher });
        expect({ status, body }).toEqual({
          status: 404,
          body: { message: "Not found.", code: "not_found" },
        });
      }
    }
  });
});

describe("workspaces", () => {
  it("keep their rows apart", async () => {
    const [one, two] = [await newWorkspace(), await newWorkspace()];
    const tag = await newTag(one, { label: "Mine" });
    expect((await two.get("/tags")).body.data).toEqual([]);
    expect((await two.get("/tags?label=Mine")).body.data).toEqual([]);
    expect((await two.post("/tags", { label: "Mine" })).status).toBe(201);
    expect((await one.get("/tags")).body.data).toEqual([tag]);
  });
});

describe("a creation whose process has died before it answered", () => {
  const creation = (name: string, key: string) =>
    call("POST", "/v1/workspaces", {
      ...operator,
      json: { name },
      headers: { "Idempotency-Key": key },
    });
  const forget = (key: string) =>
    rowsOf("update idempotency_keys set status = null, answer = null where key = ?", key);

  it("is repeated with its key, and gives the workspace with a token that works", async () => {
    const key = crypto.randomUUID();
    const first = await creation("Died", key);
    await forget(key);
    const repeated = await creation("Died", key);
    expect(repeated.status).toBe(201);
    expect(repeated.body).toEqual(first.body);
    const me = await clientOf(repeated.body.data.token, 0).get("/me");
    expect(me.body.data.workspace.id).toBe(first.body.data.id);
    const replayed = await creation("Died", key);
    expect(replayed.headers.get("Idempotent-Replayed")).toBe("true");
    expect(replayed.body).toEqual(first.body);
  });

  it("is no other's with the same key, nor that of a day ago", async () => {
    const key = crypto.randomUUID();
    const first = await creation("Mine", key);
    await forget(key);
    expect((await creation("Other", key)).status).toBe(422);
    await directoryDb
      .prepare("update idempotency_keys set created_at = created_at - 86400001 where key = ?")
      .bind(key)
      .run();
    const second = await creation("Mine", key);
    expect(second.status).toBe(201);
    expect(second.body.data.id).not.toBe(first.body.data.id);
    expect(second.body.data.token).not.toBe(first.body.data.token);
  });
});

describe("attempts at the operator's token", () => {
  const attempt = (address: string, token: string) =>
    call("GET", "/v1/workspaces", { token, headers: { "CF-Connecting-IP": address } });

  it("are limited by address when they fail, and never when the token is right", async () => {
    const address = `192.0.2.${unique()}`;
    // A minute of the limiter may end meanwhile.
    let failed = 0;
    while (failed <= 20 && (await attempt(address, "x")).status === 401) failed++;
    expect(failed).toBeGreaterThanOrEqual(10);
    expect(failed).toBeLessThanOrEqual(20);
    const refused = await attempt(address, "x");
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "60"]);
    for (let times = 20; times > 0; times--)
      expect((await attempt(address, testEnv.OPERATOR_TOKEN)).status).toBe(200);
    expect((await attempt(address, "x")).status).toBe(429);
    expect([...refusedUntil.keys()].join()).not.toContain("192.0.2");
  });
});
