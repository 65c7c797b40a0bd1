import { describe, expect, it } from "vitest";
import { simulate } from "#features/automation/engine/simulate";
import { step } from "#features/automation/engine/step";
import {
  after,
  aLead,
  aRun,
  begin,
  detailOf,
  effectsOf,
  graphOf,
  longAgo,
  NOW,
  reply,
  SECOND_MS,
  stateOf,
  time,
  visitsIn,
} from "#test/support/engine";

const buttons = [
  { id: "yes", title: "Yes, {{first_name}}" },
  { id: "no", title: "No" },
  { title: "1" },
];
const rows = ["Design", "Code"].map((title) => ({ id: title.toLowerCase(), title }));
const sections = rows.map((row) => ({ title: row.title, rows: [row] }));
const list = { button: "Choose", sections };
const ask = { text: "Shall we?", buttons, wait: { timeout_seconds: 60, save_to: "answer" } };
const ALL = "n:yes>z n:no>z n:2>z n:design>z n:code>z n:reply>z n:timeout>z";

const asking = (data: object = {}, edges = ALL) =>
  graphOf({ n: ["message", { ...ask, ...data }], z: ["exit"] }, edges);
const handleAfter = (graph: ReturnType<typeof asking>, ...answer: Parameters<typeof reply>) =>
  visitsIn(after(graph, aRun(), reply(...answer)).effects)[0]?.split(" ")[2];
const sent = { kind: "sending", isSent: true, reason: null } as const;
const failed = { kind: "sending", isSent: false, reason: "rejected" } as const;

describe("a message with `wait`", () => {
  it.each([
    ["the button that was tapped", "yes", "Yes, Élodie", "yes"],
    ["the button that was tapped, whatever it is called now", "no", "Never", "no"],
    ["its place, where it has no id", "2", "1", "2"],
    ["the id of what was tapped before the title of another", "2", "No", "2"],
    ["the title that was written", "no", "no.", null],
    ["the title with the lead's values", "yes", "YES, ELODIE", null],
    ["the title of what was tapped elsewhere", "no", "No", "payload"],
    ["`reply` at an id that was written", "reply", "yes", null],
    ["`reply` at anything else", "reply", "No, thanks", null],
    ["`reply` at what has no text", "reply", null, null],
    ["`reply` at a button that an earlier version had", "reply", "Call me", "call"],
  ])("leaves by %s", (_, handle, text, tapped) => {
    expect(handleAfter(asking(), text, tapped)).toBe(handle);
  });

  it("leaves by a row of its list, in any section, and by `reply` where no edge does", () => {
    const graph = asking({ buttons: null, list });
    expect(handleAfter(graph, "Code", "code")).toBe("code");
    expect(handleAfter(graph, "design", null)).toBe("design");
    expect(handleAfter(asking({}, "n:reply>z"), "No", "no")).toBe("reply");
  });

  it("keeps the reply, counts it, and tells later nodes", () => {
    const { run, effects } = after(asking(), aRun(), reply(" No ", "no"));
    expect(run.lead).toMatchObject({ lastReply: " No ", variables: { answer: "No" } });
    expect(effectsOf(effects, "replied")).toEqual([{ kind: "replied", nodeId: "n", at: NOW }]);
    expect(effectsOf(effects, "visit")[0]?.visit).toMatchObject({ outcome: "no", answer: "given" });
  });

  it("leaves by `timeout`, and never without one", () => {
    expect(stateOf(begin(asking()).run)).toBe("reply 60");
    const { effects } = step(asking(), begin(asking()).run, time, NOW + 60 * SECOND_MS);
    expect(visitsIn(effects)).toEqual(["1 n timeout", "2 z exit_node"]);
    expect(effectsOf(effects, "visit")[0]?.visit.answer).toBe("none");
    expect(stateOf(begin(asking({ wait: {} })).run)).toBe("reply");
  });

  it("waits from when it was sent, where `failed` leads on, and is one visit", () => {
    const graph = asking({}, `${ALL} n:failed>z`);
    const { run, effects } = after(graph, aRun(), sent);
    expect([stateOf(run), visitsIn(effects)]).toEqual(["reply 61", []]);
    expect(visitsIn(after(graph, aRun(), sent, reply("No", "no")).effects)[0]).toBe("1 n no");
    const lost = after(graph, aRun(), failed).effects;
    expect(visitsIn(lost)).toEqual(["1 n failed", "2 z exit_node"]);
    expect(effectsOf(lost, "visit")[0]?.visit).not.toHaveProperty("answer");
  });

  it("takes the first reply that comes before it is known to be sent", () => {
    const graph = asking({}, `${ALL} n:failed>z`);
    const { run, effects } = after(graph, aRun(), reply("No", "no"), reply("?", null, 901), sent);
    expect(visitsIn(effects)).toEqual(["1 n no", "2 z exit_node"]);
    expect(run.lead.variables.answer).toBe("No");
    expect(run.early).toBeNull();
  });

  it("waits all the same where it is skipped, and says why it was", () => {
    const run = aRun({ lead: aLead(longAgo) });
    const begun = begin(asking({ on_window_closed: "skip" }), run);
    expect([stateOf(begun.run), detailOf(begun.effects, 1)]).toEqual([
      "reply 60",
      { skipped: "window_closed" },
    ]);
    const script = [{ afterSeconds: 5, event: { kind: "reply" as const, text: "No" } }];
    const { trail } = simulate(asking({ on_window_closed: "skip" }), run, NOW, script);
    expect(trail[0]).toMatchObject({ outcome: "no", detail: { skipped: "window_closed" } });
  });

  it.each([
    ["", "is waited for"],
    ["n:failed>z", "is being sent"],
  ])("has a weak word among its titles be an answer while it %2$s", (edges) => {
    const stop = asking({ buttons: [{ id: "no", title: "Quit" }] }, edges);
    expect(begin(stop).run.memory.words).toEqual(["quit"]);
    expect(begin(asking({}, edges)).run.memory).not.toHaveProperty("words");
  });

  it("without buttons leaves by `reply`, and without `wait` is as any message", () => {
    expect(handleAfter(asking({ buttons: null }), "No", null)).toBe("reply");
    const without = asking({ wait: null }, "n>z");
    expect(visitsIn(begin(without).effects)).toEqual(["1 n next", "2 z exit_node"]);
  });
});
