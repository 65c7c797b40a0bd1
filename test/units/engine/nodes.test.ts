import { describe, expect, it } from "vitest";
import type { RunEvent } from "#features/automation/engine/run";
import {
  after,
  aLead,
  aRun,
  begin,
  detailOf,
  effectsOf,
  graphOf,
  reply,
  stateOf,
  time,
  visitsIn,
} from "#test/support/engine";
import {
  type Case,
  exited,
  expectCase,
  left,
  next,
  sent,
  stepCase,
} from "#test/support/engine-cases";
import type { Nodes } from "#test/support/flow";

describe("a delay", () => {
  const soon = { until: { date: "2026-11-20T12:00:00Z", offset_seconds: -3600 } };
  it.each<[string, Case]>([
    [
      "waits for its seconds",
      { node: ["delay", { seconds: 90 }], edges: next, visits: ["1 n …"], state: "time 90" },
    ],
    [
      "continues at once without any",
      { node: ["delay", { seconds: 0 }], edges: next, visits: left("next"), state: exited },
    ],
    [
      "waits for a date and an offset",
      { node: ["delay", soon], edges: next, visits: ["1 n …"], state: "time 3600" },
    ],
    [
      "continues at once if the date is now",
      {
        node: ["delay", { until: { date: "2026-11-20T10:00:00Z" } }],
        edges: next,
        visits: left("next"),
        state: exited,
      },
    ],
    [
      "fails at a variable that is not a date",
      {
        node: ["delay", { until: { variable: "city" } }],
        edges: next,
        visits: ["1 n invalid_date"],
        state: "failed/invalid_date",
        detail: { variable: "city" },
      },
    ],
    [
      "waits for a time of day",
      {
        node: ["delay", { at: { time: "12:00", timezone: "Europe/Paris" } }],
        visits: ["1 n …"],
        state: "time 3600",
      },
    ],
    [
      "leaves when its time is up",
      {
        node: ["delay", { seconds: 1 }],
        edges: next,
        events: [time],
        visits: left("next"),
        state: exited,
      },
    ],
    [
      "does not leave earlier",
      { node: ["delay", { seconds: 2 }], edges: next, events: [time], visits: [], state: "time 2" },
    ],
    [
      "is not shortened by a reply",
      {
        node: ["delay", { seconds: 1 }],
        edges: next,
        events: [reply("Hi")],
        visits: [],
        state: "time 1",
      },
    ],
  ])("%s", (_, given) => expectCase(given));
});

describe("a message that is read before it is known to be sent", () => {
  const nodes: Nodes = {
    m: ["message", { text: "Hello" }],
    w: ["wait_for_event", { event: "message_read", timeout_seconds: 60 }],
    v: ["wait_for_event", { event: "message_read", timeout_seconds: 60 }],
    d: ["delay", { seconds: 1 }],
    z: ["exit"],
  };
  const read: RunEvent = { kind: "message_read", nodeId: "m" };
  const stateAfter = (edges: string, ...events: RunEvent[]) => {
    const { run, effects } = after(graphOf(nodes, `m:failed>z ${edges}`), aRun(), ...events);
    return [visitsIn(effects), stateOf(run), run.memory.read];
  };

  it("is kept for the wait that follows", () => {
    expect(stateAfter("m>w w:event>v", read, read)).toEqual([[], "sending", ["m"]]);
    expect(stateAfter("m>w w:event>v", read, sent)).toEqual([
      ["1 m next", "2 w event", "3 v …"],
      "message_read 62",
      undefined,
    ]);
  });

  it("has no effect on a wait after another message", () => {
    expect(stateAfter("m>d d>w", read, sent, time)).toEqual([
      ["2 d next", "3 w …"],
      "message_read 63",
      undefined,
    ]);
  });

  it("is dropped when the run ends", () => {
    expect(stateAfter("m>z", read, { kind: "sending", isSent: false, reason: null })).toEqual([
      ["1 m failed", "2 z exit_node"],
      exited,
      undefined,
    ]);
  });
});

