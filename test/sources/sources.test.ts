import { createScheduledController } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { databasesOf } from "#db/placement/databases";
import { repairDirectory } from "#db/placement/outbox";
import { MAX_OLD_KEYS } from "#domain/sources";
import { readSource } from "#features/imports/sources/lookup";
import { holding } from "#features/imports/sources/secrets";
import { APPLIERS } from "#features/operations/outbox";
import { sha256 } from "#lib/crypto";
import { HOUR_MS } from "#lib/time";
import worker from "../../src/index";
import { type Client, make, newTag, newWorkspace, withAbilities } from "../support/api";
import { testEnv } from "../support/env";
import { rowsOf } from "../support/rows";
import { databaseOf, directoryDb } from "../support/scope";
import { serve } from "../support/serve";

const SECRET = "shh-quetzal-secret";
const header = { scheme: "header", name: "X-Secret" };
const newSource = (client: Client, input: object = {}) =>
  make(client, "/sources", { kind: "webhook", name: "Landing page", ...input });
const form = { kind: "form", form: { origins: ["https://example.com"] } };
const keyOf = (url: string) => url.split("/in/")[1]!;
/** The source that a URL leads to, as the door finds it. */
const behind = async (url: string, env = testEnv) => readSource(env, await sha256(keyOf(url)));

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a source", () => {
  let owner: Client;

  beforeAll(async () => {
    owner = await newWorkspace();
  });

  it("begins as its kind has it", async () => {
    const created = await owner.post("/sources", { kind: "calendly", name: "Calls" });
    expect(created.status).toBe(201);
    const { secret, ...source } = created.body.data;
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(source).toMatchObject({
      ...{ kind: "calendly", preset: null, name: "Calls", has_secret: true },
      is_active: true,
      inbound_url: expect.stringMatching(/\/in\/[\w-]{22}$/),
      verification: { scheme: "hmac", header: "Calendly-Webhook-Signature", prefix: "v1=" },
      ...{ create: true, update: "fill", match_by: ["lead_ref", "email", "phone"], tag_ids: [] },
      stages: { booked: "call_booked", cancelled: "back", no_show: null, outcomes: {} },
      ...{ received_at: null, rejected_at: null, rejected_count: 0, old_keys_end_at: null },
    });
    const path = `/sources/${source.id}`;
    const read = await owner.get(path);
    expect(read.body.data).toEqual(source);
    expect((await owner.get("/sources")).body.data).toContainEqual(source);
    const defaults = await Promise.all(
      [{ kind: "webhook" }, { kind: "iclosed" }, form].map((input) => newSource(owner, input)),
    );
    expect(defaults.map(({ update, secret: none }) => [update, none])).toEqual([
      ["all", null],
      ["fill", null],
      ["none", null],
    ]);
    expect((await owner.delete(path)).body).toEqual({ success: true, deleted: 1 });
    expect((await owner.get(path)).status).toBe(404);
    expect(await behind(source.inbound_url)).toBeNull();
  });

  it("begins as its preset has it, and is reset to that", async () => {
    const { body } = await owner.get("/sources/presets");
    const of = (name: string) => body.data.find((preset: { name: string }) => preset.name === name);
    const { verification, mapping, dedupe, makes_secret: isTheirs } = of("stripe_checkout");
    expect([isTheirs, of("typeform").makes_secret]).toEqual([true, false]);
    const { secret, ...source } = await newSource(owner, { preset: "stripe_checkout" });
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(source).toMatchObject({ preset: "stripe_checkout", verification, mapping, dedupe });
    const path = `/sources/${source.id}`;
    const own = { mapping: [{ to: "email", from: ["mail"] }], dedupe: null };
    const replaced = await owner.put(path, { name: "N", preset: "tally", ...own });
    expect(replaced.body.data).toMatchObject({ preset: "stripe_checkout", verification, ...own });
    const reset = await owner.put(path, { name: "N" });
    expect(reset.body.data).toMatchObject({ mapping, dedupe });
    const wrong = await owner.post("/sources", { kind: "webhook", name: "N", preset: "calendly" });
    expect(wrong.body.errors).toEqual({
      preset: ["The preset field can only be used with the kind calendly."],
    });
  });

  it("adds a tag no more that is deleted", async () => {
    const [gone, tag] = [await newTag(owner), await newTag(owner)];
    const { secret, ...source } = await newSource(owner, { tag_ids: [gone.id, tag.id] });
    expect((await owner.delete(`/tags/${gone.id}`)).status).toBe(200);
    const { body } = await owner.get(`/sources/${source.id}`);
    expect(body.data).toEqual({ ...source, tag_ids: [tag.id] });
  });

  it("is replaced as a whole, save its kind, its URL and its secret", async () => {
    const [tag, other] = [await newTag(owner), await newTag(await newWorkspace())];
    const mapping = [{ to: "phone", from: ["a.b", ["c", "d.e"]], as: "phone" }];
    const stages = { booked: "qualified", outcomes: { SALE: { stage: "won" } } };
    const { secret, ...source } = await newSource(owner, {
      ...{ verification: header, secret: SECRET, mapping, stages, items: "data.items" },
      ...{ dedupe: ["id"], match_by: ["phone"], create: false, update: "none" },
      ...{ tag_ids: [tag.id], default_country: "fr", is_active: false },
    });
    expect(secret).toBeNull();
    expect(source).toMatchObject({ mapping, default_country: "FR", tag_ids: [tag.id] });
    const path = `/sources/${source.id}`;
    const { headers } = await owner.get(path);
    const ifMatch = { headers: { "If-Match": headers.get("ETag")! } };
    const replaced = await owner.put(path, { kind: "form", name: "New" }, ifMatch);
    expect(replaced.body.data).toMatchObject({
      ...{ kind: "webhook", name: "New", inbound_url: source.inbound_url, secret: null },
      ...{ verification: { scheme: "none" }, tag_ids: [], has_secret: true },
      ...{ is_active: true, create: true, update: "all", dedupe: null, items: null },
    });
    expect((await owner.put(path, { name: "Late" }, ifMatch)).status).toBe(412);
    const wrong = await owner.put(path, {
      ...{ name: "", mapping: [{ to: "nothing" }], tag_ids: [other.id] },
      ...{ verification: { scheme: "hmac" }, update: "some" },
    });
    expect(Object.keys(wrong.body.errors)).toEqual(
      expect.arrayContaining(["name", "mapping.0.to", "verification.header", "update"]),
    );
    const foreign = await owner.put(path, { name: "N", tag_ids: [other.id] });
    expect(Object.keys(foreign.body.errors)).toEqual(["tag_ids.0"]);
    const long = Array.from({ length: 100 }, () => ({
      to: "phone",
      from: ["x".repeat(300)],
      default: "y".repeat(500),
    }));
    expect((await owner.put(path, { name: "N", mapping: long })).status).toBe(422);
  });

  it("shows its key to whoever may change it, that of a form to all", async () => {
    const [webhook, open] = [await newSource(owner), await newSource(owner, form)];
    const reader = await withAbilities(owner, "sources:read");
    const shown = async ({ id }: { id: number }) =>
      (await reader.get(`/sources/${id}`)).body.data.inbound_url;
    expect([await shown(webhook), await shown(open)]).toEqual([null, open.inbound_url]);
    const input = { kind: "webhook", name: "N" };
    const writer = await withAbilities(owner, "sources:write", "sources:read");
    expect((await writer.post("/sources", input)).status).toBe(403);
    const both = await withAbilities(owner, "sources:write", "leads:write");
    expect((await both.post("/sources", input)).status).toBe(201);
    const tagging = { ...input, mapping: [{ to: "tags", from: ["tags"] }] };
    expect((await both.post("/sources", tagging)).status).toBe(403);
  });
});

