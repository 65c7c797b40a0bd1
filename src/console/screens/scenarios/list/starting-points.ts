import { node, type Platform, type ScenarioInput, scenario } from "#client";

export const STARTING_POINTS = ["empty", "question", "broadcast"] as const;
export type StartingPoint = (typeof STARTING_POINTS)[number];

const DAY_SECONDS = 86_400;

type Drawn = { question: string; thanks: string; reminder: string };
type Chosen = { name: string; language: string };

/** The scenario that somebody begins with: paused, with a graph to go on from. */
export function startingScenario(
  point: StartingPoint,
  { name, platform }: { name: string; platform: Platform },
  drawn: Drawn,
  template: Chosen | null,
): ScenarioInput {
  const settings = { name, platform };
  if (point === "empty") return scenario({ ...settings, nodes: { start: node.start({}) } });
  if (point === "broadcast")
    return scenario({
      ...settings,
      nodes: {
        start: node.start({ next: "send" }),
        send: node.template(template ?? { name: "", language: "" }, { next: "done" }),
        done: node.exit(),
      },
    });
  return scenario({
    ...settings,
    nodes: {
      start: node.start({ next: "ask" }),
      ask: node.message({ text: drawn.question }, { next: "answer" }),
      answer: node.waitForReply(
        { timeout_seconds: DAY_SECONDS, save_to: "answer" },
        { reply: "thanks", timeout: "remind" },
      ),
      thanks: node.message({ text: drawn.thanks }, { next: "person" }),
      person: node.handoff(),
      remind: node.message({ text: drawn.reminder }, { next: "end" }),
      end: node.exit(),
    },
  });
}
