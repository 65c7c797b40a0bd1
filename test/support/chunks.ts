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

/** Keeps the stream of a workspace from looking for listeners, of which a test has none. */
export const holdStream = (workspaceId: number) =>
  hold(testEnv.EVENT_STREAM.getByName(String(workspaceId)) as DurableObjectStub<undefined>);

/** Keeps the workers of a database from working. */
export const holdWorkers = () =>
  Promise.all(
    [testEnv.CHUNK_WORKER, testEnv.IMPORT_WORKER, testEnv.EXPORTER].map((one) => hold(stubOf(one))),
  );
