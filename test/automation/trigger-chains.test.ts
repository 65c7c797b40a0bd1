import { expect, it } from "vitest";
import { type Client, newChannel, newInbound, newLead, newTag, newWorkspace } from "../support/api";
import { flowOf } from "../support/flow";
import { settle } from "../support/run-scheduler";
import {
  clientAsleep,
  decideDue,
  newTriggered,
  outcomesIn,
  startedBy,
} from "../support/trigger-worker";

// Chains of runs that cause each other.

async function newPair(client: Client, more: Parameters<typeof flowOf>[0] = {}, edges = "") {
  const tags = [await newTag(client), await newTag(client)] as const;
  for (const [index, { id }] of tags.entries()) {
    const other = tags[1 - index]!;
    await newTriggered(client, [{ id: `t${index}`, type: "tag_added", data: { tag_ids: [id] } }], {
      ...flowOf(
        {
          ...(index === 0 && more),
          drop: ["remove_tag", { tag_ids: [other.id] }],
          add: ["add_tag", { tag_ids: [other.id] }],
        },
        index === 0 ? edges : "",
        "drop > add",
      ),
    });
  }
  return tags;
}

/** Decides and steps until nothing is left to be done. */
async function play(client: Client) {
  for (let times = 0; times < 10; times++) {
    await decideDue(client);
    await settle(client);
  }
}

it("two scenarios that tag each other begin to count anew once the lead replies", async () => {
  const client = clientAsleep(await newWorkspace());
  const channel = await newChannel(client);
  const [first] = await newPair(client, { ask: ["wait_for_reply", {}] }, "ask:reply > drop");
  const lead = await newLead(client);
  await client.post(`/leads/${lead.id}/tags`, { tag_ids: [first.id] });
  for (let replies = 0; replies < 4; replies++) {
    await play(client);
    await newInbound(client, channel.id, lead.id);
  }
  await play(client);
  // Each reply lets two more begin, and none is too many.
  expect(await startedBy(client)).toHaveLength(9);
  const outcomes = (await outcomesIn(client)).map(([outcome]) => outcome);
  expect(outcomes).not.toContain("chain_too_long");
});
