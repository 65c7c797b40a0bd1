import { createScheduledController } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  ofEndpoint,
  ofWorkspace,
  openSecrets,
  sealedSecrets,
  signingSecrets,
  type WebhookSecret,
} from "#features/events/webhooks/secrets";
import worker from "../../src/index";
import { type Client, newWorkspace, type Options, withAbilities } from "../support/api";
import { testEnv } from "../support/env";
import { rowsOf } from "../support/rows";
import { serve } from "../support/serve";
import { newEndpoint } from "../support/webhooks";

let client: Client;

beforeEach(async () => {
  client = await newWorkspace();
});

afterEach(() => {
  vi.restoreAllMocks();
});

const DAY = 86_400_000;
const OLD = testEnv.APP_KEY;
const NEW = "the-next-key-of-the-tests-0123456789abcdef";
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

/** The kinds of secrets: how each is shown, rotated and stored. */
type Place = { rotate: string; table: string; column: string; keyColumn: string; id: number };

const places = {
  "an endpoint": async (): Promise<Place> => {
    const { id } = await newEndpoint(client, { is_active: false });
    return {
      rotate: `/webhook-endpoints/${id}/rotate-secret`,
      table: "webhook_endpoints",
      column: "secrets",
      keyColumn: "sealed_with",
      id,
    };
  },
  "a workspace": async (): Promise<Place> => {
    await client.get("/webhook-endpoints/default-secret");
    const rotate = "/webhook-endpoints/default-secret/rotate";
    return {
      rotate,
      table: "workspaces",
      column: "webhook_secrets",
      keyColumn: "webhook_sealed_with",
      id: client.workspaceId,
    };
  },
};

const sealedIn = ({ table, id }: Pick<Place, "table" | "id">) =>
  table === "workspaces" ? ofWorkspace(id) : ofEndpoint(id);
const rowOf = async ({ table, column, keyColumn, id }: Place) => {
  const [row] = await rowsOf<{ sealed: string; key: string }>(
    `select ${column} as sealed, ${keyColumn} as key from ${table} where id = ?`,
    id,
  );
  return row!;
};
const storedIn = async (place: Place, keys = [OLD]) =>
  openSecrets(keys, sealedIn(place), (await rowOf(place)).sealed);

async function store({ table, column, keyColumn, id }: Place, secrets: WebhookSecret[]) {
  const { sealed, sealedWith } = await sealedSecrets(
    { appKey: OLD },
    sealedIn({ table, id }),
    secrets,
  );
  await rowsOf(
    `update ${table} set ${column} = ?, ${keyColumn} = ? where id = ?`,
    sealed,
    sealedWith,
    id,
  );
}

const rotate = ({ rotate }: Place, options?: Options) => client.post(rotate, undefined, options);

