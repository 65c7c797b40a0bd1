import { beforeAll, describe, expect, it } from "vitest";
import { type Client, newLead, newTag, newWorkspace } from "../support/api";
import { flowOf } from "../support/flow";
import { simulate, wayOf } from "../support/simulation";

// Simulations and test runs that triggers start.

let client: Client;
let tag: { id: number };
let scenario: { id: number };

const GRAPH = flowOf(
  {
    by: [
      "condition",
      { branches: [{ handle: "vip", all: [{ field: "trigger.id", op: "equals", value: "vip" }] }] },
    ],
    fan: ["message", { text: "Dear {{trigger.type}}" }],
    hello: ["message", { text: "You said {{trigger.text|nothing}}" }],
  },
  "by:vip>fan by:else>hello",
);

const triggers = () => [
  { id: "guide", type: "keyword", data: { words: ["GUIDE"] } },
  { id: "hot", type: "keyword", data: { words: ["GUIDE"], priority: 5, filter: HOT } },
  { id: "vip", type: "tag_added", data: { tag_ids: [tag.id] } },
  { id: "won", type: "stage_changed", data: { to: ["won"], from: ["engaged"] } },
  { id: "new", type: "lead_created", data: { sources: ["webhook"] } },
  { id: "seen", type: "link_clicked", data: { short_link_ids: [7] } },
  { id: "paid", type: "event", data: { name: "order_paid", filter: LARGE } },
  { id: "first", type: "first_message", data: {} },
  { id: "broken", type: "keyword", data: {} },
];
const HOT = { all: [{ field: "warmth", op: "equals", value: "hot" }] };
const LARGE = { all: [{ field: "trigger.data.total", op: "at_least", value: 100 }] };

beforeAll(async () => {
  client = await newWorkspace();
  tag = await newTag(client);
  const { status, body, text } = await client.post("/scenarios", {
    ...{ name: "Guide", platform: "whatsapp", ...GRAPH, triggers: triggers() },
  });
  expect(status, text).toBe(201);
  scenario = body.data;
});

