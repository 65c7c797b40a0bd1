import { readFault } from "#lib/read-fault";
import type { CheckContext } from "../engine/nodes/definition";
import { definitionOf, nodeDefinitions } from "../engine/nodes/registry";
import type { GraphNode } from "./compile";
import { type Fault, isNodeType } from "./nodes";
import { inData, type NodeWarning, warn } from "./warnings";

/** The faults of a node's type and settings, whatever the nodes around it. */
export function settingFaults(node: GraphNode, context: CheckContext): NodeWarning[] {
  if (node.isValid) return definitionOf(node).findFaults?.(node.data, context) ?? [];
  if (node.reason === "unknown_type") return [warn("unknown_type", { type: node.type })];
  return node.faults.map((fault) => faultWarning(fault, node.type));
}

const UNNAMED = { code: "other", params: {} } as const;

function faultWarning({ path, message }: Fault, type: string) {
  const { code: fault, params } = readFault(message) ?? UNNAMED;
  return warn(codeOf(fault, type), { fault, ...params }, { path: inData(path) });
}

function codeOf(fault: string, type: string) {
  if (fault === "required" || fault === "one_of") return "missing_setting";
  return fault === "at_most_characters" && sendsMessage(type)
    ? "content_too_long"
    : "invalid_setting";
}

const sendsMessage = (type: string) => isNodeType(type) && "sendsMessage" in nodeDefinitions[type];
