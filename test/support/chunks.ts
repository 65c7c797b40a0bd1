import { runInDurableObject } from "cloudflare:test";
import { testEnv } from "./env";

/** Keeps the worker of chunks from working: only the tests do. */
export const holdChunkWorker = () =>
  runInDurableObject(
    testEnv.CHUNK_WORKER.getByName("DB"),
    (_, { storage }) =>
      void Object.assign(storage, {
        getAlarm: async () => null,
        setAlarm: async () => {},
        deleteAlarm: async () => {},
      }),
  );
