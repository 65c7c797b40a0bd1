import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { abilities } from "#domain/abilities";
import worker from "../../src/index";
import {
  type Client,
  call,
  clientOf,
  idsOf,
  make,
  newWorkspace,
  withAbilities,
} from "../support/api";
import { notOneOf } from "../support/choices";
import { testEnv } from "../support/env";
import { directoryDb } from "../support/scope";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace({ name: "Owner" });
});

afterEach(() => {
  vi.restoreAllMocks();
});

const rowOf = (id: number) =>
  directoryDb
    .prepare("select * from tokens where id = ?")
    .bind(id)
    .first<Record<string, unknown>>();
const forbidden = { status: 403, body: { message: "This action is unauthorized." } };
const SECONDS = 1000;
const HOURS = 3_600_000;

/**
 * Acts as another isolate: sends the request once everything that this one has cached is too old.
 */
const later = (ms: number) => vi.useFakeTimers({ now: Date.now() + ms, toFake: ["Date"] });

describe("tokens", () => {
  it("are created, shown once, listed newest first and revoked", async () => {
    const own = await newWorkspace();
    const created = await make(own, "/tokens", {
      name: " CRM ",
      abilities: ["tags:read", "leads:write"],
      expires_at: "2127-01-01T02:00:00+02:00",
    });
    expect(created).toMatchObject({
      name: "CRM",
      abilities: ["tags:read", "leads:write"],
      expires_at: "2127-01-01T00:00:00.000Z",
      last_used_at: null,
    });
    expect(created.token).toMatch(/^lea_[A-Za-z0-9_-]{43}$/);
    const { token, ...listed } = created;
    const list = await own.get("/tokens");
    expect(list.body.data[0]).toEqual(listed);
    expect(list.body.data[1]).toMatchObject({
      name: "First token",
      abilities: ["*"],
      expires_at: null,
    });
    expect(list.text).not.toContain("lea_");
    expect((await own.delete(`/tokens/${created.id}`)).body).toEqual({ success: true, deleted: 1 });
    expect(await idsOf(own, "/tokens")).not.toContain(created.id);
    expect((await own.delete(`/tokens/${created.id}`)).status).toBe(404);
  });

  it("are random", async () => {
    const tokens = await Promise.all(
      Array.from({ length: 10 }, () => make(client, "/tokens", { name: "R" })),
    );
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(10);
  });

  it("are stored only as their SHA-256", async () => {
    const { id, token } = await make(client, "/tokens", { name: "Hashed" });
    const digest = new Uint8Array(
      await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)),
    ).toHex();
    const row = await rowOf(id);
    expect(row?.hash).toBe(digest);
    expect(JSON.stringify(row)).not.toContain(token.slice(4));
  });

  it("accept a name of at most 255 characters, known abilities, each once, and a date", async () => {
    const { body } = await client.post("/tokens", {
      name: "x".repeat(256),
      abilities: ["tags:fly", "tags:read", "tags:read"],
      expires_at: "soon",
    });
    expect(body.errors).toEqual({
      name: ["The name field must not be greater than 255 characters."],
      "abilities.0": notOneOf("abilities.0", ["*", ...abilities]),
      "abilities.2": ["The abilities.2 field has a duplicate value."],
      expires_at: ["The expires at field must be a valid date."],
    });
    expect((await client.post("/tokens", { name: "x", abilities: [] })).body.errors).toEqual({
      abilities: ["The abilities field must have at least 1 item."],
    });
  });

  it("are described at /me", async () => {
    const limited = await withAbilities(client, "leads:read");
    const { workspace, token } = (await limited.get("/me")).body.data;
    expect(workspace).toMatchObject({
      id: client.workspaceId,
      name: "Owner",
      default_country: null,
    });
    expect(token).toMatchObject({ name: "Limited", abilities: ["leads:read"] });
  });

  it("are read from the Authorization header, whatever the case of its scheme", async () => {
    const me = (value: string) => call("GET", "/v1/me", { headers: { Authorization: value } });
    for (const value of [
      `Bearer ${client.token}`,
      `bearer ${client.token}`,
      `BEARER   ${client.token}`,
    ])
      expect((await me(value)).status).toBe(200);
    for (const value of [
      client.token,
      `Token ${client.token}`,
      `Bearer ${client.token} x`,
      `Bearer ${client.token}x`,
      `Bearer ${client.token.slice(0, -1)}`,
      "Bearer",
    ])
      expect((await me(value)).status, value.slice(0, 12)).toBe(401);
    expect(
      (
        await call(
          "GET",
          `/v1/me?token=${client.token}&access_token=${client.token}&api_token=${client.token}`,
        )
      ).status,
    ).toBe(401);
  });
});

