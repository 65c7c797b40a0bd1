import { beforeEach, describe, expect, it } from "vitest";
import type { StartExplanation } from "#features/automation/triggers/explanation/schema";
import {
  type Client,
  newChannel,
  newInbound,
  newLead,
  newTag,
  newWorkspace,
  withAbilities,
} from "../support/api";
import { explainStart } from "../support/explanations";
import { flowOf } from "../support/flow";
import { meterOf } from "../support/meter";
import { rowsOf } from "../support/rows";
import { enrol, settle } from "../support/run-scheduler";
import { clientAsleep, decideDue, newTriggered } from "../support/trigger-worker";

let client: Client;
let channelId: number;
let lead: { id: number };
beforeEach(async () => {
  client = clientAsleep(await newWorkspace());
  channelId = (await newChannel(client)).id;
  lead = await newLead(client);
});

const keyword = (id: string, words: string[], more: object = {}) => ({
  id,
  type: "keyword",
  data: { words, ...more },
});

const explain = (asked: object) => explainStart(client, asked);

const says = async (text: string) =>
  (await newInbound(client, channelId, lead.id, { text })).id as number;

/** If this happened to the lead. */
const ifSaid = (text: string, more: object = {}) =>
  explain({ lead_id: lead.id, happens: { type: "message", text }, ...more });

/** The outcome of each trigger, in the order of the explanation. */
const outcomesOf = ({ triggers }: StartExplanation) =>
  triggers.map(({ trigger_id: id, fits, outcome }) => `${id} ${fits ? "fits: " : ""}${outcome}`);

describe("an explanation of a message", () => {
  it("says of every trigger whether it fits, in their order, and what started", async () => {
    const first = await newTriggered(client, [
      keyword("other", ["price"]),
      keyword("guide", ["guide"]),
      { id: "bad", type: "keyword", data: {} },
      { id: "any", type: "any_message", data: { priority: 5 } },
      keyword("elsewhere", ["guide"], { channel_ids: [channelId + 1] }),
    ]);
    await newTriggered(client, [keyword("off", ["guide"])], { is_active: false });
    await newTriggered(client, [keyword("ig", ["guide"])], { platform: "instagram" });
    const message = await says("The guide, please");
    const pending = await explain({ message_id: message });
    expect(pending).toMatchObject({
      event_type: "message.received",
      lead_id: lead.id,
      is_pending: true,
      outcome: "started",
      starts: [{ scenario_id: first.id, trigger_id: "any" }],
      evaluation: null,
    });
    expect(outcomesOf(pending)).toEqual([
      "any fits: started",
      "guide fits: outranked",
      "off fits: paused",
      "ig other_platform",
      "other words_differ",
      "elsewhere other_channel",
      "bad invalid",
    ]);
    await decideDue(client);
    const decided = await explain({ message_id: message });
    expect(decided).toMatchObject({
      is_pending: false,
      outcome: "run_beginning",
      evaluation: {
        outcome: "started",
        message_id: message,
        candidates: [{ trigger_id: "any", outcome: "started" }, { trigger_id: "guide" }],
      },
    });
    expect(await explain({ event_id: decided.event_id! })).toEqual(decided);
  });

  it("says that a trigger was switched on later", async () => {
    const message = await says("guide");
    await newTriggered(client, [keyword("guide", ["guide"])]);
    const since = (Date.now() + 60_000) * 1_000;
    await rowsOf("update scenario_triggers set since = ?", since);
    expect(outcomesOf(await explain({ message_id: message }))).toEqual([
      "guide fits: before_activation",
    ]);
  });

  it("names a word of consent, and the run that has taken the message", async () => {
    await newTriggered(client, [keyword("stop", ["stop", "guide"])]);
    const asking = await newTriggered(client, [], {
      ...flowOf({ ask: ["wait_for_reply", {}], end: ["exit", {}] }, "ask:reply > end"),
    });
    const stop = await explain({ message_id: await says("STOP") });
    expect(stop).toMatchObject({
      refusal: { reason: "consent_word", run_id: null },
      starts: [],
      triggers: [{ fits: true, outcome: "consent_word" }],
    });
    lead = await newLead(client);
    const run = await enrol(client, asking.id, lead.id);
    await settle(client);
    for (const one of [await ifSaid("guide"), await explain({ message_id: await says("guide") })])
      expect(one).toMatchObject({
        refusal: { reason: "taken_by_run", run_id: run.id },
        triggers: [{ fits: true, outcome: "taken_by_run" }],
      });
    expect(await ifSaid("STOP")).toMatchObject({ refusal: { reason: "consent_word" } });
  });

  it("says what never starts anything", async () => {
    await newTriggered(client, [{ id: "any", type: "any_message" }]);
    await says("Hi");
    const sent = await client.post(`/leads/${lead.id}/messages`, { type: "text", text: "Hello" });
    const reaction = { type: "reaction", payload: { emoji: "👍", message_id: "1" } };
    const system = await newInbound(client, channelId, lead.id, reaction);
    for (const id of [sent.body.data.id, system.id])
      expect(await explain({ message_id: id })).toMatchObject({
        refusal: { reason: "never_starts" },
        triggers: [{ fits: false, outcome: "never_starts" }],
      });
  });
});

