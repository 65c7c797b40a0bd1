import { describe, expect, it } from "vitest";
import { simulate } from "#features/automation/engine/simulate";
import type { Scripted, SimulatedEvent } from "#features/automation/engine/simulation/script";
import { PUBLIC_ONLY } from "#lib/outbound-url";
import { aLead, aRun, frozen, graphOf, longAgo, NOW, SECOND_MS } from "#test/support/engine";

const at = (afterSeconds: number, event: SimulatedEvent): Scripted => ({ afterSeconds, event });

/** The visits as `0-90 w reply`: entered and left in seconds from the start, node and handle. */
const trailOf = ({ trail }: ReturnType<typeof simulate>) =>
  trail.map(({ nodeId, enteredAt, leftAt, outcome }) => {
    const [from, to] = [enteredAt, leftAt].map((moment) =>
      moment === null ? "" : (moment - NOW) / SECOND_MS,
    );
    return `${from}-${to} ${nodeId} ${outcome ?? "…"}`;
  });

const textsIn = ({ trail }: ReturnType<typeof simulate>) =>
  trail.flatMap(({ effects }) =>
    effects.flatMap((effect) => (effect.kind === "send" ? [effect.composed.text] : [])),
  );

const branches = [{ handle: "adult", all: [{ field: "age", op: "at_least", value: 18 }] }];

const DAY_S = 86_400;
const welcome = graphOf(
  {
    hello: ["message", { text: "Hello {{first_name}}. Your town?" }],
    wait: ["wait_for_reply", { save_to: "town", timeout_seconds: 3 * DAY_S }],
    thanks: ["message", { text: "{{town}}! See https://sho.rt/abc" }],
    click: ["wait_for_event", { event: "link_clicked", timeout_seconds: 3600 }],
    tag: ["add_tag", { tag_ids: [5] }],
    late: ["message", { text: "Are you there?", on_window_closed: "skip" }],
    z: ["exit", { reason: "clicked" }],
  },
  "hello>wait hello:failed>z wait:reply>thanks wait:timeout>late thanks>click click:event>tag click:timeout>z tag>z",
);