describe("a wait for an event", () => {
  const clicked = (shortLinkId: number, isOwn = true): RunEvent => ({
    kind: "link_clicked",
    shortLinkId,
    isOwn,
  });
  const read = (nodeId: string | null): RunEvent => ({ kind: "message_read", nodeId });
  const tagged = (tagId: number): RunEvent => ({ kind: "tag_added", tagId });
  const moved = (to: string | null): RunEvent => ({ kind: "stage_changed", from: "new", to });
  const custom = (name: string, more: object = {}): RunEvent => ({ kind: "custom", name, ...more });

  it.each<[string, object | null, RunEvent, unknown]>([
    ["link_clicked", null, clicked(5), { short_link_id: 5 }],
    ["link_clicked", null, clicked(5, false), undefined],
    ["link_clicked", { short_link_ids: [4, 5] }, clicked(5, false), { short_link_id: 5 }],
    ["link_clicked", { short_link_ids: [4] }, clicked(5), undefined],
    ["message_read", null, read("n"), { node_id: "n" }],
    ["message_read", { node_ids: ["m"] }, read("m"), { node_id: "m" }],
    ["message_read", { node_ids: ["m"] }, read("n"), undefined],
    ["message_read", { node_ids: ["m"] }, read(null), undefined],
    ["tag_added", null, tagged(3), { tag_id: 3 }],
    ["tag_added", { tag_ids: [3] }, tagged(3), { tag_id: 3 }],
    ["tag_added", { tag_ids: [3] }, tagged(4), undefined],
    ["stage_changed", null, moved(null), { from: "new", to: null }],
    ["stage_changed", { stages: ["won", "lost"] }, moved("won"), { from: "new", to: "won" }],
    ["stage_changed", { stages: ["won"] }, moved("lost"), undefined],
    ["stage_changed", { stages: ["won"] }, moved(null), undefined],
    ["custom", { name: "paid" }, custom("paid"), { name: "paid" }],
    ["custom", { name: "paid" }, custom("paid", { eventId: 5 }), { name: "paid" }],
    ["custom", { name: "paid" }, custom("Paid"), undefined],
    ["custom", { name: "paid" }, tagged(3), undefined],
    ["custom", { name: "paid" }, reply("paid"), undefined],
  ])("%s with %j takes %j as %j", (event, filter, happened, detail) => {
    const given = {
      node: ["wait_for_event", { event, filter, timeout_seconds: 60 }] as [string, unknown],
      edges: "n:event>z",
      events: [happened],
    };
    const { run, effects } = stepCase(given);
    expect(stateOf(run)).toBe(detail ? exited : `${event} 60`);
    expect(visitsIn(effects)).toEqual(detail ? left("event") : []);
    expect(detailOf(effects, 1)).toEqual(detail);
  });

  const untilPaid = (timeout_seconds?: number) =>
    ["wait_for_event", { event: "custom", filter: { name: "paid" }, timeout_seconds }] as [
      string,
      unknown,
    ];
  it.each<[string, Case]>([
    [
      "waits for ever without a timeout",
      { node: untilPaid(), events: [time], visits: [], state: "custom" },
    ],
    [
      "leaves by `timeout`",
      {
        node: untilPaid(1),
        edges: "n:timeout>z",
        events: [time],
        visits: left("timeout"),
        state: exited,
        detail: null,
      },
    ],
    [
      "does not leave earlier",
      { node: untilPaid(2), edges: "n:timeout>z", events: [time], visits: [], state: "custom 2" },
    ],
  ])("%s", (_, given) => expectCase(given));
});

describe("branches", () => {
  const branches = [
    { handle: "hot", all: [{ field: "warmth", op: "equals", value: "hot" }] },
    { handle: "tagged", any: [{ field: "tags", op: "in", value: [3] }] },
  ];
  const hot = aLead({ fields: { warmth: "hot" } });
  it.each<[string, Case]>([
    [
      "are chosen by the first that matches",
      {
        node: ["condition", { branches }],
        edges: "n:hot>z",
        run: { lead: hot },
        visits: left("hot"),
        state: exited,
      },
    ],
    [
      "are checked in their order",
      {
        node: ["condition", { branches }],
        edges: "n:tagged>z",
        visits: left("tagged"),
        state: exited,
      },
    ],
    [
      "fall back to `else`",
      {
        node: ["condition", { branches }],
        edges: "n:else>z",
        run: { lead: aLead({ tagIds: [] }) },
        visits: left("else"),
        state: exited,
      },
    ],
    [
      "may lead nowhere",
      { node: ["condition", { branches }], visits: ["1 n tagged"], state: "completed/reached_end" },
    ],
    [
      "of a split are chosen once",
      {
        node: ["split", { branches: [{ handle: "all", percent: 100 }] }],
        edges: "n:all>z",
        visits: left("all"),
        state: exited,
      },
    ],
  ])("%s", (_, given) => expectCase(given));
});