describe("the keys of a source", () => {
  it("are rotated: the one of before holds as long as is asked, and five at most do", async () => {
    const owner = await newWorkspace();
    const source = await newSource(owner);
    const rotate = (json: object) => owner.post(`/sources/${source.id}/rotate-key`, json);
    const first = (await rotate({ keep_hours: 2 })).body.data.inbound_url;
    expect(await behind(first)).toMatchObject({ id: source.id, keyEndsAt: null });
    const { keyEndsAt } = (await behind(source.inbound_url))!;
    expect(Math.abs(keyEndsAt! - Date.now() - 2 * HOUR_MS)).toBeLessThan(60_000);
    const shown = (await owner.get(`/sources/${source.id}`)).body.data;
    expect(shown).toMatchObject({ inbound_url: first });
    expect(Date.parse(shown.old_keys_end_at)).toBe(keyEndsAt);
    for (let n = 1; n < MAX_OLD_KEYS; n++) expect((await rotate({})).status).toBe(200);
    const refused = await rotate({});
    expect([refused.status, refused.body.code]).toEqual([409, "quota_reached"]);
    const last = (await rotate({ keep_hours: 0 })).body.data.inbound_url;
    expect([await behind(source.inbound_url), await behind(first)]).toEqual([null, null]);
    expect(await behind(last)).toMatchObject({ id: source.id });
    expect((await rotate({ keep_hours: 169 })).status).toBe(422);
  });

  it("are rotated one after the other where two do so at once", async () => {
    const owner = await newWorkspace();
    const source = await newSource(owner);
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => owner.post(`/sources/${source.id}/rotate-key`, {})),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const urls = answers.map(({ body }) => body.data.inbound_url);
    const found = await Promise.all([source.inbound_url, ...urls].map((url) => behind(url)));
    expect(found.filter((one) => one?.id === source.id)).toHaveLength(4);
    expect(found.filter((one) => one?.keyEndsAt === null)).toHaveLength(1);
  });

  it("reach the directory by the cron where the request died, and not in the wrong order", async () => {
    const owner = await newWorkspace();
    const source = await newSource(owner);
    const hashes = async () =>
      (
        await directoryDb
          .prepare("select key_hash from source_keys where source_id = ? order by key_hash")
          .bind(source.id)
          .all<{ key_hash: string }>()
      ).results.map(({ key_hash }) => key_hash);
    const change = (key: string) =>
      rowsOf(
        "update sources set key_hashes = ? where id = ?",
        JSON.stringify([{ hash: key, ends_at: null }]),
        source.id,
      );
    await change("late");
    const [late] = await rowsOf<{ seq: number; data: string }>(
      "select seq, data from outbox where kind = 'source' and row_id = ?",
      source.id,
    );
    await change("newest");
    await repairDirectory(databasesOf(testEnv), databaseOf(), APPLIERS, 1_000);
    expect(await hashes()).toEqual(["newest"]);
    await rowsOf(
      "insert into outbox (seq, kind, row_id, workspace_id, data) values (?, 'source', ?, ?, ?)",
      ...[late!.seq, source.id, owner.workspaceId, late!.data],
    );
    await repairDirectory(databasesOf(testEnv), databaseOf(), APPLIERS, 1_000);
    expect(await hashes()).toEqual(["newest"]);
  });
});

