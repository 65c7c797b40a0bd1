import { expect, it } from "vitest";
import type { Run } from "#features/automation/engine/run";
import { simulate } from "#features/automation/engine/simulate";
import type { Scripted } from "#features/automation/engine/simulation/script";
import type { Graph } from "#features/automation/scenarios/compile";
import { windowFaults } from "#features/automation/scenarios/window";
import { aLead, aRun, NOW } from "#test/support/engine";
import { generator } from "#test/support/pseudo-random";
import { randomGraph } from "#test/support/random-graphs";

const DAY = 86_400;
const GRAPHS = 500;
const SCRIPTS = 4;
const REFUSED = ["private_reply_spent", "private_reply_late", "window_closed"];

type Random = ReturnType<typeof generator>;

/** A run that a comment has just started, of somebody who has never written. */
const commented = (): Run =>
  aRun({
    ...{ platform: "instagram", lead: aLead({ conversations: [] }) },
    comment: { id: 61, channelId: 2, at: NOW - 3_000, isAnswered: false },
  });

/** Instagram has no templates: a message that names one fails like one without. */
function withoutTemplates(graph: Graph): Graph {
  const nodes = [...graph.nodes].map(([id, node]) => {
    const isReplaced = node.isValid && node.type === "message";
    if (!isReplaced || typeof node.data.on_window_closed !== "object") return [id, node] as const;
    return [id, { ...node, data: { ...node.data, on_window_closed: "fail" as const } }] as const;
  });
  return { ...graph, nodes: new Map(nodes) };
}

const randomScript = ({ upTo, pick }: Random): Scripted[] =>
  Array.from({ length: upTo(6) }, () => ({
    afterSeconds: pick([upTo(20), upTo(5_000), upTo(10 * DAY)]),
    event: pick<Scripted["event"]>([
      { kind: "reply", text: pick(["yes", "12", "elodie@example.com"]) },
      { kind: "read" },
      { kind: "click", shortLinkId: null },
      { kind: "tag_added", tagId: 4 },
      { kind: "custom", name: "paid" },
    ]),
  }));

it("goes out once and in time on every graph of which the proof says nothing", () => {
  const found = { silent: 0, warned: 0, refused: 0, replies: 0 };
  for (let seed = 1; seed <= GRAPHS; seed++) {
    const random = generator(seed);
    const graph = withoutTemplates(randomGraph(random));
    const start = { age: Number.POSITIVE_INFINITY, replyWithin: 7 * DAY };
    const faults = windowFaults(graph, graph.entry ? [graph.entry] : [], [start], "instagram");
    for (let script = 0; script < SCRIPTS; script++) {
      const { run, trail } = simulate(graph, commented(), NOW, randomScript(random));
      const isRefused = REFUSED.includes(run.ended?.reason ?? "");
      const replies = trail.flatMap(({ effects }) =>
        effects.filter((effect) => effect.kind === "send" && effect.commentId !== undefined),
      );
      expect(replies.length, `seed ${seed}`).toBeLessThan(2);
      if (faults.size === 0) expect(isRefused, `seed ${seed}: ${run.ended?.reason}`).toBe(false);
      found[faults.size === 0 ? "silent" : "warned"]++;
      found.refused += Number(isRefused);
      found.replies += replies.length;
    }
  }
  // Neither is rare, nor are graphs that say why.
  expect(Math.min(...Object.values(found)), JSON.stringify(found)).toBeGreaterThan(10);
});
