import { beforeEach, describe, expect, it } from "vitest";
import { type Client, newChannel, newInbound, newLead, newTag, newWorkspace } from "../support/api";
import {
  clientAsleep,
  decideDue,
  newTriggered,
  outcomesIn,
  startedBy,
  startsIn,
} from "../support/trigger-worker";

let client: Client;
let channelId: number;
beforeEach(async () => {
  client = clientAsleep(await newWorkspace());
  channelId = (await newChannel(client)).id;
});

const keyword = (id: string, word: string, more: object = {}) => ({
  id,
  type: "keyword",
  data: { words: [word], ...more },
});

async function says(text: string, leadId?: number) {
  const lead = leadId ?? (await newLead(client)).id;
  const { id } = await newInbound(client, channelId, lead, { text });
  await decideDue(client);
  return { lead, message: id };
}

describe("a message", () => {
  it("that fits a trigger starts one run, on the channel that it came by", async () => {
    const scenario = await newTriggered(client, [keyword("guide", "GUIDE")]);
    const { lead, message } = await says("The guide, please");
    expect(await startsIn(client)).toMatchObject([
      {
        scenario: scenario.id,
        lead,
        cause: { trigger_id: "guide", type: "keyword", message_id: message },
      },
    ]);
    expect(await outcomesIn(client)).toEqual([["started", "guide started"]]);
  });

  it("that fits none writes nothing", async () => {
    await newTriggered(client, [keyword("guide", "GUIDE")]);
    await says("Hello");
    expect([await startedBy(client), await outcomesIn(client)]).toEqual([[], []]);
  });
});

describe("a fact", () => {
  it("starts each scenario that fits", async () => {
    const tag = await newTag(client);
    const data = { tag_ids: [tag.id] };
    await newTriggered(client, [{ id: "one", type: "tag_added", data }]);
    await newTriggered(client, [{ id: "two", type: "tag_added", data }]);
    const lead = await newLead(client);
    await client.post(`/leads/${lead.id}/tags`, { tag_ids: [tag.id] });
    await decideDue(client);
    expect((await startedBy(client)).toSorted()).toEqual(["one", "two"]);
  });
});