describe("an explanation of a fact", () => {
  it("is of the triggers that react to such an event", async () => {
    const [tag, other] = [await newTag(client), await newTag(client)];
    await newTriggered(client, [
      { id: "one", type: "tag_added", data: { tag_ids: [tag.id] } },
      { id: "other", type: "tag_added", data: { tag_ids: [other.id] } },
      { id: "any", type: "any_message" },
    ]);
    await client.post(`/leads/${lead.id}/tags`, { tag_ids: [tag.id] });
    const { body } = await client.get(`/events?lead_id=${lead.id}`);
    const [added, created] = body.data;
    expect(outcomesOf(await explain({ event_id: added.id }))).toEqual([
      "one fits: started",
      "other tag_differs",
    ]);
    expect(await explain({ event_id: created.id })).toMatchObject({ triggers: [], outcome: null });
  });
});

describe("an explanation of what might happen", () => {
  it("decides by the lead as it would then be, and writes nothing", async () => {
    const data = { filter: { all: [{ field: "pipeline_stage", op: "equals", value: "won" }] } };
    await newTriggered(client, [
      { id: "won", type: "stage_changed", data: { to: ["won"], ...data } },
    ]);
    await newTriggered(client, [
      { id: "first", type: "first_message" },
      keyword("guide", ["guide"], data),
    ]);
    const happens = { type: "stage_changed", to: "won" };
    const meter = await meterOf(async (fetcher) => {
      await client.post("/triggers/explain", { lead_id: lead.id, happens }, { fetcher });
    });
    expect(meter).toMatchObject({ rowsWritten: 0, trips: 1 });
    expect(outcomesOf(await explain({ lead_id: lead.id, happens }))).toEqual(["won fits: started"]);
    expect(outcomesOf(await ifSaid("guide"))).toEqual([
      "guide fits: filtered",
      "first fits: started",
    ]);
    await says("Hi");
    expect(outcomesOf(await ifSaid("guide", { channel_id: channelId }))).toEqual([
      "guide fits: filtered",
      "first written_before",
    ]);
  });
});

describe("an explanation", () => {
  it("refuses what is not there, or is another workspace's, and what is unclear", async () => {
    const message = await says("Hi");
    const { event_id } = await explain({ message_id: message });
    const other = await newWorkspace();
    const happens = { type: "message", text: "Hi" };
    for (const [asked, field] of [
      [{ message_id: message }, "message_id"],
      [{ event_id }, "event_id"],
      [{ lead_id: lead.id, happens }, "lead_id"],
      [{}, "lead_id"],
      [{ lead_id: lead.id }, "happens"],
      [{ happens, event_id }, "happens"],
      [{ message_id: message, event_id }, "event_id"],
      [{ lead_id: lead.id, happens: { type: "click" }, channel_id: 1 }, "channel_id"],
    ] as const) {
      const { status, body } = await other.post("/triggers/explain", asked);
      expect([status, Object.keys(body.errors ?? {})], JSON.stringify(asked)).toEqual([
        422,
        expect.arrayContaining([field]),
      ]);
    }
    const wrong = { lead_id: lead.id, happens, channel_id: (await newChannel(other)).id };
    expect((await client.post("/triggers/explain", wrong)).status).toBe(422);
    for (const ability of ["scenarios:read", "leads:read"] as const) {
      const reader = await withAbilities(client, ability);
      expect((await reader.post("/triggers/explain", { message_id: message })).status).toBe(403);
    }
  });
});
