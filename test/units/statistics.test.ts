import { describe, expect, it } from "vitest";
import type { Effect, Run, RunEvent } from "#features/automation/engine/run";
import { step } from "#features/automation/engine/step";
import { shareOf } from "#features/automation/statistics/interval";
import { keyOf, readKey } from "#features/automation/statistics/keys";
import { tally } from "#features/automation/statistics/tally";
import { partsOf } from "#features/operations/statistics/intervals";
import { after, aLead, aRun, graphOf, NOW, reply, time } from "../support/engine";
import { generator } from "../support/pseudo-random";
import { randomEvent, randomGraph, randomMoment, randomRun } from "../support/random-graphs";

type Numbers = Record<string, number>;

const outcomeOf = (before: Run, run: Run, effects: Effect[]) => ({
  claimed: { run: before, graphKey: "7:3", revision: 0, events: [], hasEvents: false },
  run,
  effects,
});

const add = (sums: Numbers, more: Numbers) => {
  for (const [key, n] of Object.entries(more)) sums[key] = (sums[key] ?? 0) + n;
};
/** The counters that are not 0, by readable keys. */
const plain = (counts: Numbers, without = /^$/) =>
  Object.fromEntries(
    Object.entries(counts)
      .filter(([key, n]) => n !== 0 && !without.test(key))
      .map(([key, n]) => [[readKey(key).figure, ...readKey(key).about].join(" "), n]),
  );

describe("the counters of a run", () => {
  it("are the same numbers as counting its steps, on random graphs", () => {
    const random = generator(19);
    for (let times = 0; times < 300; times++) {
      const graph = randomGraph(random);
      let run = randomRun(random);
      let [now, event]: [number, RunEvent] = [NOW, time];
      const counts: Numbers = {};
      const steps = new Map<number, { nodeId: string; outcome: string | null }>();
      for (let events = 0; events < 30 && !run.ended; events++) {
        const stepped = step(graph, run, event, now);
        const outcome = outcomeOf(run, stepped.run, stepped.effects);
        for (const added of tally(outcome, now)) {
          expect(added).toMatchObject({ run: run.id, scenario: 7, version: 3 });
          add(counts, added.counts);
        }
        for (const effect of stepped.effects)
          if (effect.kind === "visit") steps.set(effect.visit.visit, effect.visit);
        run = stepped.run;
        event = randomEvent(random, run);
        now = randomMoment(random, run, now);
      }
      const expected: Numbers = {};
      const count = (...key: string[]) => add(expected, { [key.join(" ")]: 1 });
      if (run.visits > 0) count("started");
      for (const [visit, { nodeId, outcome }] of steps) {
        count("entered", nodeId);
        const isEnd = visit === run.visits && outcome === run.ended?.reason;
        if (outcome !== null && !isEnd) count("left", nodeId, outcome);
      }
      if (run.ended && run.nodeId !== null) {
        count("ended");
        if (run.ended.state === "failed") count("failed");
        count("ended", run.nodeId, run.ended.state, run.ended.reason);
      }
      if (run.waiting && run.nodeId) count("at", run.nodeId);
      expect(plain(counts, /^(replied|tried|converted)/)).toEqual(expected);
    }
  });

  it("count the end of a run that can't be stepped where it stands", () => {
    const graph = graphOf({ one: ["wait_for_reply"] });
    const { run } = after(graph, aRun());
    const ended = { state: "failed", reason: "internal_error" } as const;
    const [counted] = tally(outcomeOf(run, { ...run, waiting: null, ended }, []), NOW);
    expect(plain(counted!.counts)).toEqual({
      ...{ ended: 1, failed: 1, "ended one failed internal_error": 1, "at one": -1 },
    });
  });

  it("count the first reply to a message on the day of the message", () => {
    const graph = graphOf(
      { hi: ["message", { text: "Hi" }], one: ["wait_for_reply"], two: ["wait_for_reply"] },
      "hi > one:reply > two",
    );
    const asked = after(graph, aRun()).run;
    const now = NOW + 86_400_000;
    const first = step(graph, asked, reply("yes"), now);
    const [today, before, ...more] = tally(outcomeOf(asked, first.run, first.effects), now);
    expect([today?.day, before?.day]).toEqual(["2026-11-21", "2026-11-20"]);
    expect(plain(today!.counts)).toMatchObject({ "at one": -1, "at two": 1 });
    expect(plain(before!.counts)).toEqual({ replied: 1, "replied hi": 1 });
    expect(more).toEqual([]);
    const second = step(graph, first.run, reply("again"), now);
    expect(tally(outcomeOf(first.run, second.run, second.effects), now)).toHaveLength(1);
  });
});

