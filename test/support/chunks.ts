import { runInDurableObject } from "cloudflare:test";
import { testEnv } from "./env";

/** The time to the alarm of an object that is working, or is about to. */
const REARM_MS = 10_000;

/** Waits until an object has done what it was woken for. */
const settled = (stub: DurableObjectStub<undefined>) =>
  runInDurableObject(stub, async (instance, { storage }) => {
    const isDue = async () => ((await storage.getAlarm()) ?? Infinity) <= Date.now() + REARM_MS;
    while (await isDue()) await Object(instance).alarm();
  });

/** The time after which a held object looks again whether its test file is over. */
const LOOK_MS = 100;
/** Counts the test files, each of which holds objects of its own. */
let file = 0;
/** The objects that this test file holds: one call keeps each, however often it is held. */
const held = new Set<string>();

/**
 * Keeps an object from working by its alarm, also by the one that is set, until the test file ends.
 * A call that stays open keeps it in memory: idle for 10 s, it would be gone, and the next not
 * held.
 */
async function hold(stub: DurableObjectStub<undefined>) {
  await runInDurableObject(stub, async (_, { storage }) => {
    await storage.deleteAlarm();
    Object.assign(storage, {
      getAlarm: async () => null,
      setAlarm: async () => {},
      deleteAlarm: async () => {},
    });
  });
  const key = String(stub.id);
  if (held.has(key)) return;
  held.add(key);
  const own = file;
  const stay = async () => {
    while (file === own) await scheduler.wait(LOOK_MS);
  };
  const isOver = () => file === own && held.delete(key);
  runInDurableObject(stub, stay).then(isOver, isOver);
}

const stubOf = (namespace: unknown) =>
  (namespace as DurableObjectNamespace<undefined>).getByName("DB");

/** Lets a worker finish what it is doing, then keeps it from working until the test file ends. */
async function stop(worker: unknown) {
  await settled(stubOf(worker));
  await hold(stubOf(worker));
}

/** Lets all held objects go. */
export function letGo() {
  file++;
  held.clear();
}

/** Keeps the worker of chunks from working: only the tests do. */
export const holdChunkWorker = () => stop(testEnv.CHUNK_WORKER);

/** Keeps the stream of a workspace from looking for listeners, of which a test has none. */
export const holdStream = (workspaceId: number) =>
  hold(testEnv.EVENT_STREAM.getByName(String(workspaceId)) as DurableObjectStub<undefined>);

/** Keeps a workspace's runs from being stepped, as by a click that is stored. */
export const holdRunScheduler = (workspaceId: number) =>
  hold(testEnv.RUN_SCHEDULER.getByName(String(workspaceId)) as DurableObjectStub<undefined>);

/** Waits until the worker of imports rests: it looks for others once it is done with one. */
export const importWorkerRests = () => settled(stubOf(testEnv.IMPORT_WORKER));

/** Keeps the workers of a database from working. */
export const holdWorkers = () =>
  Promise.all([testEnv.CHUNK_WORKER, testEnv.IMPORT_WORKER, testEnv.EXPORTER].map(stop));
