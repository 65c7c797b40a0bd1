import { beforeAll, describe, expect, it } from "vitest";
import {
  type Client,
  newChannel,
  newInbound,
  newLead,
  newScenario,
  newWorkspace,
} from "../support/api";
import { enrol, newFlow, settle } from "../support/run-scheduler";
import { addMessage, addStep, seedRun } from "../support/runs";

let client: Client;
let scenario: { id: number };

beforeAll(async () => {
  client = await newWorkspace();
  scenario = await newScenario(client);
});

const newRun = async () => seedRun(client, scenario, await newLead(client));

type Step = { visit: number };

describe("the steps of a run", () => {
  it("are listed newest first, with times, outcomes and details", async () => {
    const run = await newRun();
    await addStep(run, 1, { node_id: "start", type: "start" });
    await addStep(run, 2, {
      node_id: "wait",
      type: "wait_for_reply",
      left_at: null,
      outcome: null,
      detail: '{"attempts":1}',
    });
    const { body } = await client.get(`/runs/${run.id}/steps`);
    expect(body.data).toEqual([
      {
        visit: 2,
        node_id: "wait",
        type: "wait_for_reply",
        entered_at: "2023-11-14T22:13:22.000Z",
        left_at: null,
        outcome: null,
        message_id: null,
        detail: { attempts: 1 },
      },
      {
        visit: 1,
        node_id: "start",
        type: "start",
        entered_at: "2023-11-14T22:13:21.000Z",
        left_at: "2023-11-14T22:13:21.500Z",
        outcome: "next",
        message_id: null,
        detail: null,
      },
    ]);
  });

  it("name the message that each of them made, and no other run's", async () => {
    const channel = await newChannel(client);
    const [lead, other] = [await newLead(client), await newLead(client)];
    const { conversation_id } = await newInbound(client, channel.id, lead.id);
    const [run, elsewhere] = [
      await seedRun(client, scenario, lead),
      await seedRun(client, scenario, other),
    ];
    for (const visit of [1, 2, 3]) await addStep(run, visit);
    const sent = { status: "sent", next_attempt_at: null };
    const first = await addMessage(client, run, conversation_id, { visit: 1, ...sent });
    const third = await addMessage(client, run, conversation_id, { visit: 3, ...sent });
    await addMessage(client, elsewhere, conversation_id, { visit: 2, ...sent });
    const { body } = await client.get(`/runs/${run.id}/steps`);
    expect(body.data.map(({ message_id }: { message_id: number | null }) => message_id)).toEqual([
      third,
      null,
      first,
    ]);
  });

  it("are those that the run scheduler has stored", async () => {
    const owner = await newWorkspace();
    const channel = await newChannel(owner);
    const lead = await newLead(owner);
    const { conversation_id } = await newInbound(owner, channel.id, lead.id);
    const flow = await newFlow(
      owner,
      { start: ["start"], hello: ["message", { text: "Hello" }], wait: ["wait_for_reply"] },
      "start > hello > wait",
    );
    const run = await enrol(owner, flow.id, lead.id);
    await settle(owner);
    const [message] = (await owner.get(`/conversations/${conversation_id}/messages`)).body.data;
    const { body } = await owner.get(`/runs/${run.id}/steps`);
    expect(body.data).toMatchObject([
      {
        visit: 3,
        node_id: "wait",
        type: "wait_for_reply",
        left_at: null,
        outcome: null,
        message_id: null,
      },
      { visit: 2, node_id: "hello", type: "message", outcome: "next", message_id: message.id },
      { visit: 1, node_id: "start", type: "start", outcome: "next", message_id: null },
    ]);
    expect((await owner.get(`/runs/${run.id}/explain`)).body.data).toMatchObject({
      next_message: null,
      pending_message: null,
      blocked_by: "timer",
    });
  });

  it("are listed page by page, forward and back", async () => {
    const [run, other] = [await newRun(), await newRun()];
    for (let visit = 1; visit <= 23; visit++) {
      await addStep(run, visit);
      await addStep(other, visit);
    }
    const pages: number[][] = [];
    let path = `/runs/${run.id}/steps?per_page=10`;
    let meta: { prev_cursor: string | null; next_cursor: string | null };
    for (;;) {
      const { body } = await client.get(path);
      pages.push(body.data.map(({ visit }: Step) => visit));
      meta = body.meta;
      if (!body.links.next) break;
      path = body.links.next.replace(/^.*\/v1/, "");
    }
    const from = (first: number, last: number) =>
      Array.from({ length: first - last + 1 }, (_, index) => first - index);
    expect(pages).toEqual([from(23, 14), from(13, 4), from(3, 1)]);
    const back = await client.get(`/runs/${run.id}/steps?per_page=10&cursor=${meta.prev_cursor}`);
    expect(back.body.data.map(({ visit }: Step) => visit)).toEqual(pages[1]);
  });

  it("are empty before the first one", async () => {
    const { body } = await client.get(`/runs/${(await newRun()).id}/steps`);
    expect(body.data).toEqual([]);
    expect(body.links).toEqual({ first: null, last: null, prev: null, next: null });
  });

  it("are only those of the workspace, whatever the query", async () => {
    const run = await newRun();
    await addStep(run, 1);
    const other = await newWorkspace();
    for (const query of ["", "?per_page=9"])
      expect((await other.get(`/runs/${run.id}/steps${query}`)).status).toBe(404);
    expect((await client.get(`/runs/${run.id}/steps?per_page=9`)).status).toBe(422);
  });
});
