import { describe, expect, it } from "vitest";
import type { RunTrigger } from "#features/automation/engine/trigger";
import {
  after,
  aLead,
  aRun,
  begin,
  effectsOf,
  graphOf,
  reply,
  visitsIn,
} from "#test/support/engine";

const KEYWORD: RunTrigger = {
  id: "guide",
  type: "keyword",
  text: "The *Guide*, please!",
  ref: "spring",
  ad_id: "120211",
  media_id: null,
  name: null,
  data: {},
};
const EVENT: RunTrigger = {
  ...KEYWORD,
  ...{ id: "paid", type: "event", text: null, ref: null, ad_id: null },
  ...{ name: "order_paid", data: { order: { total: 120, items: ["bag"] }, note: "" } },
};

/** True if a clause holds in a run that a trigger has started. */
function holds(trigger: RunTrigger | null, clause: object) {
  const graph = graphOf({ ask: ["condition", { branches: [{ handle: "yes", all: [clause] }] }] });
  return visitsIn(begin(graph, aRun({ trigger })).effects)[0] === "1 ask yes";
}

describe("the trigger of a run", () => {
  it.each<[RunTrigger | null, string, string, unknown, boolean]>([
    [KEYWORD, "trigger.id", "equals", "guide", true],
    [KEYWORD, "trigger.id", "in", ["other", "guide"], true],
    [KEYWORD, "trigger.type", "equals", "keyword", true],
    [KEYWORD, "trigger.type", "equals", "tap", false],
    [KEYWORD, "trigger.text", "contains", "GUIDE", true],
    [{ ...KEYWORD, text: "“Guide”!" }, "trigger.text", "equals", "guide", true],
    [KEYWORD, "trigger.ref", "starts_with", "spr", true],
    [KEYWORD, "trigger.ad_id", "equals", "120211", true],
    [KEYWORD, "trigger.name", "is_not_set", null, true],
    [EVENT, "trigger.name", "equals", "order_paid", true],
    [EVENT, "trigger.data.order.total", "at_least", 100, true],
    [EVENT, "trigger.data.order.items.0", "equals", "bag", true],
    [EVENT, "trigger.data.order.gone", "is_set", null, false],
    [EVENT, "trigger.data.note", "is_set", null, false],
    [EVENT, "trigger.text", "is_set", null, false],
    [null, "trigger.id", "is_set", null, false],
    [null, "trigger.type", "not_equals", "keyword", true],
    [null, "trigger.data.order.total", "is_set", null, false],
  ])("%# is compared by conditions: %s %s %s %s", (trigger, field, op, value, isMet) => {
    expect(holds(trigger, { field, op, value })).toBe(isMet);
  });

  it.each<[RunTrigger | null, string]>([
    [KEYWORD, "guide keyword “The *Guide*, please!” spring none none"],
    [EVENT, "paid event “” none order_paid 120"],
    [null, "no no “” none none none"],
  ])("%# fills placeholders", (trigger, text) => {
    const graph = graphOf({
      say: [
        "message",
        {
          text:
            "{{trigger.id|no}} {{ trigger.type | no }} “{{trigger.text}}” {{trigger.ref|none}} " +
            "{{trigger.name|none}} {{trigger.data.order.total|none}}",
        },
      ],
    });
    // A variable of the lead is none of its fields.
    const lead = aLead({ variables: { trigger: { text: "mine" } } });
    const [sent] = effectsOf(begin(graph, aRun({ trigger, lead })).effects, "send");
    expect(sent?.composed.text).toBe(text);
  });

  it("counts what it sends in the conversation, since nobody has asked for it", () => {
    const graph = graphOf({ say: ["message", { text: "Hi" }] });
    const sentBy = (trigger: RunTrigger | null) =>
      effectsOf(begin(graph, aRun({ trigger })).effects, "send")[0]?.automatic;
    expect(sentBy(KEYWORD)).toBeDefined();
    expect(sentBy(null)).toBeUndefined();
  });
});

describe("the depth of a chain", () => {
  const graph = graphOf(
    {
      wait: ["wait_for_reply", { timeout_seconds: 60 }],
      next: ["start_scenario", { scenario_id: 9 }],
    },
    "wait:reply > next; wait:timeout > next",
  );
  const passing = graphOf({ next: ["start_scenario", { scenario_id: 9 }] });
  const handedOn = (effects: Parameters<typeof effectsOf>[0]) =>
    effectsOf(effects, "start_scenario")[0]?.memory.depth;

  it("is handed on by a node that starts another scenario", () => {
    expect(handedOn(begin(passing, aRun({ memory: { depth: 3 } })).effects)).toBe(3);
    expect(handedOn(begin(passing).effects)).toBeUndefined();
  });

  it("begins anew once the lead replies", () => {
    const run = aRun({ memory: { depth: 3 } });
    const { run: next, effects } = after(graph, run, reply("yes"));
    expect(next.memory.depth).toBeUndefined();
    expect(handedOn(effects)).toBeUndefined();
  });

  it("begins anew once the lead clicks, and with nothing else that happens to the lead", () => {
    const waiting = (event: string) =>
      graphOf(
        { wait: ["wait_for_event", { event }], ask: ["wait_for_reply", {}] },
        "wait:event > ask",
      );
    const run = aRun({ memory: { depth: 3 } });
    const click = { kind: "link_clicked", shortLinkId: 5, isOwn: true } as const;
    const tag = { kind: "tag_added", tagId: 3 } as const;
    expect(after(waiting("link_clicked"), run, click).run.memory.depth).toBeUndefined();
    expect(after(waiting("tag_added"), run, tag).run.memory.depth).toBe(3);
  });
});
