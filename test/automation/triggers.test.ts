import { beforeEach, describe, expect, it } from "vitest";
import {
  type Client,
  make,
  newChannel,
  newInbound,
  newLead,
  newTag,
  newWorkspace,
} from "../support/api";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import { flowOf } from "../support/flow";
import { rowsOf } from "../support/rows";
import { newFlow, settle } from "../support/run-scheduler";
import {
  clientAsleep,
  decideDue,
  evaluationsIn,
  newTriggered,
  outcomesIn,
  startedBy,
  startsIn,
} from "../support/trigger-worker";
import { bindTriggerWorker } from "../support/trigger-worker-faults";

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
const anything = (more: object = {}) => ({
  id: "any",
  type: "any_message",
  data: { again: "always", ...more },
});
const onTag = (id: string, tagId: number, more: object = {}) => ({
  id,
  type: "tag_added",
  data: { tag_ids: [tagId], ...more },
});

async function says(text: string, leadId?: number) {
  const lead = leadId ?? (await newLead(client)).id;
  const message = await newInbound(client, channelId, lead, { text });
  await decideDue(client);
  return { lead, message };
}

/** Ends the active runs of a lead, and lets the five seconds of their beginning pass. */
const passedOn = (lead: number) =>
  testEnv.DB.prepare(
    `update runs set state = 'completed', ended_at = 1, next_at = null, created_at = created_at - 5000
     where lead_id = ?`,
  )
    .bind(lead)
    .run();

async function switched(id: number, is_active: boolean) {
  const { name, platform, nodes, edges } = (await client.get(`/scenarios/${id}`)).body.data;
  return client.put(`/scenarios/${id}`, { name, platform, nodes, edges, is_active });
}

const tagged = (lead: number, tag: number) =>
  client.post(`/leads/${lead}/tags`, { tag_ids: [tag] });

