import { runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { type Client, newShortLink, newWorkspace } from "../support/api";
import { atTime, click, counterOf } from "../support/clicks";
import { messageSenderOf, newMetaChannel } from "../support/messaging";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

type Object = ReturnType<typeof messageSenderOf> | ReturnType<typeof counterOf>;

const storageOf = <T>(object: Object, act: (storage: DurableObjectStorage) => Promise<T>) =>
  runInDurableObject(object as ReturnType<typeof messageSenderOf>, (_, { storage }) =>
    act(storage),
  );

/** Sets an object's alarm for later than any test lasts. */
async function setAlarm(object: Object) {
  const at = Date.now() + 3_600_000;
  await storageOf(object, (storage) => storage.setAlarm(at));
  return at;
}

const alarmOf = (object: Object) => storageOf(object, (storage) => storage.getAlarm());

describe.each(["a message sender", "a link counter"])("the alarm of %s", (name) => {
  /** The objects, and how each is woken. */
  async function newObject(): Promise<{ object: Object; wake: () => Promise<unknown> }> {
    if (name === "a link counter") {
      const { id, slug } = await newShortLink(client);
      return { object: counterOf(id), wake: () => click(`/${slug}`) };
    }
    const { id } = await newMetaChannel(client);
    return {
      object: messageSenderOf(id),
      wake: () => messageSenderOf(id).wake(id, client.workspaceId),
    };
  }

  it("that should have gone off long ago counts as lost, and is set again", async () => {
    const { object, wake } = await newObject();
    const at = await setAlarm(object);
    await atTime(at + 60_000, wake);
    expect(await alarmOf(object)).toBeGreaterThan(at + 30_000);
  });

  it("that is about to go off is left alone", async () => {
    const { object, wake } = await newObject();
    const at = await setAlarm(object);
    await atTime(at + 100, wake);
    expect(await alarmOf(object)).toBe(at);
  });
});
