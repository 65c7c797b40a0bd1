import { createScheduledController } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import worker from "../../src/index";
import { call } from "../support/api";
import { later } from "../support/clicks";
import { testEnv, twoDatabases } from "../support/env";
import { meterOf } from "../support/meter";
import { directoryDb } from "../support/scope";
import { offerSecond, registerSecond } from "../support/second-database";

const token = testEnv.OPERATOR_TOKEN;
const operator = (method: string, path: string, json?: object, headers = {}) =>
  call(method, `/v1${path}`, { token, headers, ...(json && { json }) });
const list = async () => (await operator("GET", "/databases")).body.data;
const create = (json: object = {}, headers = {}) =>
  operator("POST", "/workspaces", { name: "Placed", ...json }, headers);

const run = (query: string, ...values: unknown[]) =>
  directoryDb
    .prepare(query)
    .bind(...values)
    .run();
const setSize = (name: string, bytes: number) =>
  run("update databases set size_bytes = ? where name = ?", bytes, name);
const eachMinute = () =>
  worker.scheduled(createScheduledController({ cron: "* * * * *" }), twoDatabases);

describe("the placement of a workspace", () => {
  const placed = async (json: object = {}) => {
    const { status, body } = await create(json);
    return status === 201 ? body.data.database : [status, body.errors ?? body.message];
  };
  const open = (name: string, is_open: boolean) =>
    operator("PATCH", `/databases/${name}`, { is_open });

  beforeAll(async () => {
    await offerSecond();
    await registerSecond({ is_open: false });
  });

  it("is the smallest open database", async () => {
    await setSize("DB_1", 10);
    expect(await placed()).toBe("DB");
    expect((await open("DB_1", true)).body.data).toMatchObject({ name: "DB_1", is_open: true });
    expect(await placed()).toBe("DB_1");
    await setSize("DB_1", 7e9);
    expect(await placed()).toBe("DB");
    await open("DB", false);
    expect(await placed()).toBe("DB_1");
    await setSize("DB_1", 8e9);
    expect(await placed()).toEqual([409, expect.stringContaining("No open database has room.")]);
    expect(await placed({ database: "DB_1" })).toEqual([
      409,
      expect.stringContaining("DB_1 has no"),
    ]);
    expect(await placed({ database: "DB" })).toBe("DB");
    await open("DB", true);
    expect((await open("DB_7", true)).status).toBe(404);
  });

  it("finds the workspace of an earlier request, whatever has room by then", async () => {
    await setSize("DB_1", 10);
    const key = { "Idempotency-Key": "placed-once" };
    const first = await create({}, key);
    expect(first.body.data.database).toBe("DB_1");
    await open("DB_1", false);
    expect((await create({}, key)).body).toEqual(first.body);
    await run("update idempotency_keys set answer = null where key = 'placed-once'");
    for (const isOpen of [true, false]) {
      await open("DB", isOpen);
      expect((await create({}, key)).body).toEqual(first.body);
    }
    await open("DB", true);
  });

  it("is refused by the field for an unknown database or another jurisdiction", async () => {
    expect(await placed({ database: "DB_7" })).toEqual([
      422,
      { database: ["The selected database is invalid."] },
    ]);
    expect(await placed({ database: "DB", jurisdiction: "eu" })).toEqual([
      422,
      { jurisdiction: ["The selected jurisdiction is invalid."] },
    ]);
    expect(await placed({ jurisdiction: "eu" })).toEqual([
      409,
      expect.stringContaining("eu has room"),
    ]);
    await offerSecond();
    await registerSecond({ jurisdiction: "eu" });
    await setSize("DB_1", 10);
    expect(await placed({ jurisdiction: "eu" })).toBe("DB_1");
    expect(await placed()).toBe("DB");
  });

  it("measures a database whose size is old, and costs one trip more otherwise", async () => {
    await setSize("DB", 9e9);
    expect(await placed()).toEqual([409, expect.stringContaining("No open database")]);
    await later(3 * 3_600_000, async () => expect(await placed()).toBe("DB"));
    const { trips } = await meterOf((fetcher) =>
      call("POST", "/v1/workspaces", { token, json: { name: "Cheap" }, fetcher }),
    );
    expect(trips).toBeLessThanOrEqual(3);
  });

  it("rests on sizes that the cron writes once they have changed by 1 MB, or each hour", async () => {
    const measured = async () =>
      (await list()).map((row: Record<string, unknown>) => [row.size_bytes, row.measured_at]);
    await eachMinute();
    const before = await measured();
    await eachMinute();
    expect(await measured()).toEqual(before);
    await setSize("DB", 5e9);
    await eachMinute();
    const [[size, at], second] = await measured();
    expect(size).toBeLessThan(5e8);
    expect(second).toEqual(before[1]);
    await later(3 * 3_600_000, () => eachMinute());
    for (const [, newest] of await measured())
      expect(Date.parse(newest)).toBeGreaterThan(Date.parse(at));
  });
});