describe("a message", () => {
  it("that fits a trigger starts one run, on the channel that it came by", async () => {
    const scenario = await newTriggered(client, [keyword("guide", "GUIDE")]);
    const { lead, message } = await says("The guide, please");
    expect(await startsIn(client)).toMatchObject([
      {
        scenario: scenario.id,
        lead,
        channel: channelId,
        cause: { trigger_id: "guide", type: "keyword", message_id: message.id },
      },
    ]);
    expect(await outcomesIn(client)).toEqual([["started", "guide started"]]);
  });

  it("that fits none writes nothing", async () => {
    await newTriggered(client, [keyword("guide", "GUIDE")]);
    await says("Hello");
    expect([await startedBy(client), await outcomesIn(client)]).toEqual([[], []]);
  });

  it("starts nothing on another platform", async () => {
    await newTriggered(client, [anything()], { platform: "instagram" });
    await says("Hello");
    expect(await startedBy(client)).toEqual([]);
  });

  it("that unsubscribes starts nothing, though a trigger has the word", async () => {
    await newTriggered(client, [keyword("stop", "STOP"), keyword("start", "START")]);
    const { lead } = await says("STOP");
    await says("START", lead);
    expect([await startedBy(client), await outcomesIn(client)]).toEqual([[], []]);
  });

  it("of a lead that has opted out starts nothing", async () => {
    await newTriggered(client, [keyword("guide", "GUIDE")]);
    const lead = await newLead(client);
    await client.post(`/leads/${lead.id}/opt-out`, {});
    await says("GUIDE", lead.id);
    expect(await outcomesIn(client)).toEqual([["opted_out", "guide opted_out"]]);
  });

  it("that a waiting run takes starts nothing, unless its scenario is paused", async () => {
    await newTriggered(client, [keyword("guide", "GUIDE")]);
    const asking = await newFlow(client, {
      ask: ["wait_for_reply", { timeout_seconds: 3600 }],
    });
    const { lead } = await says("Hello");
    await make(client, `/scenarios/${asking.id}/leads`, { lead_id: lead });
    await settle(client);
    await says("GUIDE", lead);
    const [run] = await rowsOf<{ id: number }>("select id from runs where lead_id = ?", lead);
    const [event] = (await client.get("/events?type[]=message.received")).body.data;
    expect([await startedBy(client), event.data.taken_by_run_id]).toEqual([[], run!.id]);
    await switched(asking.id, false);
    await says("GUIDE", lead);
    expect(await startedBy(client)).toEqual(["guide"]);
  });

  it("that was sent 12 hours ago starts nothing", async () => {
    await newTriggered(client, [keyword("guide", "GUIDE")]);
    await newInbound(client, channelId, (await newLead(client)).id, { text: "GUIDE" });
    await later(12 * 3_600_000 + 60_000, () => decideDue(client));
    expect(await outcomesIn(client)).toEqual([["too_old", "guide too_old"]]);
  });

  it("that was stored before a trigger was on starts nothing, what comes after does", async () => {
    const scenario = await newTriggered(client, [keyword("guide", "GUIDE")]);
    const { lead } = await says("Hello");
    await switched(scenario.id, false);
    await newInbound(client, channelId, lead, { text: "GUIDE" });
    await switched(scenario.id, true);
    await decideDue(client);
    expect(await startedBy(client)).toEqual([]);
    await says("GUIDE", lead);
    expect(await startedBy(client)).toEqual(["guide"]);
  });

  it("starts nothing while a run begins, or the lead has got ten in an hour", async () => {
    for (let n = 0; n < 12; n++) await newTriggered(client, [keyword(`k${n}`, `word${n}`)]);
    const { lead } = await says("word0");
    await says("word1", lead);
    expect((await outcomesIn(client)).at(-1)).toEqual(["run_beginning", "k1 run_beginning"]);
    for (let n = 2; n < 11; n++) {
      await passedOn(lead);
      await says(`word${n}`, lead);
    }
    expect(await startedBy(client)).toHaveLength(10);
    // However many others have pushed them out of the newest.
    await testEnv.DB.prepare("delete from runs").run();
    await testEnv.DB.prepare(
      `insert into trigger_evaluations
         (workspace_id, id, lead_id, lane, outcome, candidates, created_at, updated_at)
       select workspace_id, last + value, lead_id, 'facts', 'filtered', '[]', 1, 1
       from json_each(?) cross join (
         select workspace_id, lead_id, max(id) as last from trigger_evaluations where lead_id = ?)`,
    )
      .bind(JSON.stringify(Array.from({ length: 100 }, (_, n) => n + 1)), lead)
      .run();
    await says("word11", lead);
    expect((await outcomesIn(client)).at(-1)).toEqual(["too_many_starts", "k11 too_many_starts"]);
  });

  it("of a new lead starts its own run beside the one that the new lead has started", async () => {
    await newTriggered(client, [{ id: "new", type: "lead_created", data: { sources: ["api"] } }]);
    await newTriggered(client, [keyword("guide", "GUIDE")]);
    const lead = await newLead(client);
    await newInbound(client, channelId, lead.id, { text: "GUIDE" });
    await bindTriggerWorker(client, { TRIGGER_SETTLE_MS: 2_000 });
    await decideDue(client);
    expect(await startedBy(client)).toEqual(["new"]);
    await later(3_000, () => decideDue(client));
    expect(await startedBy(client)).toEqual(["new", "guide"]);
    // It is no reply to a run that has begun before.
    await newInbound(client, channelId, lead.id, { text: "GUIDE" });
    await later(3_000, () => decideDue(client));
    expect((await outcomesIn(client)).at(-1)).toEqual(["run_beginning", "guide run_beginning"]);
  });

  it("has the next trigger try where `filter` or `again` stops one, and none after a run", async () => {
    const filter = { all: [{ field: "first_name", op: "equals", value: "Nobody" }] };
    await newTriggered(client, [
      keyword("filtered", "GUIDE", { priority: 3, filter }),
      keyword("once", "GUIDE", { priority: 2, again: "never" }),
    ]);
    await newTriggered(client, [anything()]);
    const { lead } = await says("GUIDE");
    await passedOn(lead);
    await says("GUIDE", lead);
    expect(await outcomesIn(client)).toEqual([
      ["started", "filtered filtered", "once started", "any outranked"],
      ["started", "filtered filtered", "once started_before", "any started"],
    ]);
    await testEnv.DB.prepare("update runs set created_at = created_at - 5000").run();
    await says("Hello", lead);
    expect((await outcomesIn(client)).at(-1)).toEqual(["already_active", "any already_active"]);
  });

  it("says what it has started, however many triggers were tried before", async () => {
    const filter = { all: [{ field: "first_name", op: "is_not_set" }] };
    const tried = Array.from({ length: 20 }, (_, n) =>
      keyword(`k${n}`, "GUIDE", { priority: 1, filter }),
    );
    await newTriggered(client, tried);
    const { id } = await newTriggered(client, [keyword("guide", "GUIDE"), anything()]);
    await says("GUIDE");
    const [run] = await startsIn(client);
    expect(await evaluationsIn(client)).toMatchObject([{ outcome: "started", runs: [run?.id] }]);
    const [outcomes] = await outcomesIn(client);
    expect(outcomes?.slice(-2)).toEqual(["k18 filtered", "guide started"]);
    const { body } = await client.get(`/scenarios/${id}/stats`);
    expect(body.data.triggers).toEqual([]);
  });

  it("starts once what may start once, however much has started for the lead", async () => {
    const { id } = await newTriggered(client, [keyword("once", "GUIDE", { again: "never" })]);
    const { lead } = await says("GUIDE");
    await passedOn(lead);
    await rowsOf(
      `with recursive n(n) as (select 1 union all select n + 1 from n where n < 1000)
       insert into trigger_entries (lead_id, scenario_id, trigger_id, workspace_id, at, times)
       select ?, 0, 't' || n, ?, 1, 1 from n`,
      ...[lead, client.workspaceId],
    );
    await says("GUIDE", lead);
    expect((await startsIn(client)).map(({ scenario }) => scenario)).toEqual([id]);
    expect((await outcomesIn(client)).at(-1)).toEqual(["started_before", "once started_before"]);
  });

  it("is left to the person who handles the conversation", async () => {
    await newTriggered(client, [keyword("guide", "GUIDE"), anything()]);
    const { lead, message } = await says("Hello");
    await testEnv.DB.prepare("delete from runs").run();
    const token = (await client.get("/me")).body.data.token.id;
    await client.patch(`/conversations/${message.conversation_id}`, { assignee_id: token });
    await says("GUIDE", lead);
    await client.patch(`/conversations/${message.conversation_id}`, { assignee_id: null });
    await make(client, `/conversations/${message.conversation_id}/messages`, {
      text: "It's me",
      as: "person",
    });
    await says("GUIDE, please", lead);
    expect((await outcomesIn(client)).slice(1)).toEqual([
      ["handled_by_person", "guide handled_by_person", "any outranked"],
    ]);
    expect((await evaluationsIn(client)).at(-1)?.times).toBe(2);
    await client.patch("/settings", { triggers_wait_hours: 0 });
    await says("GUIDE", lead);
    expect((await startedBy(client)).at(-1)).toBe("guide");
  });
});

