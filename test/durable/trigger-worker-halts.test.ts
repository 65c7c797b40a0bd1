import { beforeEach, describe, expect, it } from "vitest";
import { type Client, call, newChannel, newInbound, newLead, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import { down } from "../support/message-sender-faults";
import { reachedQuotas, setQuotas } from "../support/quotas";
import {
  alarmOfTriggerWorker,
  clientAsleep,
  decideDue,
  newTriggered,
  outcomesIn,
  startedBy,
} from "../support/trigger-worker";
import { atCall, bindTriggerWorker } from "../support/trigger-worker-faults";

let client: Client;
let channelId: number;
beforeEach(async () => {
  client = clientAsleep(await newWorkspace());
  channelId = (await newChannel(client)).id;
});

const anything = { id: "any", type: "any_message", data: { again: "always" } };
const writes = async () => {
  const lead = await newLead(client);
  await newInbound(client, channelId, lead.id, { text: "Hello" });
  return lead.id;
};

describe("nothing is decided", () => {
  const token = testEnv.OPERATOR_TOKEN;
  const suspension = (what: "suspend" | "resume") =>
    call("POST", `/v1/workspaces/${client.workspaceId}/${what}`, {
      token,
      json: what === "suspend" ? { reason: "The invoice is not paid." } : undefined,
    });

  it("while a workspace is suspended, and then nothing that is 12 hours old", async () => {
    await newTriggered(client, [anything]);
    await writes();
    await suspension("suspend");
    await decideDue(client);
    expect([await startedBy(client), await alarmOfTriggerWorker(client)]).toEqual([[], null]);
    await suspension("resume");
    await decideDue(client);
    expect(await startedBy(client)).toEqual(["any"]);
    await writes();
    await suspension("suspend");
    await later(13 * 3_600_000, () => suspension("resume").then(() => decideDue(client)));
    expect((await outcomesIn(client)).slice(1)).toEqual([["too_old", "any too_old"]]);
  });

  it("while a workspace is full", async () => {
    await newTriggered(client, [anything]);
    await writes();
    await setQuotas(client, { stored_bytes: 1 });
    await decideDue(client);
    expect([await startedBy(client), await reachedQuotas(client)]).toMatchObject([
      [],
      [{ quota: "stored_bytes" }],
    ]);
    await setQuotas(client, { stored_bytes: 1_000_000_000 });
    await decideDue(client);
    expect(await startedBy(client)).toEqual(["any"]);
  });

  it("over the quota of triggered runs a day", async () => {
    await newTriggered(client, [anything]);
    await setQuotas(client, { triggered_runs_per_day: 1 });
    await writes();
    await writes();
    await decideDue(client);
    expect([await outcomesIn(client), await reachedQuotas(client)]).toEqual([
      [
        ["started", "any started"],
        ["quota_reached", "any quota_reached"],
      ],
      [{ quota: "triggered_runs_per_day", limit: 1 }],
    ]);
    expect((await client.get("/usage")).body.data.days[0]).toMatchObject({ runs_triggered: 1 });
  });

  it.each<[string, (lead: number, scenario: number) => Promise<unknown>]>([
    ["a scenario was paused", (_, id) => switched(id, false)],
    ["a scenario was paused and activated", (_, id) => switched(id, false, true)],
    ["a scenario was deleted", (_, id) => client.delete(`/scenarios/${id}`)],
    ["a lead has opted out", (lead) => client.post(`/leads/${lead}/opt-out`, {})],
    ["the channel was deleted", () => client.delete(`/channels/${channelId}`)],
    ["a lead was deleted", (lead) => client.delete(`/leads/${lead}`)],
  ])("once it was answered that %s, whatever was read before", async (_, act) => {
    const scenario = await newTriggered(client, [anything]);
    const lead = await writes();
    await atCall(client, 2, async (commit) => {
      const { status } = (await act(lead, scenario.id)) as { status: number };
      expect(status).toBeLessThan(300);
      return commit();
    });
    await decideDue(client);
    expect(await startedBy(client)).toEqual([]);
  });

  async function switched(id: number, ...states: boolean[]) {
    const { name, platform, nodes, edges } = (await client.get(`/scenarios/${id}`)).body.data;
    let answer = { status: 0 };
    for (const is_active of states)
      answer = await client.put(`/scenarios/${id}`, { name, platform, nodes, edges, is_active });
    return answer;
  }

  it("while D1 does not answer, and nothing is lost", async () => {
    await newTriggered(client, [anything]);
    await writes();
    await atCall(client, 1, down);
    await decideDue(client);
    expect(await startedBy(client)).toEqual([]);
    await bindTriggerWorker(client, {});
    await decideDue(client);
    expect(await startedBy(client)).toEqual(["any"]);
  });
});