describe("a simulation", () => {
  it.each([
    { seconds: 1, sent: 21, stop: "ended" },
    { seconds: 10, sent: 121, stop: "ended" },
    { seconds: 31, sent: 500, stop: "visits" },
  ])("sends $sent messages, one every $seconds s", ({ seconds, sent, stop }) => {
    const pause = ["delay", { seconds }] as const;
    const graph = graphOf(
      {
        a: ["message", { text: "A" }],
        p: [...pause],
        b: ["message", { text: "B" }],
        q: [...pause],
      },
      "a>p p>b b>q q>a",
    );
    const simulated = simulate(graph, aRun(), NOW, []);
    expect([textsIn(simulated).length, simulated.stop]).toEqual([sent, stop]);
    expect(simulated.run.ended?.reason).toBe(stop === "ended" ? "loop_detected" : undefined);
  });

  it("goes through the graph with simulated time", () => {
    const script = [
      at(90, { kind: "reply", text: "Lyon" }),
      at(100, { kind: "read" }),
      at(120, { kind: "click" }),
    ];
    const simulated = simulate(welcome, aRun(), NOW, script);
    expect(trailOf(simulated)).toEqual([
      "0-0 hello next",
      "0-90 wait reply",
      "90-90 thanks next",
      "90-120 click event",
      "120-120 tag next",
      "120-120 z exit_node",
    ]);
    expect(textsIn(simulated)).toEqual([
      "Hello Élodie. Your town?",
      "Lyon! See https://sho.rt/abc",
    ]);
    expect(simulated.trail[4]!.effects).toEqual([{ kind: "add_tags", tagIds: [5] }]);
    expect(simulated).toMatchObject({
      stop: "ended",
      now: NOW + 120_000,
      ignored: [1],
      run: { ended: { reason: "exit_node" } },
    });
    expect(simulated.run.lead).toMatchObject({
      variables: { town: "Lyon" },
      tagIds: [3, 5],
      lastReply: "Lyon",
    });
  });

  it("lets timers run when nothing else happens, and the window close", () => {
    const simulated = simulate(welcome, aRun(), NOW, [at(60, { kind: "nothing" })]);
    expect(trailOf(simulated)).toEqual([
      "0-0 hello next",
      `0-${3 * DAY_S} wait timeout`,
      `${3 * DAY_S}-${3 * DAY_S} late next`,
    ]);
    expect(simulated.trail.at(-1)!.detail).toEqual({ skipped: "window_closed" });
    expect(simulated).toMatchObject({ stop: "ended", ignored: [] });
  });

  it("opens the window when the lead writes", () => {
    const graph = graphOf(
      { w: ["wait_for_reply", {}], m: ["message", { text: "Hi" }] },
      "w:reply>m",
    );
    for (const lead of [aLead(longAgo), aLead({ conversations: [] })]) {
      const simulated = simulate(graph, aRun({ lead }), NOW, [
        at(5, { kind: "reply", text: "Hello" }),
      ]);
      expect(textsIn(simulated)).toEqual(["Hi"]);
    }
    expect(
      simulate(graphOf({ m: ["message", { text: "Hi" }] }), aRun({ lead: aLead(longAgo) }), NOW, [])
        .run.ended?.reason,
    ).toBe("window_closed");
  });

  it("does what is due at a moment before the events of that moment, whatever the script's order", () => {
    const graph = graphOf(
      {
        w: ["wait_for_reply", { timeout_seconds: 60 }],
        d: ["delay", { seconds: 10 }],
        v: ["wait_for_reply", {}],
      },
      "w:timeout>d d>v",
    );
    const script = [
      at(70, { kind: "reply", text: "second" }),
      at(60, { kind: "reply", text: "first" }),
    ];
    const simulated = simulate(graph, aRun(), NOW, script);
    expect(trailOf(simulated)).toEqual(["0-60 w timeout", "60-70 d next", "70-70 v reply"]);
    expect(simulated.ignored).toEqual([1]);
  });

  it("stops when a run waits for an event that never comes", () => {
    const simulated = simulate(graphOf({ w: ["wait_for_reply", {}] }), aRun(), NOW, [
      at(10, { kind: "click" }),
    ]);
    expect(simulated).toMatchObject({
      stop: "waiting",
      ignored: [0],
      now: NOW + 10_000,
      run: { ended: null },
    });
    expect(trailOf(simulated)).toEqual(["0- w …"]);
  });

  it("stops after a year, and after a thousand visits", () => {
    const graph = (seconds: number) => graphOf({ d: ["delay", { seconds }] }, "d>d");
    const slow = simulate(graph(30 * DAY_S), aRun(), NOW, []);
    expect(slow).toMatchObject({ stop: "time", now: NOW + 365 * DAY_S * 1000 });
    expect(slow.trail).toHaveLength(13);
    const fast = simulate(graph(1), aRun(), NOW, []);
    expect(fast.stop).toBe("visits");
    expect(fast.trail).toHaveLength(1000);
    expect(
      simulate(graph(1), aRun(), NOW, [], PUBLIC_ONLY, { durationMs: 5000, visits: 100 }),
    ).toMatchObject({ stop: "time" });
  });

  it.each<[string, object, SimulatedEvent, boolean]>([
    ["link_clicked", {}, { kind: "click" }, true],
    ["link_clicked", {}, { kind: "click", shortLinkId: 6 }, true],
    ["link_clicked", { short_link_ids: [5] }, { kind: "click" }, true],
    ["link_clicked", { short_link_ids: [5] }, { kind: "click", shortLinkId: 6 }, false],
    ["message_read", {}, { kind: "read" }, true],
    ["message_read", { node_ids: ["m"] }, { kind: "read" }, true],
    ["message_read", { node_ids: ["n"] }, { kind: "read" }, false],
    ["tag_added", { tag_ids: [5] }, { kind: "tag_added", tagId: 5 }, true],
    ["tag_added", {}, { kind: "tag_added", tagId: 3 }, false],
    ["stage_changed", { stages: ["won"] }, { kind: "stage_changed", stage: "won" }, true],
    ["stage_changed", {}, { kind: "stage_changed", stage: "new" }, false],
    ["custom", { name: "paid" }, { kind: "custom", name: "paid" }, true],
    ["custom", { name: "paid" }, { kind: "nothing" }, false],
  ])("at %s with %j plays %j: %s", (event, filter, happened, isTaken) => {
    const graph = graphOf(
      {
        m: ["message", { text: "Hi: https://sho.rt/abc" }],
        n: ["wait_for_event", { event, filter }],
      },
      "m>n",
    );
    const simulated = simulate(graph, aRun(), NOW, [at(1, happened)]);
    expect(simulated.stop).toBe(isTaken ? "ended" : "waiting");
    expect(simulated.ignored).toEqual(isTaken || happened.kind === "nothing" ? [] : [0]);
  });

  it("does not count a click as one on the run's own link if it has sent none", () => {
    const graph = graphOf(
      {
        m: ["message", { text: "https://example.com/a" }],
        n: ["wait_for_event", { event: "link_clicked" }],
      },
      "m>n",
    );
    expect(simulate(graph, aRun(), NOW, [at(1, { kind: "click" })])).toMatchObject({
      stop: "waiting",
      ignored: [0],
    });
    const filtered = graphOf({
      n: ["wait_for_event", { event: "link_clicked", filter: { short_link_ids: [5] } }],
    });
    expect(simulate(filtered, aRun(), NOW, [at(1, { kind: "click" })])).toMatchObject({
      stop: "ended",
      ignored: [],
    });
  });

  it("moves the lead to the stage of a tag that is new to it, which a run may wait for", () => {
    const graph = graphOf({
      w: ["wait_for_event", { event: "stage_changed", filter: { stages: ["won"] } }],
    });
    const simulated = simulate(graph, aRun(), NOW, [
      at(1, { kind: "tag_added", tagId: 70 }),
      at(2, { kind: "tag_added", tagId: 71 }),
    ]);
    expect(simulated).toMatchObject({
      stop: "ended",
      ignored: [0],
      run: { lead: { tagIds: [3, 70, 71] } },
    });
    expect(simulated.trail.at(-1)!.detail).toEqual({ from: "engaged", to: "won" });
  });

  it("changes the lead with a tag and a stage", () => {
    const branches = [
      {
        handle: "lost",
        all: [
          { field: "is_lost", op: "equals", value: true },
          { field: "tags", op: "contains", value: 5 },
        ],
      },
    ];
    const graph = graphOf(
      {
        w: ["wait_for_event", { event: "stage_changed" }],
        c: ["condition", { branches }],
        z: ["exit"],
      },
      "w:event>c c:lost>z",
    );
    const script = [
      at(1, { kind: "tag_added", tagId: 5 }),
      at(2, { kind: "stage_changed", stage: "lost" }),
    ];
    const simulated = simulate(graph, aRun(), NOW, script);
    expect(trailOf(simulated)).toContain("2-2 c lost");
    expect(simulated.trail[0]!.detail).toEqual({ from: "new", to: "lost" });
  });

  it("ends when the lead unsubscribes", () => {
    const simulated = simulate(welcome, aRun(), NOW, [
      at(5, { kind: "opt_out" }),
      at(6, { kind: "reply", text: "Lyon" }),
    ]);
    expect(trailOf(simulated)).toEqual(["0-0 hello next", "0-5 wait opted_out"]);
    expect(simulated.ignored).toEqual([1]);
  });

  it("makes HTTP requests succeed, unless the script says otherwise from then on", () => {
    const graph = graphOf(
      {
        a: ["webhook", { url: "https://example.com", save_to: "answer" }],
        d: ["delay", { seconds: 10 }],
        b: ["webhook", { url: "https://example.com" }],
      },
      "a:success>d a:failed>d d>b b:failed>d b:success>d",
    );
    const outcomes = (...script: Scripted[]) =>
      simulate(graph, aRun(), NOW, script, PUBLIC_ONLY, { durationMs: 25_000, visits: 100 })
        .trail.filter(({ type }) => type === "webhook")
        .map(({ outcome, detail }) => `${outcome} ${detail?.status}`);
    expect(outcomes()).toEqual(["success 200", "success 200", "success 200"]);
    expect(outcomes(at(0, { kind: "webhook", isOk: false }))).toEqual([
      "failed 500",
      "failed 500",
      "failed 500",
    ]);
    expect(outcomes(at(15, { kind: "webhook", isOk: false, status: 404 }))).toEqual([
      "success 200",
      "success 200",
      "failed 404",
    ]);
    expect(outcomes(at(0, { kind: "webhook", nodeId: "a", isOk: false, status: null }))).toEqual([
      "failed null",
      "success 200",
      "success 200",
    ]);
    expect(
      outcomes(at(15, { kind: "webhook", isOk: true }), at(0, { kind: "webhook", isOk: false })),
    ).toEqual(["failed 500", "failed 500", "success 200"]);
    const saved = simulate(
      graph,
      aRun(),
      NOW,
      [at(0, { kind: "webhook", isOk: true, saved: { score: 5 } })],
      PUBLIC_ONLY,
      {
        durationMs: 1,
        visits: 9,
      },
    );
    expect(saved.run.lead.variables.answer).toEqual({ score: 5 });
  });

  it.each([
    ["http://example.com/", false],
    ["https://10.0.0.1/", false],
    ["https://wiki.internal/{{first_name}}", false],
    ["http://localhost:8080/", false],
    ["http://localhost:8080/", true],
  ])(
    "makes an HTTP request to a refused address fail, whatever the script says: %s, on a laptop %j",
    (url, onLaptop) => {
      const graph = graphOf(
        { a: ["webhook", { url, save_to: "answer" }], y: ["exit", {}], n: ["exit", {}] },
        "a:success>y a:failed>n",
      );
      const script = [at(0, { kind: "webhook", isOk: true, saved: 5 })];
      const { trail, run } = simulate(graph, aRun(), NOW, script, {
        ...PUBLIC_ONLY,
        allowsLoopback: onLaptop,
      });
      expect(trail.map(({ nodeId }) => nodeId)).toEqual(["a", onLaptop ? "y" : "n"]);
      expect([trail[0]!.detail, run.lead.variables.answer]).toEqual(
        onLaptop ? [{ status: 200 }, 5] : [{ status: null }, undefined],
      );
    },
  );

  it("makes analyses complete without findings, unless the script says otherwise from then on", () => {
    const graph = graphOf(
      {
        a: ["ai_analyze", { timeout_seconds: 5 }],
        c: ["condition", { branches }],
        d: ["delay", { seconds: 10 }],
      },
      "a>c a:failed>d c:adult>d c:else>d d>a",
    );
    const way = (...script: Scripted[]) =>
      simulate(graph, aRun(), NOW, script, PUBLIC_ONLY, { durationMs: 25_000, visits: 100 })
        .trail.filter(({ type, leftAt }) => type !== "delay" && leftAt !== null)
        .map(({ outcome, detail }) => [outcome, detail?.reason].filter(Boolean).join(" "));
    expect(way()).toEqual(["next", "else", "next", "else", "next", "else"]);
    const found = at(15, { kind: "analysis", status: "completed", fields: { age: 34 } });
    expect(way(found)).toEqual(["next", "else", "next", "else", "next", "adult"]);
    expect(way(at(0, { kind: "analysis", status: "failed" }))).toEqual(
      Array(3).fill("failed unavailable"),
    );
    const ignored = {
      kind: "analysis",
      status: "failed",
      reason: "daily_limit",
      fields: { age: 34 },
    } as const;
    expect(way(found, at(0, ignored))).toEqual([
      "failed daily_limit",
      "failed daily_limit",
      "next",
      "adult",
    ]);
    expect(way(found, at(15, ignored))).toEqual([
      "next",
      "else",
      "next",
      "else",
      "failed daily_limit",
    ]);
    const slow = simulate(
      graph,
      aRun(),
      NOW,
      [at(0, { kind: "analysis", status: "failed", reason: "timeout" })],
      PUBLIC_ONLY,
      {
        durationMs: 6_000,
        visits: 9,
      },
    );
    expect(trailOf(slow)).toEqual(["0-5 a failed", "5- d …"]);
    expect(slow.trail[0]!.detail).toEqual({ reason: "timeout" });
  });

  it("makes an analysis fail when the lead has no conversation, and skips none of the script's events", () => {
    const graph = graphOf({ a: ["ai_analyze"] });
    const script = [at(0, { kind: "analysis", status: "completed", fields: { age: 34 } })];
    const { trail, run, ignored } = simulate(
      graph,
      aRun({ lead: aLead({ conversations: [] }) }),
      NOW,
      script,
    );
    expect([trail[0]!.detail, run.lead.fields.age, ignored]).toEqual([
      { reason: "no_text" },
      null,
      [],
    ]);
  });

  it("shows the request of an HTTP request node, and a scenario that would be started", () => {
    const graph = graphOf(
      { a: ["webhook", { url: "https://example.com" }], b: ["start_scenario", { scenario_id: 9 }] },
      "a:success>b",
    );
    const { trail } = simulate(graph, aRun(), NOW, []);
    expect(trail.map(({ effects }) => effects.map(({ kind }) => kind))).toEqual([
      ["request"],
      ["start_scenario"],
    ]);
  });

  it("does not change its input, and gives the same result again", () => {
    const [run, script] = [
      frozen(aRun()),
      frozen([at(90, { kind: "reply", text: "Lyon" }), at(120, { kind: "click" })]),
    ];
    expect(simulate(welcome, run, NOW, script)).toEqual(simulate(welcome, run, NOW, script));
  });
});
