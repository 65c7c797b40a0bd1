import { expect, it } from "vitest";
import guide from "../../src/features/docs/guides/webhooks.md?raw";
import { newLead, newWorkspace } from "../support/api";
import { runReceiver } from "../support/graph";
import { deliverDue, newReceiver, setEndpoint } from "../support/webhooks";

const code = /```js\n([^`]+)```/.exec(guide)![1]!;

it("is ten lines long", () => {
  expect(code.trim().split("\n")).toHaveLength(10);
});

it("accepts only requests that are signed with its secret", async () => {
  const client = await newWorkspace();
  const [own, forged] = [await newReceiver(client), await newReceiver(client)];
  const url = await runReceiver(code, own.secret);
  for (const { id } of [own, forged]) await setEndpoint(id, { url });
  await newLead(client);
  for (const { id } of [own, forged]) await deliverDue(id);
  const answers = async ({ id }: { id: number }) =>
    (await client.get(`/webhook-deliveries?endpoint_id=${id}`)).body.data;
  expect(await answers(own)).toMatchObject([{ status: "delivered", http_status: 204 }]);
  expect(await answers(forged)).toMatchObject([
    { status: "pending", error: "status", http_status: 400 },
  ]);
});
