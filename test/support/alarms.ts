import { runInDurableObject } from "cloudflare:test";
import { assert } from "vitest";
import type { AnalysisDesk } from "../../src/features/analysis/desk";
import type { ChannelSender } from "../../src/features/messages/sender";
import type { ScenarioClock } from "../../src/features/runs/clock";
import type { WebhookSender } from "../../src/features/webhooks/sender";

/** They are woken by the id of what they work for, and go on by their alarms. */
type Working = ChannelSender | ScenarioClock | WebhookSender | AnalysisDesk;

/** Wakes an object, and lets it go on for as long as it does not wait for a later time. */
export const letWork = <Object extends Working>(stub: DurableObjectStub<Object>, id: number) =>
  runInDurableObject(stub, async (object: Object, { storage }) => {
    await object.wake(id);
    for (let times = 60; times > 0; times--) {
      // Else it would go off by itself too.
      await storage.deleteAlarm();
      await object.alarm();
      const alarm = await storage.getAlarm();
      if (alarm === null || alarm > Date.now()) return;
    }
    assert.fail("The object finds no rest.");
  });

/** When an object looks next. */
export const nextAlarm = <Object extends Working>(stub: DurableObjectStub<Object>) =>
  runInDurableObject(stub, (_: Object, { storage }) => storage.getAlarm());
