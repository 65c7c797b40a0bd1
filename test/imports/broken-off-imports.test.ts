import { runInDurableObject } from "cloudflare:test";
import { beforeEach, expect, it } from "vitest";
import { ImportWorker } from "#features/imports/worker/object";
import { type Client, newWorkspace, unique } from "../support/api";
import { holdWorkers } from "../support/chunks";
import { testEnv } from "../support/env";
import { newImport } from "../support/import-files";
import { workbook } from "../support/workbook";

// The worker dies in its turns: a call of R2 never comes back, and another worker finds its
// storage.

let object: DurableObjectStub<undefined>;
let client: Client;

beforeEach(async () => {
  await holdWorkers();
  object = testEnv.IMPORT_WORKER.getByName(`test ${unique()}`) as typeof object;
  client = await newWorkspace();
});

const stateOf = async (of: Client, id: number) => (await of.get(`/imports/${id}`)).body.data;

type Call = "get" | "put";

/** R2 as a worker finds it; `hangs` tells which of its calls never comes back. */
function bucket(hangs: (call: Call, key: string) => boolean) {
  const [reached, calls] = [Promise.withResolvers<void>(), [] as string[]];
  const files = new Proxy(testEnv.FILES, {
    get(object, name) {
      const method = Reflect.get(object, name).bind(object);
      if (name !== "get" && name !== "put") return method;
      return (key: string, ...rest: unknown[]) => {
        calls.push(`${name} ${key.replace(/^.*\//, "").replace(/-[\w-]+-/, "-")}`);
        if (!hangs(name, key)) return method(key, ...rest);
        reached.resolve();
        return new Promise(() => {});
      };
    },
  });
  return { files, reached: reached.promise, calls };
}

/** Lets a new worker work with this R2 until it dies, or has nothing to do. */
const work = ({ files, reached }: ReturnType<typeof bucket>) =>
  runInDurableObject(object, async (_, state) => {
    state.storage.kv.put("database", "DB");
    const worker = new ImportWorker(state, { ...testEnv, FILES: files });
    const rests = async () => {
      do await worker.alarm();
      while ((await state.storage.getAlarm()) !== null);
    };
    await Promise.race([reached, rests()]);
    await state.storage.deleteAlarm();
  });

const rowOf = (...texts: string[]) =>
  `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`;

it("an import that ends the worker three times fails with its reason, and others go on", async () => {
  const file = workbook({ rows: rowOf("email") + rowOf("ana@example.com") });
  const poison = await newImport(client, file);
  const other = await newWorkspace();
  const { id } = await newImport(other, file);
  const isPoison = (_: Call, key: string) => key.startsWith(`imports/${client.workspaceId}/`);
  await work(bucket(isPoison));
  expect((await stateOf(other, id)).state).toBe("reading");
  await work(bucket(isPoison));
  expect((await stateOf(other, id)).state).toBe("ready");
  await work(bucket(isPoison));
  expect((await stateOf(client, poison.id)).state).toBe("reading");
  await work(bucket(isPoison));
  expect(await stateOf(client, poison.id)).toMatchObject({
    ...{ state: "failed", reason_code: "reading_broken_off" },
    reason: expect.stringContaining("too large to be read"),
  });
});

it("a workbook is read on from where the worker died", async () => {
  const rows = Array.from({ length: 250 }, (_, n) => rowOf(`p${n}@example.com`));
  const wide = `<row>${"<c/>".repeat(60_000)}</row>`;
  const xml = [rowOf("email"), ...rows.slice(0, 100), wide, ...rows.slice(100, 200), wide];
  const { id } = await newImport(client, workbook({ rows: [...xml, ...rows.slice(200)].join("") }));
  const first = bucket((call, key) => call === "put" && key.endsWith("-1"));
  await work(first);
  const second = bucket(() => false);
  await work(second);
  expect(first.calls.filter((call) => call.startsWith("put"))).toEqual(["put 0-0", "put 0-1"]);
  expect(second.calls.filter((call) => call.startsWith("put"))).toEqual(["put 0-1", "put 0-2"]);
  expect(await stateOf(client, id)).toMatchObject({ state: "ready", columns: ["email"] });
  const start = await client.post(`/imports/${id}/start`, { mode: "create" });
  expect(start.status).toBe(202);
  await work(bucket(() => false));
  expect(await stateOf(client, id)).toMatchObject({ state: "completed", counts: { created: 250 } });
});