describe("a change of the lead", () => {
  it("adds tags, also ones that the lead has, and later nodes see them", () => {
    const { run, effects } = stepCase({ node: ["add_tag", { tag_ids: [3, 5] }], edges: next });
    expect(effects[1]).toEqual({ kind: "add_tags", tagIds: [3, 5] });
    expect(run.lead.tagIds).toEqual([3, 5]);
  });

  it.each([
    [[70, 71], "won"],
    [[71, 70, 5], "won"],
    [[3], "new"],
  ])("moves to the stage of the last of the new tags: %j to %s", (tagIds, stage) => {
    const { run } = stepCase({ node: ["add_tag", { tag_ids: tagIds }], edges: next });
    expect(run.lead.fields.pipeline_stage).toBe(stage);
  });

  it("removes tags", () => {
    const { run, effects } = stepCase({ node: ["remove_tag", { tag_ids: [3, 5] }], edges: next });
    expect(effects[1]).toEqual({ kind: "remove_tags", tagIds: [3, 5] });
    expect(run.lead.tagIds).toEqual([]);
  });

  it("sets fields and variables, filled with what they were", () => {
    const data = {
      first_name: "{{last_name}}",
      last_name: "{{nothing}}",
      phone: "06 98 76 54 32",
      warmth: "hot",
      variables: { greeting: "Hello {{first_name}}", city: null, score: 5, isHot: true },
    };
    const { run, effects } = stepCase({ node: ["update_lead", data], edges: next });
    const change = {
      fields: { first_name: "Martin", last_name: null, phone: "+33698765432", warmth: "hot" },
      variables: { greeting: "Hello Élodie", city: null, score: 5, isHot: true },
    };
    expect(effectsOf(effects, "update_lead")).toEqual([{ kind: "update_lead", change }]);
    expect(run.lead).toMatchObject({
      first_name: "Martin",
      last_name: null,
      phone: "+33698765432",
    });
    expect(run.lead.fields.warmth).toBe("hot");
    expect(run.lead.variables).toEqual({ greeting: "Hello Élodie", score: 5, isHot: true });
  });

  it.each([
    [
      "to lost",
      { pipeline_stage: "new", is_lost: false },
      { pipeline_stage: "lost" },
      { is_lost: true },
    ],
    [
      "away from lost",
      { pipeline_stage: "lost", is_lost: true, lost_reason: "other" },
      { pipeline_stage: "won" },
      { is_lost: false, lost_reason: null },
    ],
    [
      "to lost, with a value of its own",
      { pipeline_stage: "new" },
      { pipeline_stage: "lost", is_lost: false },
      { is_lost: false },
    ],
    [
      "to its own stage",
      { pipeline_stage: "lost", is_lost: false },
      { pipeline_stage: "lost" },
      { is_lost: false },
    ],
  ])("moves a lead %s as the store will", (_, fields, data, expected) => {
    const { run, effects } = stepCase({
      node: ["update_lead", data],
      run: { lead: aLead({ fields }) },
    });
    expect(run.lead.fields).toMatchObject(expected);
    expect(effectsOf(effects, "update_lead")[0]?.change.fields).toEqual(data);
  });

  it("starts another scenario, which continues the count of steps", () => {
    const graph = graphOf(
      { a: ["start"], n: ["start_scenario", { scenario_id: 9 }], z: ["exit"] },
      "a>n n>z",
    );
    const { run, effects } = begin(graph, aRun({ memory: { steps: 40 } }));
    expect(effectsOf(effects, "start_scenario")).toEqual([
      { kind: "start_scenario", scenarioId: 9, memory: { steps: 42 } },
    ]);
    expect(stateOf(run)).toBe(exited);
  });
});

describe("a public reply", () => {
  const thanks: [string, unknown] = [
    "comment_reply",
    { texts: ["Thanks {{first_name}} {{preferences_url}}", "Hi"] },
  ];
  const comment = { id: 61, channelId: 2, at: 1, isAnswered: true };
  const onInstagram = {
    platform: "instagram" as const,
    lead: aLead({ conversations: [] }),
    comment,
  };

  it("says one of its texts under the comment, whatever the window, and the same each time", () => {
    const said = new Set<string>();
    for (let id = 1; id <= 20; id++) {
      const steps = [1, 2].map(() =>
        stepCase({ node: thanks, edges: next, run: { ...onInstagram, id } }),
      );
      const [one, other] = steps.map(({ effects }) => effectsOf(effects, "send"));
      expect(one).toEqual(other);
      expect(one).toMatchObject([{ commentId: 61, composed: { type: "comment_reply" } }]);
      said.add(one?.[0]?.composed.text ?? "");
    }
    expect([...said].sort()).toEqual(["Hi", "Thanks Élodie "]);
  });

  it("fails where no comment has started the run", () =>
    expectCase({
      node: thanks,
      run: { ...onInstagram, comment: null },
      visits: ["1 n no_comment"],
      state: "failed/no_comment",
    }));

  it("fails on a platform without comments", () =>
    expectCase({ node: thanks, visits: ["1 n invalid_content"], state: "failed/invalid_content" }));
});