describe("a fact", () => {
  it("starts each scenario that fits, also for a lead that a person handles", async () => {
    const tag = await newTag(client);
    await newTriggered(client, [onTag("one", tag.id)]);
    await newTriggered(client, [onTag("two", tag.id)]);
    const { lead, message } = await says("Hello");
    const token = (await client.get("/me")).body.data.token.id;
    await client.patch(`/conversations/${message.conversation_id}`, { assignee_id: token });
    await tagged(lead, tag.id);
    await decideDue(client);
    expect((await startedBy(client)).toSorted()).toEqual(["one", "two"]);
  });

  it("waits for the next hour once its trigger has started enough, which is an event", async () => {
    const tag = await newTag(client);
    const scenario = await newTriggered(client, [onTag("two", tag.id, { max_per_hour: 2 })]);
    for (let n = 0; n < 5; n++) await tagged((await newLead(client)).id, tag.id);
    await decideDue(client);
    expect(await startedBy(client)).toHaveLength(2);
    expect((await outcomesIn(client)).map(([outcome]) => outcome)).toEqual([
      "started",
      "started",
      "put_off",
      "put_off",
      "put_off",
    ]);
    const events = (await client.get("/events?type[]=scenario.trigger_limited")).body.data;
    expect(events).toMatchObject([
      { data: { scenario_id: scenario.id, trigger_id: "two", max_per_hour: 2 } },
    ]);
    await later(3_600_000, () => decideDue(client));
    expect(await startedBy(client)).toHaveLength(4);
    await later(7_200_000, () => decideDue(client));
    expect(await startedBy(client)).toHaveLength(5);
    expect(
      await rowsOf("select * from trigger_times where workspace_id = ?", client.workspaceId),
    ).toEqual([]);
  });

  it("waits for no hours that were taken before its scenario was paused, or the limit raised", async () => {
    const tag = await newTag(client);
    const limited = (max_per_hour: number) => [onTag("tag", tag.id, { max_per_hour })];
    const { id } = await newTriggered(client, limited(1));
    const floods = async () => {
      for (let n = 0; n < 5; n++) await tagged((await newLead(client)).id, tag.id);
      await decideDue(client);
    };
    await floods();
    await switched(id, false);
    await switched(id, true);
    await floods();
    expect(await startedBy(client)).toHaveLength(2);
    const { name, platform, nodes, edges } = (await client.get(`/scenarios/${id}`)).body.data;
    const raised = { name, platform, nodes, edges, is_active: true, triggers: limited(3) };
    await client.put(`/scenarios/${id}`, raised);
    await floods();
    expect(await startedBy(client)).toHaveLength(5);
    await later(3_600_000, () => decideDue(client));
    // Those that waited before the pause never start.
    expect(await startedBy(client)).toHaveLength(8);
  });

  it("that runs cause by each other ends after five starts", async () => {
    const [ping, pong] = [await newTag(client), await newTag(client)];
    const tagging = (tag: number, other: number) =>
      flowOf(
        { off: ["remove_tag", { tag_ids: [other] }], on: ["add_tag", { tag_ids: [tag] }] },
        "off > on",
      );
    await newTriggered(client, [onTag("ping", ping.id)], tagging(pong.id, ping.id));
    await newTriggered(client, [onTag("pong", pong.id)], tagging(ping.id, pong.id));
    const lead = await newLead(client);
    await tagged(lead.id, ping.id);
    for (let n = 0; n < 9; n++) {
      await decideDue(client);
      await settle(client);
    }
    const starts = await startsIn(client);
    expect(starts.map(({ cause }) => cause.depth ?? 0)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(starts.slice(1).map(({ cause }) => cause.by)).toEqual(
      starts.slice(0, -1).map(({ id }) => id),
    );
    expect((await outcomesIn(client)).at(-1)?.[0]).toBe("chain_too_long");
  });
});