it("keys of counters name any node", () => {
  const id = 'a_b\n"é\\😀';
  expect(keyOf("left", id, "next")).toMatch(/^[a-z0-9A-F_]+$/);
  expect(readKey(keyOf("left", id, "next"))).toEqual({ figure: "left", about: [id, "next"] });
});

describe("the goal of a split", () => {
  const branches = [{ handle: "a", percent: 100 }];
  const run = (goal: object, nodes: Parameters<typeof graphOf>[0], edges: string, lead = {}) => {
    const graph = graphOf({ split: ["split", { branches, goal }], ...nodes }, edges);
    return { graph, run: aRun({ lead: aLead(lead) }) };
  };
  const figuresOf = (effects: Effect[]) =>
    effects.flatMap((effect) =>
      effect.kind === "tried" || effect.kind === "converted"
        ? [`${effect.kind} ${effect.nodeId} ${effect.branch}`]
        : [],
    );
  const WAIT = { wait: ["wait_for_event", { event: "custom", filter: { name: "paid" } }] } as const;
  const paid: RunEvent = { kind: "custom", name: "paid" };

  it.each<[string, object, Parameters<typeof graphOf>[0], string]>([
    ["a tag", { type: "tag", tag_id: 9 }, { tag: ["add_tag", { tag_ids: [9] }] }, "split:a > tag"],
    [
      "a stage",
      { type: "stage", stage: "won" },
      { tag: ["add_tag", { tag_ids: [71] }] },
      "split:a > tag",
    ],
    ["a node", { type: "node", node_id: "end" }, { end: ["exit"] }, "split:a > end"],
  ])("is reached by %s", (_, goal, nodes, edges) => {
    const { graph, run: first } = run(goal, nodes, edges);
    const { effects } = after(graph, first);
    expect(figuresOf(effects)).toEqual(["tried split a", "converted split a"]);
  });

  it.each([
    ["an event that the run waits for", { type: "event", event: "custom", name: "paid" }, 1],
    ["no other event", { type: "event", event: "custom", name: "other" }, 0],
  ])("is reached by %s", (_, goal, conversions) => {
    const { graph, run: first } = run(goal, { wait: [...WAIT.wait] }, "split:a > wait");
    expect(figuresOf(after(graph, first).effects)).toEqual(["tried split a"]);
    const { effects } = after(graph, first, paid);
    expect(figuresOf(effects)).toHaveLength(conversions);
  });

  it("is seen once, when a run goes on after its lead has got the tag", () => {
    const { graph, run: first } = run(
      { type: "tag", tag_id: 9 },
      { wait: [...WAIT.wait] },
      "split:a > wait > split wait:event > split",
    );
    const waiting = after(graph, first).run;
    const tagged = { ...waiting, lead: { ...waiting.lead, tagIds: [3, 9] } };
    const next = step(graph, tagged, paid, NOW);
    expect(figuresOf(next.effects)).toEqual(["converted split a"]);
    expect(figuresOf(step(graph, next.run, paid, NOW).effects)).toEqual([]);
  });

  it("does not count a lead who had reached it before", () => {
    const { graph, run: first } = run(
      { type: "tag", tag_id: 3 },
      { end: ["exit"] },
      "split:a > end",
    );
    expect(figuresOf(after(graph, first).effects)).toEqual([]);
  });
});

describe("a share with its confidence", () => {
  // By R: binom::binom.wilson(x, n).
  it.each([
    [0, 10, { share: 0, low: 0, high: 0.2775 }],
    [5, 10, { share: 0.5, low: 0.2366, high: 0.7634 }],
    [10, 10, { share: 1, low: 0.7225, high: 1 }],
    [43, 430, { share: 0.1, low: 0.0751, high: 0.132 }],
  ])("%i of %i", (hits, trials, expected) => expect(shareOf(hits, trials)).toEqual(expected));

  it("is none without trials", () => expect(shareOf(0, 0)).toBeNull());
});

describe("the parts of a range", () => {
  it.each([
    ["day", ["2026-11-29 2026-11-29", "2026-11-30 2026-11-30", "2026-12-01 2026-12-01"]],
    ["week", ["2026-11-29 2026-11-29", "2026-11-30 2026-12-01"]],
    ["month", ["2026-11-29 2026-11-30", "2026-12-01 2026-12-01"]],
  ] as const)("by %s", (interval, expected) =>
    expect(
      partsOf("2026-11-29", "2026-12-01", interval).map(({ from, to }) => `${from} ${to}`),
    ).toEqual(expected),
  );
});
