import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { make, newLead, newWorkspace } from "../support/api";
import { eventually } from "../support/eventually";
import { askForStream, listen, streamOf } from "../support/streams";

it("sends an event to 1,000 listeners, refuses more, and does nothing while they wait", async () => {
  const client = await newWorkspace();
  const tokens = await Promise.all(
    Array.from({ length: 10 }, () => make(client, "/tokens", { name: "Many" })),
  );
  const each = Array.from({ length: 100 }, () => tokens).flat();
  const listeners = await Promise.all(each.map((token) => listen(token)));
  expect((await askForStream(tokens[0].token)).status).toBe(429);
  const refused = await askForStream(client.token);
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining("1,000") });
  expect(refused.headers.get("Retry-After")).toBe("10");
  listeners.shift()?.socket.close();
  await eventually(async () => {
    const { status, webSocket } = await askForStream(tokens[0].token);
    webSocket?.accept();
    expect(status).toBe(101);
  });
  const stream = streamOf(client);
  await evictDurableObject(stream);
  expect(await runInDurableObject(stream, (_, { storage }) => storage.getAlarm())).toBeNull();
  await newLead(client);
  await Promise.all(listeners.map((listener) => listener.received(1)));
  expect(new Set(listeners.flatMap(({ ids }) => ids)).size).toBe(1);
  for (const { socket } of listeners) socket.close();
});
