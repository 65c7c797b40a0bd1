import { beforeAll, describe, expect, it } from "vitest";
import {
  type Client,
  newChannel,
  newInbound,
  newLead,
  newScenario,
  newTag,
  newWorkspace,
} from "../support/api";
import { flowOf, type Nodes } from "../support/flow";
import { meterOf } from "../support/meter";
import { after, DAY, HELLO, HOUR, hello, MINUTE, simulate, wayOf } from "../support/simulation";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

describe("a simulation", () => {
  it("uses the current state of a lead: fields, tags and last message", async () => {
    const owner = await newWorkspace();
    const channel = await newChannel(owner);
    const tag = await newTag(owner);
    const lead = await newLead(owner, {
      first_name: "Grace",
      warmth: "hot",
      tag_ids: [tag.id],
      variables: { city: "Lyon" },
    });
    for (const text of ["First", "Last"]) await newInbound(owner, channel.id, lead.id, { text });
    const is = (field: string, value: unknown) => ({
      field,
      op: field === "tags" ? "contains" : "equals",
      value,
    });
    const all = [
      is("warmth", "hot"),
      is("tags", tag.id),
      is("last_reply", "Last"),
      is("window_open", true),
    ];
    const knows = flowOf(
      { knows: ["condition", { branches: [{ handle: "yes", all }] }], ...HELLO },
      "knows:yes > hello",
    );
    const asked = { lead_id: lead.id, start_at: null, ...knows };
    const simulation = await simulate(owner, await newScenario(owner), asked);
    const ofNone = { ...asked, platform: "whatsapp" };
    const { body } = await owner.post("/scenarios/simulate", ofNone);
    expect(wayOf(body.data)).toEqual(wayOf(simulation));
    expect(wayOf(simulation)).toEqual(["knows yes", "hello next"]);
    expect(simulation.trail[1]!.message).toEqual({
      type: "text",
      text: "Hello Grace of Lyon",
      payload: {},
    });
    expect(simulation.lead).toMatchObject({
      tag_ids: [tag.id],
      variables: { city: "Lyon" },
      fields: { first_name: "Grace", warmth: "hot" },
    });
  });

  it("fails when the lead can't be messaged now", async () => {
    const owner = await newWorkspace();
    const [lead, scenario] = [await newLead(owner), await newScenario(owner, hello)];
    const reasonNow = async () =>
      (await simulate(owner, scenario, { lead_id: lead.id, start_at: new Date().toISOString() }))
        .end_reason;
    expect(await reasonNow()).toBe("no_channel");
    const channel = await newChannel(owner);
    expect(await reasonNow()).toBe("window_closed");
    await newInbound(owner, channel.id, lead.id);
    expect(await reasonNow()).toBe("reached_end");
    await owner.post(`/leads/${lead.id}/opt-out`);
    expect(await reasonNow()).toBe("opted_out");
  });

  it.each(["whatsapp", "instagram"])(
    "assumes that a synthetic lead can be reached: %s",
    async (platform) => {
      const owner = await newWorkspace();
      const scenario = await newScenario(owner, { ...hello, platform });
      const reached = async (lead: object) =>
        (await simulate(owner, scenario, { lead })).end_reason;
      expect(await reached({})).toBe("reached_end");
      await newChannel(owner, { platform: platform === "whatsapp" ? "instagram" : "whatsapp" });
      expect(await reached({})).toBe("reached_end");
      const channel = await newChannel(owner, { platform });
      expect(await reached({})).toBe("reached_end");
      expect(await reached({ last_inbound_at: after(-DAY) })).toBe("window_closed");
      expect(await reached({ last_inbound_at: after(1 - DAY) })).toBe("reached_end");
      expect(await reached({ is_optout: true })).toBe("opted_out");
      await owner.put(`/channels/${channel.id}`, { name: "Stopped", is_active: false });
      expect(await reached({})).toBe("channel_stopped");
    },
  );

  it("follows the newest version, active or not, unless it is given a graph", async () => {
    const scenario = await newScenario(client, { ...flowOf({ old: ["exit"] }), is_active: false });
    expect(wayOf(await simulate(client, scenario, { lead: {} }))).toEqual(["old exit_node"]);
    await client.put(`/scenarios/${scenario.id}`, {
      name: "New",
      platform: "whatsapp",
      ...flowOf({ new: ["handoff"] }),
    });
    expect(wayOf(await simulate(client, scenario, { lead: {} }))).toEqual(["new handoff"]);
    expect(
      wayOf(await simulate(client, scenario, { lead: {}, nodes: [{ id: "draft", type: "exit" }] })),
    ).toEqual(["draft exit_node"]);
    expect(await simulate(client, scenario, { lead: {}, nodes: [], edges: [] })).toMatchObject({
      state: "failed",
      end_reason: "invalid_graph",
      trail: [],
    });
  });

  it("splits by the run's id, in the same way each time", async () => {
    const branches = ["a", "b"].map((handle) => ({ handle, percent: 50 }));
    const scenario = await newScenario(
      client,
      flowOf({ half: ["split", { branches }], end: ["exit"] }, "half:a > end"),
    );
    const branchOf = async (run_id?: number) =>
      (await simulate(client, scenario, { lead: {}, run_id })).trail[0]!.outcome;
    const ways = await Promise.all(Array.from({ length: 30 }, (_, index) => branchOf(index + 1)));
    expect(new Set(ways)).toEqual(new Set(["a", "b"]));
    expect(await branchOf(7)).toBe(ways[6]);
    expect(await branchOf()).toBe(ways[0]);
  });

  const SAYS = { hello: ["message", { text: "See https://sho.rt/guide" }] } satisfies Nodes;
  const waitFor = (event: string, filter?: object) =>
    flowOf(
      { ...SAYS, wait: ["wait_for_event", { event, filter, timeout_seconds: DAY }] },
      "hello > wait",
    );

  it.each<[string, object, object]>([
    ["a read", waitFor("message_read", { node_ids: ["hello"] }), { read: true }],
    ["a click", waitFor("link_clicked"), { click: true, short_link_id: 7 }],
    [
      "a click on a link",
      waitFor("link_clicked", { short_link_ids: [5] }),
      { click: true, short_link_id: 5 },
    ],
    ["a stage", waitFor("stage_changed", { stages: ["won"] }), { stage_changed: "won" }],
    [
      "an event through the API",
      waitFor("custom", { name: "call_booked" }),
      { custom: "call_booked" },
    ],
  ])("can play every event that a run waits for: %s", async (_, graph, event) => {
    const scenario = await newScenario(client, graph);
    const simulation = await simulate(client, scenario, {
      lead: {},
      events: [{ after_seconds: HOUR, ...event }],
    });
    expect(wayOf(simulation)).toEqual(["hello next", "wait event"]);
    expect(simulation).toMatchObject({ ended_at: after(HOUR), ignored_events: [] });
  });

  it.each<[string, object, string]>([
    ["a word", { reply: " stop " }, "opted_out"],
    ["a button", { reply: "No more", tapped: "STOP" }, "opted_out"],
    ["a word of the workspace's own", { reply: "Basta" }, "opted_out"],
    ["a sentence", { reply: "Please don't stop" }, "reached_end"],
    ["Meta's own button for marketing", { reply: "Stop promotions" }, "reached_end"],
    ["a word behind a button that is no keyword", { reply: "Stopper", tapped: "1" }, "reached_end"],
  ])("applies the workspace's keywords to a reply: %s", async (_, event, end_reason) => {
    const owner = await newWorkspace();
    await owner.patch("/settings", { opt_out_keywords: ["STOP", "BASTA"] });
    const scenario = await newScenario(
      owner,
      flowOf({ ...HELLO, wait: ["wait_for_reply", { timeout_seconds: DAY }] }, "hello > wait"),
    );
    const simulation = await simulate(owner, scenario, {
      lead: {},
      events: [{ after_seconds: 1, ...event }],
    });
    expect(simulation).toMatchObject({
      end_reason,
      ignored_events: [],
      lead: {
        fields: {
          is_optout: end_reason === "opted_out",
          is_marketing_optout: "reply" in event && event.reply === "Stop promotions",
        },
      },
    });
  });

  it("can add a tag to the lead", async () => {
    const tag = await newTag(client);
    const scenario = await newScenario(client, waitFor("tag_added", { tag_ids: [tag.id] }));
    const simulation = await simulate(client, scenario, {
      lead: {},
      events: [{ after_seconds: HOUR, tag_added: tag.id }],
    });
    expect(wayOf(simulation)).toEqual(["hello next", "wait event"]);
    expect(simulation.lead.tag_ids).toEqual([tag.id]);
  });

  it("answers HTTP request nodes from its script, without a request", async () => {
    const data = { url: "https://example.com/hook", body: "{{first_name}}", save_to: "crm" };
    const scenario = await newScenario(
      client,
      flowOf(
        {
          first: ["webhook", data],
          pause: ["delay", { seconds: HOUR }],
          second: ["webhook", data],
        },
        "first:success > pause > second",
      ),
    );
    const events = [
      { after_seconds: 0, webhook: { is_ok: true, status: 201, saved: { score: 7 } } },
      { after_seconds: MINUTE, webhook: { node_id: "second", is_ok: false } },
    ];
    const simulation = await simulate(client, scenario, { lead: {}, events });
    expect(wayOf(simulation)).toEqual(["first success", "pause next", "second failed"]);
    expect(simulation.trail.map(({ detail }) => detail)).toEqual([
      { status: 201 },
      null,
      { status: 500 },
    ]);
    expect(simulation.lead.variables).toEqual({ crm: { score: 7 } });
  });

  it("takes the findings of analyses from its script, without a model", async () => {
    const adult = { handle: "adult", all: [{ field: "age", op: "at_least", value: 18 }] };
    const worried = {
      handle: "worried",
      all: [{ field: "blockers", op: "contains", value: "price" }],
    };
    const nodes = {
      first: ["ai_analyze"],
      check: ["condition", { branches: [adult, worried] }],
      second: ["ai_analyze"],
      end: ["exit"],
    };
    const graph = flowOf(
      nodes as never,
      "first > check:adult > second:failed > end",
      "check:worried > end",
    );
    const scenario = await newScenario(client, graph);
    const before = { age: 12, blockers: ["The price"], primary_objective: "A guide" };
    expect(wayOf(await simulate(client, scenario, { lead: before }))).toEqual([
      "first next",
      "check worried",
      "end exit_node",
    ]);
    const events = [
      {
        after_seconds: 0,
        analysis: {
          status: "completed",
          fields: { age: 34, levers: ["Time"], is_lost: true, lost_reason: null },
        },
      },
      { after_seconds: 0, analysis: { status: "failed", reason: "timeout" } },
    ];
    const simulation = await simulate(client, scenario, {
      lead: before,
      events: events.slice(0, 1),
    });
    expect(wayOf(simulation)).toEqual(["first next", "check adult", "second next"]);
    expect(simulation).toMatchObject({
      ignored_events: [],
      lead: {
        fields: {
          ...before,
          age: 34,
          levers: ["Time"],
          is_lost: true,
          lost_reason: null,
          professional_situation: null,
        },
      },
    });
    const slow = await simulate(client, scenario, { lead: before, events });
    expect(slow.trail).toMatchObject([
      { outcome: "failed", left_at: after(MINUTE), detail: { reason: "timeout" } },
    ]);
  });

  it("uses the profile of a lead of the workspace, and whether there are messages", async () => {
    const owner = await newWorkspace();
    const lead = await newLead(owner);
    const profile = {
      professional_situation: "A nurse",
      primary_objective: null,
      blockers: ["Time"],
      levers: [],
    };
    await owner.put(`/leads/${lead.id}/profile`, { profile });
    const scenario = await newScenario(owner, flowOf({ look: ["ai_analyze"] }));
    const simulation = await simulate(owner, scenario, { lead_id: lead.id });
    expect(simulation).toMatchObject({
      trail: [{ outcome: "failed", detail: { reason: "no_text" } }],
      lead: { fields: profile },
    });
    const [channel, unknown] = [await newChannel(owner), await newLead(owner)];
    await newInbound(owner, channel.id, unknown.id);
    const other = await simulate(owner, scenario, { lead_id: unknown.id });
    const nothing = {
      professional_situation: null,
      primary_objective: null,
      blockers: [],
      levers: [],
    };
    expect(other).toMatchObject({
      trail: [{ outcome: "next", detail: null }],
      lead: { fields: nothing },
    });
  });

  it("names the events that the run ignored", async () => {
    const scenario = await newScenario(client, waitFor("custom", { name: "wanted" }));
    const events = [
      { after_seconds: 40, custom: "wanted" },
      { after_seconds: 10, custom: "other" },
      { after_seconds: 20, nothing: true },
      { after_seconds: 50, reply: "Too late" },
    ];
    const simulation = await simulate(client, scenario, { lead: {}, events });
    expect(simulation).toMatchObject({ ended_at: after(40), ignored_events: [1, 3] });
  });

  it("stops when the run waits for an event that never comes", async () => {
    const scenario = await newScenario(client, flowOf({ wait: ["wait_for_reply"] }));
    expect(await simulate(client, scenario, { lead: {} })).toMatchObject({
      state: "waiting",
      end_reason: null,
      node_id: "wait",
      waiting_for: "reply",
      next_at: null,
      ended_at: null,
      stopped_by: "waiting",
      trail: [{ node_id: "wait", outcome: null, left_at: null }],
    });
  });

  it.each([
    [1, "visits"],
    [30 * DAY, "time"],
  ])("ends even when the graph loops for ever, every %i seconds", async (seconds, stopped_by) => {
    const scenario = await newScenario(
      client,
      flowOf({ start: ["start"], again: ["delay", { seconds }] }, "start > again > again"),
    );
    const simulation = await simulate(client, scenario, { lead: {} });
    expect(simulation).toMatchObject({ state: "waiting", waiting_for: "time", stopped_by });
    expect(simulation.trail.length).toBeLessThanOrEqual(1_000);
  });

  it.each(["2000-01-01T00:00:00Z", "9990-01-01T00:00:00Z"])(
    "shows only times that the document allows when it begins at %s",
    async (start_at) => {
      const until = { until: { variable: "when", offset_seconds: 366 * DAY } };
      const scenario = await newScenario(
        client,
        flowOf({ year: ["delay", { seconds: 364 * DAY }], wait: ["delay", until] }, "year > wait"),
      );
      for (const when of ["9999-12-31", "0000-01-01"]) {
        const simulation = await simulate(client, scenario, {
          lead: { variables: { when } },
          start_at,
        });
        const isLate = when.startsWith("9");
        expect(simulation.next_at).toBe(isLate ? "9999-12-31T23:59:59.999Z" : null);
        expect(simulation.trail.map(({ at }) => at).join()).toMatch(/^(\d{4}-[^,+]+,?){2}$/);
      }
    },
  );

  it("shows a node that can't be run, with the reason", async () => {
    const scenario = await newScenario(client, flowOf({ odd: ["message", {}] }));
    const simulation = await simulate(client, scenario, { lead: {} });
    const faults = [{ path: "text", message: "The text field is required." }];
    expect(simulation).toMatchObject({ state: "failed", end_reason: "invalid_setting" });
    expect(simulation.trail).toEqual([
      expect.objectContaining({ node_id: "odd", outcome: "invalid_setting", detail: { faults } }),
    ]);
  });

  it("takes one round trip", async () => {
    const [scenario, lead] = [await newScenario(client, hello), await newLead(client)];
    for (const body of [{ lead: {} }, { lead_id: lead.id }]) {
      const meter = await meterOf((fetcher) =>
        client.post(`/scenarios/${scenario.id}/simulate`, body, { fetcher }),
      );
      expect(meter.trips).toBe(1);
    }
  });
});
