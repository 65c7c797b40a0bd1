import type { z } from "zod";
import { type NodeType, nodeTypes } from "../../../domain/automation";
import { wording } from "../../../lib/wording";
import * as settings from "./settings";

const byType = {
  start: settings.Nothing,
  message: settings.Message,
  template: settings.Template,
  delay: settings.Delay,
  wait_for_reply: settings.WaitForReply,
  wait_for_event: settings.WaitForEvent,
  condition: settings.Condition,
  split: settings.Split,
  add_tag: settings.Tags,
  remove_tag: settings.Tags,
  update_lead: settings.UpdateLead,
  webhook: settings.Webhook,
  ai_analyze: settings.AiAnalyze,
  start_scenario: settings.StartScenario,
  handoff: settings.Ending,
  exit: settings.Ending,
} satisfies Record<NodeType, z.ZodType>;

/** What nodes of each type hold, once it is read. */
export type NodeData = { [Type in NodeType]: z.output<(typeof byType)[Type]> };

/** A node that can be run, or what is wrong with its data: paths in it, and messages with `:f` for the field. */
export type ReadNode = { [Type in NodeType]: { type: Type; data: NodeData[Type] } }[NodeType];
export type Fault = { path: string; message: string };

export const isNodeType = (type: string): type is NodeType =>
  (nodeTypes as readonly string[]).includes(type);

/** Reads what a node of a known type holds. */
export function readNode(type: NodeType, data: unknown): { node: ReadNode } | { faults: Fault[] } {
  const read = byType[type].safeParse(data ?? {}, { error: (issue) => wording(issue) });
  if (read.success) return { node: { type, data: read.data } as ReadNode };
  return {
    faults: read.error.issues
      .flatMap(plain)
      .map(({ path, message }) => ({ path: path.join("."), message })),
  };
}

/** Of what fits none of several shapes: what is wrong with it by the only one that it has the outline of, if it has that of one. */
function plain(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union") return [issue];
  const outlined = issue.errors.filter((inner) => inner.every(({ path }) => path.length > 0));
  if (outlined.length !== 1) return [issue];
  return outlined[0]!
    .flatMap(plain)
    .map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** The handles of a node that edges can leave by. */
export function handlesOf({ type, data }: ReadNode): string[] {
  switch (type) {
    case "message":
    case "template":
    case "ai_analyze":
      return ["next", "failed"];
    case "wait_for_reply":
      return [
        "reply",
        ...(data.matches ?? []).map(({ handle }) => handle),
        ...(data.validate ? ["invalid"] : []),
        "timeout",
      ];
    case "wait_for_event":
      return ["event", "timeout"];
    case "condition":
      return [...data.branches.map(({ handle }) => handle), "else"];
    case "split":
      return data.branches.map(({ handle }) => handle);
    case "webhook":
      return ["success", "failed"];
    case "handoff":
    case "exit":
      return [];
    default:
      return ["next"];
  }
}
