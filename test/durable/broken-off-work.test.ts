import { runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import type { Bindings } from "#env";
import { startJob } from "#features/automation/runs/bulk/job";
import { Exporter } from "#features/imports/exports/worker/object";
import { Archivist } from "#features/operations/backups/object";
import { BulkEnrolmentQueue } from "#features/operations/chunks/bulk-enrolments";
import { WorkspaceMover } from "#features/operations/moves/object";
import { type Client, newLead, newScenario, newWorkspace, unique } from "../support/api";
import { backupOf, beginBackup, operate } from "../support/backups";
import { holdWorkers } from "../support/chunks";
import { testEnv, twoDatabases } from "../support/env";
import { exportOf, orderExport } from "../support/exports";
import { databaseWith, onlyAt } from "../support/message-sender-faults";
import { insertMove, registerDatabases } from "../support/moves";
import { scopeOf } from "../support/scope";

// Work that ends its object three times, by a call that never comes back, fails where it is seen.

type Worker = { alarm(): Promise<unknown> };

type Kind = {
  newWorker: (state: DurableObjectState, env: Bindings) => Worker;
  /** Begins the work; returns how to see what has become of it. */
  begin: (client: Client) => Promise<{ storage: object; see: () => Promise<object> }>;
  /** The service's bindings, one call of which never comes back. */
  hanging: (hang: () => Promise<never>) => Bindings;
  failed: object;
};

/** Nothing that is written to R2 comes back. */
const withoutR2: Kind["hanging"] = (hang) => ({
  ...twoDatabases,
  FILES: new Proxy(testEnv.FILES, {
    get: (files, name) => (name === "put" ? hang : Reflect.get(files, name).bind(files)),
  }),
});

const reason = expect.stringContaining("three times");
const DATABASE = { database: "DB" };

const kinds: Record<string, Kind> = {
  "an export": {
    newWorker: (state, env) => new Exporter(state, env),
    async begin(client) {
      const { id } = await orderExport(client);
      return { storage: DATABASE, see: () => exportOf(client, id) };
    },
    hanging: withoutR2,
    failed: { state: "failed", reason },
  },
  "a backup": {
    newWorker: (state, env) => new Archivist(state, env),
    async begin(client) {
      const { id } = await beginBackup(client.workspaceId);
      return { storage: { backupId: id }, see: () => backupOf(id) };
    },
    hanging: withoutR2,
    failed: { state: "failed", reason },
  },
  "a bulk enrolment": {
    newWorker(state, env) {
      const queue = new BulkEnrolmentQueue(env, "DB", { storage: state.storage });
      return { alarm: () => queue.workNext() };
    },
    async begin(client) {
      const scenario = await newScenario(client);
      const { id } = await startJob(scopeOf(client.workspaceId), scenario.id, {}, null);
      const see = async () => (await client.get(`/bulk-enrolments/${id}`)).body.data;
      return { storage: DATABASE, see };
    },
    // It finds the job, reads the leads of a chunk, and writes it.
    hanging: (hang) => ({ ...twoDatabases, DB: databaseWith(onlyAt(3, hang)) }),
    failed: { state: "failed", reason: "internal_error" },
  },
  // The last: from then on the directory knows two databases.
  "a move": {
    newWorker: (state, env) => new WorkspaceMover(state, env),
    async begin(client) {
      await registerDatabases();
      const moveId = await insertMove(client.workspaceId, "DB_1");
      const see = async () => (await operate("GET", `/moves/${moveId}`)).body.data;
      return { storage: { moveId }, see };
    },
    hanging: (hang) => ({
      ...twoDatabases,
      DB_1: new Proxy(twoDatabases.DB_1, {
        get: (db, name) => (name === "batch" ? hang : Reflect.get(db, name).bind(db)),
      }),
    }),
    failed: { reason },
  },
};

it.each(Object.entries(kinds))(
  "%s that ends its worker three times fails",
  async (_, { newWorker, begin, hanging, failed }) => {
    await holdWorkers();
    const client = await newWorkspace();
    await newLead(client);
    const { storage, see } = await begin(client);
    const object = testEnv.EXPORTER.getByName(`test ${unique()}`) as DurableObjectStub<undefined>;
    await runInDurableObject(object, async (_, state) => {
      for (const [key, value] of Object.entries(storage)) state.storage.kv.put(key, value);
      for (let death = 1; death <= 3; death++) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const hang = () => {
          resolve();
          return new Promise<never>(() => {});
        };
        void newWorker(state, hanging(hang)).alarm();
        await promise;
      }
      expect(await see()).not.toMatchObject(failed);
      await newWorker(state, twoDatabases).alarm();
      await state.storage.deleteAlarm();
    });
    expect(await see()).toMatchObject(failed);
  },
);
