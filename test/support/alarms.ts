import { runInDurableObject } from "cloudflare:test";
import { assert } from "vitest";
import type { AnalysisWorker } from "#features/analysis/worker/object";
import type { RunScheduler } from "#features/automation/runs/worker/object";
import type { TriggerWorker } from "#features/automation/triggers/worker/object";
import type { WebhookSender } from "#features/events/webhooks/worker/object";
import type { SourceInbox } from "#features/imports/sources/inbox/object";
import type { MediaFetcher } from "#features/messaging/media/worker/object";
import type { MessageSender } from "#features/messaging/outbound/worker/object";
import { atTime } from "./clicks";

/** The objects that work a queue: ids wake them, and their alarms let them go on. */
type Working =
  | MessageSender
  | RunScheduler
  | TriggerWorker
  | WebhookSender
  | AnalysisWorker
  | MediaFetcher
  | SourceInbox;

/**
 * Keeps an object's alarm from going off while `act` runs. The alarm can still be set and read. On
 * a busy machine it would otherwise go off at any time.
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

/** Wakes an object and runs its alarms until the next one is set to a later time. */
export const runUntilIdle = <Ids extends number[]>(
  stub: DurableObjectStub<Working & { wake: (...ids: Ids) => Promise<void> }>,
  ...ids: Ids
) =>
  runInDurableObject(stub, (object, { storage }) =>
    withoutAlarm(storage, async () => {
      await object.wake(...ids);
      for (let times = 60; times > 0; times--) {
        await storage.deleteAlarm();
        await object.alarm();
        const alarm = await storage.getAlarm();
        // An object that is to go on at once sets its alarm a millisecond ahead.
        if (alarm === null || alarm > Date.now() + 1) return;
      }
      assert.fail("The object still has work after 60 alarms.");
    }),
  );

/**
 * Has an object's alarm go off as time goes on: its clock stops at each of the times, or is beyond
 * it already. The object is woken at some of them first.
 */
export const asTimeGoes = <Ids extends number[]>(
  stub: DurableObjectStub<Working & { wake: (...ids: Ids) => Promise<void> }>,
  times: number[],
  wakeUps: number[],
  ...ids: Ids
) =>
  runInDurableObject(stub, (object, { storage }) =>
    withoutAlarm(storage, async () => {
      let now = 0;
      for (const time of times)
        await atTime(Math.max(time, now), async () => {
          if (wakeUps.includes(time)) await object.wake(...ids);
          const alarm = await storage.getAlarm();
          if (alarm === null || alarm > Date.now()) return;
          await storage.deleteAlarm();
          await object.alarm();
          now = Date.now();
        });
    }),
  );

/** The time of an object's alarm. */
export const nextAlarm = <Object extends Working>(stub: DurableObjectStub<Object>) =>
  runInDurableObject(stub, (_: Object, { storage }) => storage.getAlarm());