describe("the secret of an endpoint", () => {
  it("is shown once, and nowhere else: it is sealed where it is stored", async () => {
    const lines: string[] = [];
    for (const level of ["log", "info", "warn", "error"] as const)
      vi.spyOn(console, level).mockImplementation(
        (...args) => void lines.push(args.map(String).join(" ")),
      );
    const url = "https://example.com/hooks";
    const keyed = { headers: { "Idempotency-Key": "secret" } };
    const { body } = await client.post("/webhook-endpoints", { url, is_active: false }, keyed);
    const { id, secret } = body.data;
    expect(secret).toMatch(SECRET);
    expect(
      (await client.post("/webhook-endpoints", { url, is_active: false }, keyed)).body.data.secret,
    ).toBe(secret);
    const later = [
      await client.get(`/webhook-endpoints/${id}`),
      await client.get("/webhook-endpoints"),
      await client.put(`/webhook-endpoints/${id}`, { url, is_active: false }),
      await client.post(`/webhook-endpoints/${id}/rotate-secret`),
      await client.delete(`/webhook-endpoints/${id}`),
    ];
    expect(later.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const tables = ["webhook_endpoints", "workspaces", "idempotency_keys", "events"];
    const stored = await Promise.all(tables.map((table) => rowsOf(`select * from ${table}`)));
    expect(
      [...later.map(({ text }) => text), ...lines, JSON.stringify(stored)].join("\n"),
    ).not.toContain(secret.slice(6));
  });

  it("opens for no row but its own", async () => {
    const [place, other] = await Promise.all([places["an endpoint"](), places["an endpoint"]()]);
    await rowsOf(
      "update webhook_endpoints set secrets = ? where id = ?",
      (await rowOf(place)).sealed,
      other.id,
    );
    await expect(storedIn(other)).rejects.toThrow("for another row");
    expect(await storedIn(place)).toHaveLength(1);
  });

  it("is different for each endpoint", async () => {
    const made = [await newEndpoint(client), await newEndpoint(client)].map(({ secret }) => secret);
    expect(
      new Set([...made, (await client.get("/webhook-endpoints/default-secret")).body.data.secret])
        .size,
    ).toBe(3);
  });
});

describe("the default secret", () => {
  it("is created once, when it is first requested, and then stays the same", async () => {
    expect(
      await rowsOf("select webhook_secrets from workspaces where id = ?", client.workspaceId),
    ).toEqual([{ webhook_secrets: null }]);
    const asked = await Promise.all(
      Array.from({ length: 4 }, () => client.get("/webhook-endpoints/default-secret")),
    );
    const secrets = asked.map(({ body }) => body.data.secret);
    expect(secrets[0]).toMatch(SECRET);
    expect(new Set(secrets).size).toBe(1);
    const place = await places["a workspace"]();
    expect((await rowOf(place)).sealed).not.toContain(secrets[0].slice(6));
    expect(await storedIn(place)).toEqual([{ secret: secrets[0], until: null }]);
    expect(
      (await (await newWorkspace()).get("/webhook-endpoints/default-secret")).body.data.secret,
    ).not.toBe(secrets[0]);
  });

  it("is shown only to tokens that may change webhooks", async () => {
    expect(
      (
        await (
          await withAbilities(client, "webhooks:read")
        ).get("/webhook-endpoints/default-secret")
      ).status,
    ).toBe(403);
  });

  it("can be rotated before it was ever requested", async () => {
    const { body } = await client.post("/webhook-endpoints/default-secret/rotate");
    expect((await client.get("/webhook-endpoints/default-secret")).body.data).toEqual(body.data);
  });
});

describe.each(Object.entries(places))("rotating the secret of %s", (_, make) => {
  it("returns a new one, beside which the older ones sign for 24 hours", async () => {
    const place = await make();
    const [first] = await storedIn(place);
    const before = Date.now();
    const { status, body } = await rotate(place);
    expect([status, body.data]).toEqual([200, { secret: expect.stringMatching(SECRET) }]);
    const stored = await storedIn(place);
    expect(stored).toEqual([
      { secret: first!.secret, until: expect.any(Number) },
      { secret: body.data.secret, until: null },
    ]);
    const until = stored[0]!.until!;
    expect(until).toBeGreaterThanOrEqual(before + DAY);
    expect(signingSecrets(stored, until - 1)).toEqual([body.data.secret, first!.secret]);
    expect(signingSecrets(stored, until)).toEqual([body.data.secret]);
  });

  it("stores until when an older one signs, and drops expired ones", async () => {
    const place = await make();
    const until = Date.now() + DAY / 2;
    const current = (await storedIn(place)).at(-1)!;
    await store(place, [
      { secret: "whsec_expired", until: 1000 },
      { secret: "whsec_older", until },
      current,
    ]);
    const { body } = await rotate(place);
    const stored = await storedIn(place);
    expect(stored).toEqual([
      { secret: "whsec_older", until },
      { secret: current.secret, until: expect.any(Number) },
      { secret: body.data.secret, until: null },
    ]);
    expect(signingSecrets(stored, Date.now())).toEqual([
      body.data.secret,
      current.secret,
      "whsec_older",
    ]);
  });

  it("is refused when eleven would sign, and changes nothing", async () => {
    const place = await make();
    for (let i = 0; i < 9; i++) expect((await rotate(place)).status).toBe(200);
    const before = await rowOf(place);
    const { status, body } = await rotate(place);
    expect([status, body.message]).toEqual([
      409,
      expect.stringMatching(/^At most 10 secrets sign at a time/),
    ]);
    expect(await rowOf(place)).toEqual(before);
    const [oldest, ...others] = await storedIn(place);
    await store(place, [{ ...oldest!, until: 1000 }, ...others]);
    expect((await rotate(place)).status).toBe(200);
  });

  it("during another rotation loses neither", async () => {
    const place = await make();
    const theirs: string[] = [];
    const DB = new Proxy(testEnv.DB, {
      get(db, name) {
        if (name !== "batch") return Reflect.get(db, name).bind(db);
        return async (statements: D1PreparedStatement[]) => {
          if (theirs.length === 0) theirs.push("", (await rotate(place)).body.data.secret);
          return db.batch(statements);
        };
      },
    });
    const { status, body } = await rotate(place, { fetcher: (request) => serve(request, { DB }) });
    expect(status).toBe(200);
    expect((await storedIn(place)).map(({ secret }) => secret).slice(1)).toEqual([
      theirs[1],
      body.data.secret,
    ]);
  });

  it("twice at once keeps both answers valid", async () => {
    const place = await make();
    const answers = await Promise.all([rotate(place), rotate(place), rotate(place)]);
    const shown = answers
      .filter(({ status }) => status === 200)
      .map(({ body }) => body.data.secret);
    expect(shown.length).toBeGreaterThan(0);
    expect((await storedIn(place)).map(({ secret }) => secret)).toEqual(
      expect.arrayContaining(shown),
    );
  });

  it("returns the same answer for the same Idempotency-Key", async () => {
    const place = await make();
    const keyed = { headers: { "Idempotency-Key": "rotation" } };
    const [first, again] = [await rotate(place, keyed), await rotate(place, keyed)];
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await storedIn(place)).toHaveLength(2);
  });

  it("repairs a secret whose key was lost", async () => {
    const place = await make();
    await rowsOf(`update ${place.table} set ${place.column} = 'AAAA' where id = ?`, place.id);
    const { status, body } = await rotate(place);
    expect(status).toBe(200);
    expect(await storedIn(place)).toEqual([{ secret: body.data.secret, until: null }]);
  });
});