describe("a simulation that something starts", () => {
  it.each<[string, object, string | null, string[]]>([
    ["a word", { type: "message", text: "the guide, please" }, "guide", ["filtered", "started"]],
    ["no word", { type: "message", text: "Hello" }, null, []],
    ["a first message", { type: "message", text: "Hello", first: true }, "first", ["started"]],
    ["a stage", { type: "stage_changed", from: "engaged", to: "won" }, "won", ["started"]],
    ["the stage of the lead", { type: "stage_changed", to: "won" }, null, []],
    ["a source", { type: "lead_created", source: "webhook" }, "new", ["started"]],
    ["the lead's source", { type: "lead_created" }, null, []],
    ["a click", { type: "click", short_link_id: 7 }, "seen", ["started"]],
    ["another link", { type: "click", short_link_id: 8 }, null, []],
    ["an event", { type: "event", name: "order_paid", data: { total: 120 } }, "paid", ["started"]],
    ["a small event", { type: "event", name: "order_paid" }, null, ["filtered"]],
  ])("%s", async (_, { first, ...cause }: { first?: boolean }, trigger, outcomes) => {
    const lead = first ? {} : { last_reply: "Hi" };
    const simulation = await simulate(client, scenario, { lead, started_by: cause });
    const ofCandidates = simulation.start?.candidates.map(({ outcome }) => outcome) ?? [];
    expect(simulation.start?.trigger_id).toBe(trigger);
    expect(ofCandidates.filter((one) => one !== "outranked")).toEqual(outcomes);
    if (trigger)
      expect(simulation).toMatchObject({ state: "completed", end_reason: "reached_end" });
    else
      expect(simulation).toMatchObject({
        ...{ state: "not_started", stopped_by: "not_started", trail: [], end_reason: null },
      });
  });

  it("goes on with what the cause has changed, and knows its trigger", async () => {
    const tagged = await simulate(client, scenario, {
      lead: {},
      started_by: { type: "tag_added", tag_id: tag.id },
    });
    expect(wayOf(tagged)).toEqual(["by vip", "fan next"]);
    expect(tagged.trail[1]?.message?.text).toBe("Dear tag_added");
    expect(tagged.lead.tag_ids).toEqual([tag.id]);

    const written = await simulate(client, scenario, {
      lead: { last_reply: "Hi", last_inbound_at: "2026-01-01T00:00:00Z" },
      started_by: { type: "message", text: "Guide!" },
    });
    // The message has opened the window.
    expect(written.trail[1]?.message?.text).toBe("You said Guide!");
  });

  it("starts nothing for a word that unsubscribes, or for a lead who has", async () => {
    const stop = { type: "message", text: "STOP" };
    const body = { lead: {}, started_by: stop, triggers: [{ id: "any", type: "any_message" }] };
    const stopped = await simulate(client, scenario, body);
    expect(stopped).toMatchObject({ state: "not_started", start: { outcome: null } });
    expect(stopped.lead.fields.is_optout).toBe(true);
    const out = await simulate(client, scenario, {
      lead: { is_optout: true },
      started_by: { type: "click", short_link_id: 7 },
      events: [{ after_seconds: 5, reply: "Hm" }],
    });
    expect(out).toMatchObject({
      ...{ state: "not_started", ignored_events: [0] },
      start: { outcome: "opted_out", trigger_id: null },
    });
  });

  it("takes a trigger by its id, and the triggers of a body, saved or not", async () => {
    const lead = {};
    const named = await simulate(client, scenario, { lead, trigger_id: "vip" });
    expect(wayOf(named)).toEqual(["by vip", "fan next"]);
    const day = { of: "created_at", offset_minutes: 0, filter: HOT };
    const dated = { lead, trigger_id: "day", triggers: [{ id: "day", type: "date", data: day }] };
    const warmth = async (given: object) =>
      (await simulate(client, scenario, { ...dated, lead: given })).start?.outcome;
    expect(await warmth({ warmth: "hot" })).toBe("started");
    expect(await warmth({ warmth: "cold" })).toBe("filtered");
    expect(await warmth({ warmth: "hot", is_optout: true })).toBe("opted_out");
    const own = [{ id: "mine", type: "any_message" }];
    const { body } = await client.post("/scenarios/simulate", {
      ...{ platform: "whatsapp", ...GRAPH, triggers: own, lead },
      started_by: { type: "message", text: "Hm", message_type: "audio" },
    });
    expect(body.data.start).toMatchObject({ outcome: "started", trigger_id: "mine" });
    expect((await simulate(client, scenario, { lead })).start).toBeNull();
  });

  it("is started by an answer to a story, or by a lead's own, as a test run is", async () => {
    const lead = await newLead(client);
    const variables = { said: "{{trigger.id}}: {{trigger.text|-}}" };
    const said = flowOf({ keep: ["update_lead", { variables }] });
    const { body } = await client.post("/scenarios", {
      ...{ name: "Stories", platform: "instagram", ...said },
      triggers: [
        { id: "any", type: "any_message" },
        { id: "answer", type: "story_reply", data: { story_ids: ["18012"], words: ["love"] } },
        { id: "mention", type: "story_mention" },
      ],
    });
    for (const [cause, trigger, text] of [
      [{ text: "Love it", story_id: "18012" }, "answer", "Love it"],
      [{ text: "Love it", story_id: "18013" }, "any", "Love it"],
      [{ text: "Love it" }, "any", "Love it"],
      [{ message_type: "story_mention" }, "mention", "-"],
    ] as const) {
      const start = { lead_id: lead.id, started_by: { type: "message", ...cause } };
      const simulated = await simulate(client, body.data, start);
      const tested = await client.post(`/scenarios/${body.data.id}/test`, start);
      for (const one of [simulated, tested.body.data])
        expect(one).toMatchObject({
          start: { outcome: "started", trigger_id: trigger },
          lead: { variables: { said: `${trigger}: ${text}` } },
        });
    }
  });

  it("refuses a cause that lacks something, and a trigger that is not there", async () => {
    for (const [input, field] of [
      [{ started_by: { type: "tag_added" } }, "started_by.tag_id"],
      [{ started_by: { type: "tag_added", tag_id: 999_999 } }, "started_by.tag_id"],
      [{ started_by: { type: "moon" } }, "started_by.type"],
      [{ trigger_id: "broken" }, "trigger_id"],
      [{ trigger_id: "vip", started_by: { type: "message", text: "Hi" } }, "trigger_id"],
    ] as const) {
      const { status, body } = await client.post(`/scenarios/${scenario.id}/simulate`, {
        ...{ lead: {}, ...input },
      });
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    }
  });
});

describe("a test run that something starts", () => {
  it("says which trigger has, keeps it, and is not begun without one", async () => {
    const lead = await newLead(client);
    const begin = async (text: string) => {
      const started_by = { type: "message", text };
      const { status, body } = await client.post(`/scenarios/${scenario.id}/test`, {
        ...{ lead_id: lead.id, started_by },
      });
      expect(status).toBe(201);
      return (await client.get(`/test-runs/${body.data.id}`)).body.data;
    };
    const begun = await begin("guide");
    expect(begun.start).toMatchObject({ outcome: "started", trigger_id: "guide" });
    expect(begun.trail[1].message.text).toBe("You said guide");
    const other = flowOf({ end: ["exit"] });
    const { body } = await client.post("/scenarios", {
      ...{ name: "Other", platform: "whatsapp", ...other },
    });
    const idle = await client.post(`/scenarios/${body.data.id}/test`, {
      ...{ lead_id: lead.id, started_by: { type: "message", text: "guide" } },
    });
    expect(idle.body.data).toMatchObject({ state: "not_started", start: { outcome: null } });
  });
});
