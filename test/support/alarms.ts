import { runInDurableObject } from "cloudflare:test";
import { assert } from "vitest";
import type { AnalysisWorker } from "../../src/features/analysis/worker/object";
import type { RunScheduler } from "../../src/features/automation/runs/worker/object";
import type { WebhookSender } from "../../src/features/events/webhooks/worker/object";
import type { MessageSender } from "../../src/features/messaging/outbound/worker/object";

/** They are woken by the id of what they work for, and go on by their alarms. */
type Working = MessageSender | RunScheduler | WebhookSender | AnalysisWorker;

/**
 * Has an object's alarm stand still while something is done: it is set and read, and does not go off by itself, which on a busy machine comes
 * at any time.
 */
async function withoutAlarm(storage: DurableObjectStorage, act: () => Promise<void>) {
  let alarm = await storage.getAlarm();
  await storage.deleteAlarm();
  const still = {
    getAlarm: async () => alarm,
    setAlarm: async (time: number) => {
      alarm = time;
    },
    deleteAlarm: async () => {
      alarm = null;
    },
  };
  Object.assign(storage, still);
  try {
    await act();
  } finally {
    for (const name of Object.keys(still)) Reflect.deleteProperty(storage, name);
    if (alarm !== null) await storage.setAlarm(alarm);
  }
}

/** Wakes an object, and lets it go on for as long as it does not wait for a later time. */
export const runUntilIdle = <Object extends Working>(stub: DurableObjectStub<Object>, id: number) =>
  runInDurableObject(stub, (object: Object, { storage }) =>
    withoutAlarm(storage, async () => {
      await object.wake(id);
      for (let times = 60; times > 0; times--) {
        await storage.deleteAlarm();
        await object.alarm();
        const alarm = await storage.getAlarm();
        // What is to go on at once goes on a millisecond later.
        if (alarm === null || alarm > Date.now() + 1) return;
      }
      assert.fail("The object finds no rest.");
    }),
  );

/** When an object looks next. */
export const nextAlarm = <Object extends Working>(stub: DurableObjectStub<Object>) =>
  runInDurableObject(stub, (_: Object, { storage }) => storage.getAlarm());