describe("what a token may give", () => {
  it("is no more than it may do itself", async () => {
    const limited = await withAbilities(client, "tokens:write", "tags:read");
    const before = await idsOf(client, "/tokens?per_page=100");
    for (const abilities of [["*"], ["leads:read"], ["tags:read", "tags:write"], ["tokens:read"]])
      expect(await limited.post("/tokens", { name: "More", abilities })).toMatchObject(forbidden);
    expect(await idsOf(client, "/tokens?per_page=100")).toEqual(before);
    expect(
      await make(limited, "/tokens", { name: "Less", abilities: ["tags:read"] }),
    ).toMatchObject({ abilities: ["tags:read"] });
  });

  it("is everything that it may do itself when the request names nothing, and never *", async () => {
    const all = await make(client, "/tokens", { name: "All" });
    expect(all.abilities).toEqual(["*"]);
    const limited = await withAbilities(client, "tokens:write", "tags:read");
    const copy = await make(limited, "/tokens", { name: "Copy", abilities: null });
    expect(copy.abilities).toEqual(["tokens:write", "tags:read"]);
    expect(await clientOf(copy.token, 0).post("/tags", { label: "x" })).toMatchObject(forbidden);
  });

  it("does not outlive it", async () => {
    const expires_at = new Date(Date.now() + HOURS).toISOString();
    const { token } = await make(client, "/tokens", { name: "Brief", expires_at });
    const brief = clientOf(token, client.workspaceId);
    const longer = new Date(Date.now() + 2 * HOURS).toISOString();
    expect(await brief.post("/tokens", { name: "Longer", expires_at: longer })).toMatchObject(
      forbidden,
    );
    expect(await make(brief, "/tokens", { name: "Unsaid" })).toMatchObject({ expires_at });
    expect(await make(brief, "/tokens", { name: "Null", expires_at: null })).toMatchObject({
      expires_at,
    });
    const sooner = new Date(Date.now() + HOURS / 2).toISOString();
    expect(await make(brief, "/tokens", { name: "Sooner", expires_at: sooner })).toMatchObject({
      expires_at: sooner,
    });
  });
});

describe("the end of a token", () => {
  it("comes when it expires, also while it is cached", async () => {
    const { token } = await make(client, "/tokens", {
      name: "Brief",
      expires_at: new Date(Date.now() + 5 * SECONDS).toISOString(),
    });
    const brief = clientOf(token, client.workspaceId);
    expect((await brief.get("/me")).status).toBe(200);
    later(4 * SECONDS);
    expect((await brief.get("/me")).status).toBe(200);
    later(2 * SECONDS);
    expect((await brief.get("/me")).status).toBe(401);
  });

  it("comes at once when it is revoked, also by itself", async () => {
    const { id, token } = await make(client, "/tokens", { name: "Suicidal" });
    const doomed = clientOf(token, client.workspaceId);
    expect((await doomed.delete(`/tokens/${id}`)).status).toBe(200);
    expect((await doomed.get("/me")).status).toBe(401);
  });

  it("comes within 10 seconds when another isolate has revoked it", async () => {
    const { id, token } = await make(client, "/tokens", { name: "Revoked elsewhere" });
    const revoked = clientOf(token, client.workspaceId);
    expect((await revoked.get("/tags")).status).toBe(200);
    await directoryDb.prepare("delete from tokens where id = ?").bind(id).run();
    later(5 * SECONDS);
    await revoked.get("/tags");
    later(5 * SECONDS);
    expect((await revoked.get("/tags")).status).toBe(401);
  });
});

describe("last_used_at", () => {
  it("is written at first use, and then at most once a minute", async () => {
    const { id, token } = await make(client, "/tokens", { name: "Used" });
    const use = async () => {
      const ctx = createExecutionContext();
      const fetcher = async (request: Request) => worker.fetch(request, testEnv, ctx);
      const { status } = await call("GET", "/v1/me", { token, fetcher });
      await waitOnExecutionContext(ctx);
      expect(status).toBe(200);
      return (await rowOf(id))?.last_used_at;
    };
    const first = await use();
    expect(first).toBeGreaterThan(Date.now() - 5 * SECONDS);
    later(30 * SECONDS);
    expect(await use()).toBe(first);
    later(45 * SECONDS);
    expect(await use()).toBeGreaterThan(first as number);
  });
});
