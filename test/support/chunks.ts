import { runInDurableObject } from "cloudflare:test";
import { testEnv } from "./env";

/** Keeps an object from working by its alarm. */
const hold = (stub: DurableObjectStub<undefined>) =>
  runInDurableObject(
    stub,
    (_, { storage }) =>
      void Object.assign(storage, {
        getAlarm: async () => null,
        setAlarm: async () => {},
        deleteAlarm: async () => {},
      }),
  );

const stubOf = (namespace: unknown) =>
  (namespace as DurableObjectNamespace<undefined>).getByName("DB");

/** Keeps the worker of chunks from working: only the tests do. */
export const holdChunkWorker = () => hold(stubOf(testEnv.CHUNK_WORKER));

/** Keeps the workers of a database from working. */
export const holdWorkers = () =>
  Promise.all(
    [testEnv.CHUNK_WORKER, testEnv.IMPORT_WORKER, testEnv.EXPORTER].map((one) => hold(stubOf(one))),
  );
