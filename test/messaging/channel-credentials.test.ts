import { createScheduledController } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openCredentials } from "#features/messaging/channels/credentials";
import worker from "../../src/index";
import { type Client, metaAccount, newChannel, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { metered } from "../support/meter";
import { serve } from "../support/serve";

let client: Client;

beforeEach(async () => {
  client = await newWorkspace();
});

afterEach(() => {
  vi.restoreAllMocks();
});

type Keys = Pick<typeof testEnv, "APP_KEY" | "APP_KEY_BEFORE">;

const OLD = testEnv.APP_KEY;
const NEW = "the-next-key-of-the-tests-0123456789abcdef";
const LOST = "a-lost-key-of-the-tests-0123456789abcdef";

const served = (keys: Keys) => ({ fetcher: (request: Request) => serve(request, keys) });
const newCloudChannel = (input: object = {}) =>
  newChannel(client, { provider: "whatsapp_cloud", ...metaAccount(), ...input });
const runCron = (keys: Keys, DB = testEnv.DB) =>
  worker.scheduled(createScheduledController(), { ...testEnv, ...keys, DB });
const rowOf = (id: number) =>
  testEnv.DB.prepare("select credentials, sealed_with from channels where id = ?")
    .bind(id)
    .first<{ credentials: string; sealed_with: string }>();

/** Replaces one credential, which fails on the others if the stored ones can't be opened. */
const renew = (id: number, keys: Keys, credentials: object = { access_token: "EAAG-renewed" }) =>
  client.put(`/channels/${id}`, { name: "C", external_id: String(id), credentials }, served(keys));

function listen() {
  const lines: string[] = [];
  for (const level of ["log", "info", "warn", "error", "debug"] as const)
    vi.spyOn(console, level).mockImplementation(
      (...args) => void lines.push(args.map(String).join(" ")),
    );
  return lines;
}

describe("credentials", () => {
  it("are in no answer, error, log or table", async () => {
    const secrets = {
      access_token: "EAAG-hush-access",
      app_secret: "hush-app",
      verify_token: "hush-verify",
    };
    const lines = listen();
    const keyed = { headers: { "Idempotency-Key": "hush" } };
    const body = {
      platform: "whatsapp",
      provider: "whatsapp_cloud",
      name: "C",
      external_id: "1",
      credentials: secrets,
    };
    const first = await client.post("/channels", body, keyed);
    const path = `/channels/${first.body.data.id}`;
    const DB = new Proxy(testEnv.DB, {
      get: () => () => {
        throw new Error(`D1_ERROR: ${Object.values(secrets)}`);
      },
    });
    const answers = [
      first,
      await client.post("/channels", body, keyed),
      await client.post("/channels", body),
      await client.post("/channels", { ...body, platform: "instagram", name: 7 }),
      await client.post("/channels", { ...body, provider: "sandbox" }),
      await client.get(path),
      await client.get("/channels"),
      await client.put(path, { name: "C", external_id: "1", credentials: secrets }),
      await client.put(path, {
        name: "C",
        credentials: { ...secrets, signing_secret: "whsec_hush" },
      }),
      await client.put(
        path,
        { name: "C", external_id: "2", credentials: secrets },
        { fetcher: (request) => serve(request, { DB }) },
      ),
    ];
    expect(answers.map(({ status }) => status)).toEqual([
      201, 201, 422, 422, 422, 200, 200, 200, 422, 500,
    ]);
    const { results } = await testEnv.DB.prepare("select * from channels").all();
    const { results: keys } = await testEnv.DB.prepare("select * from idempotency_keys").all();
    const outputs = [
      ...answers.map(({ text }) => text),
      ...lines,
      JSON.stringify(results),
      JSON.stringify(keys),
    ].join("\n");
    expect(lines.length).toBeGreaterThan(answers.length);
    expect(outputs).not.toContain("hush-");
    expect(outputs).not.toContain("whsec_hush");
  });

  it("stay when a replacement omits them, each by itself", async () => {
    const { id } = await newCloudChannel();
    const before = await rowOf(id);
    expect(
      (await client.put(`/channels/${id}`, { name: "C", external_id: "9" })).body.data.credentials
        .app_secret,
    ).toBe(true);
    expect(await rowOf(id)).toEqual(before);
    expect(
      (
        await renew(
          id,
          { APP_KEY: OLD },
          { access_token: "EAAG-renewed", app_secret: null, verify_token: "" },
        )
      ).status,
    ).toBe(200);
    expect((await rowOf(id))!.credentials).not.toBe(before!.credentials);
    expect((await renew(id, { APP_KEY: OLD }, {})).body.data.credentials).toMatchObject({
      app_secret: true,
      verify_token: true,
    });
  });

  it("of two replacements at once are all kept", async () => {
    const { id } = await newCloudChannel();
    const interrupt = vi.fn(
      async () => void (await renew(id, { APP_KEY: OLD }, { app_secret: "their-secret" })),
    );
    const DB = new Proxy(testEnv.DB, {
      get(db, name) {
        if (name !== "batch") return Reflect.get(db, name).bind(db);
        return async (statements: D1PreparedStatement[]) => {
          if (interrupt.mock.calls.length === 0) await interrupt();
          return db.batch(statements);
        };
      },
    });
    const fetcher = (request: Request) => serve(request, { DB });
    const json = { name: "Mine", external_id: "9", credentials: { access_token: "EAAG-mine" } };
    const { status } = await client.put(`/channels/${id}`, json, { fetcher });
    expect([status, interrupt.mock.calls.length]).toEqual([200, 1]);
    const { credentials } = (await rowOf(id))!;
    expect(await openCredentials([OLD], id, credentials)).toEqual({
      access_token: "EAAG-mine",
      app_secret: "their-secret",
      verify_token: "verify-me",
    });
  });

  it("of a channel that is deleted during a replacement are not written: 404, and the default stays", async () => {
    const other = await newCloudChannel();
    const DB = new Proxy(testEnv.DB, {
      get(db, name) {
        if (name !== "batch") return Reflect.get(db, name).bind(db);
        return async (statements: D1PreparedStatement[]) => {
          await db.prepare("delete from channels where id = ?").bind(deleted.at(-1)).run();
          return db.batch(statements);
        };
      },
    });
    const deleted: number[] = [];
    for (const credentials of [undefined, { access_token: "EAAG-mine" }]) {
      const { id } = await newCloudChannel();
      deleted.push(id);
      const json = { name: "Mine", external_id: "9", is_default: true, credentials };
      expect(
        (
          await client.put(`/channels/${id}`, json, {
            fetcher: (request) => serve(request, { DB }),
          })
        ).status,
      ).toBe(404);
    }
    expect((await client.get(`/channels/${other.id}`)).body.data.is_default).toBe(true);
  });
});

describe("a change of APP_KEY", () => {
  const lacking = {
    "credentials.app_secret": [expect.any(String)],
    "credentials.verify_token": [expect.any(String)],
  };

  it("leaves credentials usable while the previous key is known", async () => {
    const { id } = await newCloudChannel();
    expect((await renew(id, { APP_KEY: NEW, APP_KEY_BEFORE: OLD })).status).toBe(200);
    expect((await renew(id, { APP_KEY: NEW })).status).toBe(200);
    await renew(id, { APP_KEY: OLD, APP_KEY_BEFORE: NEW });
  });

  it("requires credentials again that it can't open, and accepts them", async () => {
    const { id } = await newCloudChannel();
    listen();
    const { status, body } = await renew(id, { APP_KEY: NEW });
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors: lacking });
    expect((await renew(id, { APP_KEY: NEW }, metaAccount().credentials)).status).toBe(200);
    expect((await renew(id, { APP_KEY: NEW })).status).toBe(200);
  });

  it("is followed by the cron, after which the previous key can be dropped", async () => {
    const made = await Promise.all(Array.from({ length: 3 }, () => newCloudChannel()));
    const sandbox = await newChannel(client);
    await runCron({ APP_KEY: NEW, APP_KEY_BEFORE: OLD });
    for (const { id } of made) expect((await renew(id, { APP_KEY: NEW })).status).toBe(200);
    expect(await rowOf(sandbox.id)).toEqual({ credentials: null, sealed_with: null });
    const before = await rowOf(made[0]!.id);
    await runCron({ APP_KEY: NEW });
    expect(await rowOf(made[0]!.id)).toEqual(before);
    await runCron({ APP_KEY: OLD, APP_KEY_BEFORE: NEW });
  });

  it("is not held up by credentials that can't be opened, however many; a run names them once", async () => {
    const { id: model } = await newCloudChannel();
    await testEnv.DB.prepare(
      `insert into channels (workspace_id, platform, provider, name, credentials, sealed_with, created_at, updated_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < 120)
       select workspace_id, platform, provider, 'Broken', 'AAAA' || i, 'lost-key', 0, 0 from n, channels where channels.id = ?`,
    )
      .bind(model)
      .run();
    const { id } = await newChannel(await newWorkspace(), {
      provider: "whatsapp_cloud",
      ...metaAccount(),
    });
    const lines = listen();
    await runCron({ APP_KEY: NEW, APP_KEY_BEFORE: OLD });
    const sealers = new Set([(await rowOf(model))!.sealed_with, (await rowOf(id))!.sealed_with]);
    expect([...sealers]).toEqual([expect.stringMatching(/^[\w-]{8}$/)]);
    expect((await renew(model, { APP_KEY: NEW })).status).toBe(200);
    const warnings = lines
      .map((line) => JSON.parse(line))
      .filter(({ message }) => message === "secrets not opened");
    expect(warnings).toEqual([
      {
        level: "error",
        message: "secrets not opened",
        table: "channels",
        rows: 120,
        ids: expect.any(Array),
      },
    ]);
    await testEnv.DB.prepare("delete from channels where name = 'Broken'").run();
    await runCron({ APP_KEY: OLD, APP_KEY_BEFORE: NEW });
  });

  it("does not undo what is written while the cron runs", async () => {
    const { id } = await newCloudChannel();
    const DB = new Proxy(testEnv.DB, {
      get(db, name) {
        if (name !== "prepare") return Reflect.get(db, name).bind(db);
        return (text: string) => {
          const statement = db.prepare(text);
          if (!/^\s*update channels\s+set credentials/.test(text)) return statement;
          return {
            bind: (...values: unknown[]) => ({
              run: () =>
                renew(id, { APP_KEY: LOST }, metaAccount().credentials).then(() =>
                  statement.bind(...values).run(),
                ),
            }),
          };
        };
      },
    });
    await runCron({ APP_KEY: NEW, APP_KEY_BEFORE: OLD }, DB as unknown as D1Database);
    expect((await renew(id, { APP_KEY: LOST })).status).toBe(200);
  });

  it("costs the cron one index lookup when there is nothing to do", async () => {
    await testEnv.DB.prepare("delete from channels").run();
    for (let i = 0; i < 20; i++) await newCloudChannel();
    const { meter, database } = metered(testEnv.DB);
    await runCron({ APP_KEY: OLD }, database);
    const queries = meter.statements.filter(({ text }) =>
      /from channels[\s\S]*sealed_with/.test(text),
    );
    const costs = queries.map(async ({ text, values }) => {
      const { meta } = await testEnv.DB.prepare(text)
        .bind(...values)
        .run();
      return meta.rows_read;
    });
    const [rowsRead, ...others] = await Promise.all(costs);
    expect(others).toEqual([]);
    expect(rowsRead).toBeLessThan(10);
  });
});
