import { beforeAll, expect, it } from "vitest";
import { type Client, newChannel, newInbound, newLead, newWorkspace } from "../support/api";
import { flowOf } from "../support/flow";
import { clientAsleep, decideDue, newTriggered, outcomesIn } from "../support/trigger-worker";
import { rankedPairs } from "../support/triggers";

// Over HTTP, the triggers of two scenarios are tried in the order in which `match` puts them.

let client: Client;
let channelId: number;
let first: number;
let second: number;
beforeAll(async () => {
  client = clientAsleep(await newWorkspace());
  channelId = (await newChannel(client)).id;
  first = (await newTriggered(client, [])).id;
  second = (await newTriggered(client, [])).id;
});

const flow = flowOf({ pause: ["delay", { seconds: 3600 }] });
let serial = 0;

/** Replaces the triggers of a scenario by others, which are on from then. */
async function switchOn(scenario: number, triggers: { type: string; data: object }[]) {
  const named = triggers.map((trigger) => ({ ...trigger, id: `t${++serial}` }));
  const body = { name: "Ranked", platform: "whatsapp", is_active: true, ...flow, triggers: named };
  expect((await client.put(`/scenarios/${scenario}`, body)).status).toBe(200);
  return named.map(({ id }) => id);
}

/** Expects that of two triggers that fit, the first one that is named starts its run. */
async function expectOrder(lead: { id: number }, winner?: string, loser?: string) {
  await newInbound(client, channelId, lead.id, {
    ...{ type: "interactive", text: "GUIDE", tapped: "GET" },
    payload: { referral: { ad_id: "7" } },
  });
  await decideDue(client);
  expect((await outcomesIn(client)).at(-1)).toEqual([
    ...["started", `${winner} started`, `${loser} outranked`],
  ]);
}

const PAIRS = rankedPairs(0).map(({ higher, lower }, index) => ({
  ...{ index, higher: JSON.stringify(higher), lower: JSON.stringify(lower) },
}));

it.each(PAIRS)("goes by priority, then rank, then age: $higher, $lower", async ({ index }) => {
  const { higher, lower } = rankedPairs(channelId)[index]!;
  const urgent = { ...lower, data: { ...lower.data, priority: 1 } };
  for (const [older, newer, isOlder] of [
    [higher, lower, true],
    [urgent, higher, true],
    [lower, lower, false],
  ] as const) {
    // The newer one is of the older scenario, which decides where neither is newer.
    const [one] = await switchOn(second, [older]);
    const lead = await newLead(client);
    const [other] = await switchOn(first, [newer]);
    await expectOrder(lead, ...(isOlder ? [one, other] : [other, one]));
  }
});

it("goes by the place in the scenario where all else is equal", async () => {
  const lead = await newLead(client);
  await switchOn(first, []);
  const same = { type: "any_message", data: {} };
  await expectOrder(lead, ...(await switchOn(second, [same, same])));
});