describe("the secrets of a source", () => {
  const values = async (url: string, now = Date.now()) =>
    holding((await behind(url))!.secrets, now).map(({ value }) => value);

  it("are given or made, shown once, and rotated", async () => {
    const owner = await newWorkspace();
    const source = await newSource(owner, { verification: header, secret: SECRET });
    const path = `/sources/${source.id}`;
    expect(await values(source.inbound_url)).toEqual([SECRET]);
    const { secret } = (await owner.post(`${path}/rotate-secret`, {})).body.data;
    expect(await values(source.inbound_url)).toEqual([SECRET, secret]);
    expect(await values(source.inbound_url, Date.now() + 25 * HOUR_MS)).toEqual([secret]);
    const replaced = await owner.put(path, { name: "N", verification: header, secret: "given" });
    expect(replaced.body.data.secret).toBeNull();
    expect(await values(source.inbound_url)).toEqual([SECRET, secret, "given"]);
    await owner.put(path, { name: "N", verification: header, secret: "given" });
    expect(await values(source.inbound_url)).toHaveLength(3);
    const ended = await owner.post(`${path}/rotate-secret`, { secret: "last", keep_hours: 0 });
    expect(ended.body.data.secret).toBeNull();
    expect(await values(source.inbound_url)).toEqual(["last"]);
    const svix = await newSource(owner, { verification: { scheme: "standard_webhooks" } });
    expect(svix.secret).toMatch(/^whsec_/);
  });

  it("are in no table, log, event and act as they are, and no other row's", async () => {
    const lines: string[] = [];
    for (const level of ["log", "info", "warn", "error"] as const)
      vi.spyOn(console, level).mockImplementation((...args) => void lines.push(args.join(" ")));
    const owner = await newWorkspace();
    const json = { kind: "webhook", name: "N", verification: header, secret: SECRET };
    const keyed = { headers: { "Idempotency-Key": "once" } };
    const { data: source } = (await owner.post("/sources", json, keyed)).body;
    const key = keyOf(source.inbound_url);
    const tables = ["sources", "source_keys", "outbox", "events", "audit_log", "idempotency_keys"];
    const texts = await Promise.all(
      tables.map(async (table) => JSON.stringify(await rowsOf(`select * from ${table}`))),
    );
    for (const hidden of [SECRET, key])
      expect([...texts, ...lines].some((text) => text.includes(hidden))).toBe(false);
    const other = await newSource(owner);
    await rowsOf(
      `update sources set secrets = (select secrets from sources where id = ?) where id = ?`,
      ...[source.id, other.id],
    );
    expect((await behind(other.inbound_url))!.secrets).toEqual([]);
  });

  it("outlive a change of APP_KEY; where none opens them, the URL goes on", async () => {
    const OLD = testEnv.APP_KEY;
    const NEW = "the-next-key-of-the-tests-0123456789abcdef";
    const cron = (keys: object) =>
      worker.scheduled(createScheduledController(), { ...testEnv, ...keys });
    const owner = await newWorkspace();
    const source = await newSource(owner, { verification: header, secret: SECRET });
    const path = `/sources/${source.id}`;
    const under = (APP_KEY: string) => ({
      fetcher: (request: Request) => serve(request, { APP_KEY }),
    });
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const lost = (await owner.get(path, undefined, under(NEW))).body.data;
    expect(lost).toMatchObject({ inbound_url: null, has_secret: false });
    await cron({ APP_KEY: NEW, APP_KEY_BEFORE: OLD });
    const env = { ...testEnv, APP_KEY: NEW };
    const known = await behind(source.inbound_url, env);
    expect(known?.secrets).toEqual([{ value: SECRET, endsAt: null }]);
    const input = { name: "N", verification: header, secret: "new" };
    const saved = (await owner.put(path, input)).body.data;
    expect(saved).toMatchObject({ inbound_url: null, has_secret: true });
    const { data } = (await owner.post(`${path}/rotate-key`, {})).body;
    expect((await behind(source.inbound_url))?.keyEndsAt).toBeGreaterThan(Date.now());
    expect(await behind(data.inbound_url)).toMatchObject({ keyEndsAt: null });
    await cron({ APP_KEY: OLD, APP_KEY_BEFORE: NEW });
  });
});