describe.each(Object.entries(places))("after a change of APP_KEY, the secret of %s", (_, make) => {
  const runCron = (keys: Partial<typeof testEnv>) =>
    worker.scheduled(createScheduledController(), { ...testEnv, ...keys });

  it("can be rotated, and the one before still signs", async () => {
    const place = await make();
    const [first] = await storedIn(place);
    const fetcher = (request: Request) => serve(request, { APP_KEY: NEW, APP_KEY_BEFORE: OLD });
    // The token is found by its hash, which does not depend on the key.
    expect((await rotate(place, { fetcher })).status).toBe(200);
    expect((await storedIn(place, [NEW])).map(({ secret }) => secret)[0]).toBe(first!.secret);
  });

  it("is sealed again by the cron only; secrets that can't be opened stay and are named", async () => {
    const [place, lost] = [await make(), await newEndpoint(client, { is_active: false })];
    await rowsOf("update webhook_endpoints set secrets = 'AAAA' where id = ?", lost.id);
    const before = await storedIn(place);
    const lines: string[] = [];
    vi.spyOn(console, "error").mockImplementation((line) => void lines.push(String(line)));
    await runCron({ APP_KEY: NEW, APP_KEY_BEFORE: OLD });
    expect(await storedIn(place, [NEW])).toEqual(before);
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({
        message: "secrets not opened",
        table: "webhook_endpoints",
        ids: expect.arrayContaining([lost.id]),
      }),
    );
    expect(await rowsOf("select secrets from webhook_endpoints where id = ?", lost.id)).toEqual([
      { secrets: "AAAA" },
    ]);
    const row = await rowOf(place);
    await runCron({ APP_KEY: NEW });
    expect(await rowOf(place)).toEqual(row);
    await runCron({ APP_KEY: OLD, APP_KEY_BEFORE: NEW });
    expect(await storedIn(place)).toEqual(before);
  });
});
