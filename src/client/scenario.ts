import type { ScenarioInput, ScenarioNode, ScenarioTrigger } from "./generated/types.gen";
import type { Node } from "./scenario-nodes";
import type { Trigger } from "./scenario-triggers";

/** The distance between the nodes in editors. */
const SPACING = 240;

type Settings = Omit<ScenarioInput, "nodes" | "edges" | "triggers">;

/**
 * The body of `createScenario` and `replaceScenario`, whose nodes and triggers are written by their
 * ids:
 *
 *     scenario({
 *       name: "Welcome",
 *       platform: "whatsapp",
 *       triggers: { guide: trigger.keyword({ words: ["GUIDE"] }) },
 *       nodes: {
 *         start: node.start({ next: "hello" }),
 *         hello: node.message({ text: "Hello {{first_name}}!" }, { next: "answer" }),
 *         answer: node.waitForReply({ timeout_seconds: 86_400 }, { reply: "bye" }),
 *         bye: node.handoff(),
 *       },
 *     });
 *
 * A misspelt setting, a handle that the node does not have, a match or branch that leads nowhere
 * and an edge to no node do not compile.
 */
export function scenario<Nodes extends Record<string, Node>>({
  nodes,
  triggers,
  ...settings
}: Settings & {
  triggers?: Record<string, Trigger>;
  nodes: Nodes & { [Id in keyof Nodes]: Node<Extract<keyof Nodes, string>> };
}): ScenarioInput {
  const entries: [string, Node][] = Object.entries(nodes);
  return {
    ...settings,
    ...(triggers && { triggers: Object.entries(triggers).map(withId) }),
    nodes: entries.map(([id, { type, data }], index): ScenarioNode => {
      const position = { x: index * SPACING, y: 0 };
      // The type of the node has decided that of its settings.
      return { id, type, ...(data && { data }), position } as ScenarioNode;
    }),
    edges: entries.flatMap(([source, { to }]) =>
      Object.entries(to).flatMap(([source_handle, target]) =>
        target === undefined ? [] : [{ source, target, source_handle }],
      ),
    ),
  };
}

/** The type of the trigger has decided that of its settings. */
const withId = ([id, trigger]: [string, Trigger]) => ({ id, ...trigger }) as ScenarioTrigger;
