import { isSendingType } from "#domain/automation";
import { readFault } from "#lib/read-fault";
import type { CheckContext } from "../engine/nodes/definition";
import { definitionOf, nodeDefinitions } from "../engine/nodes/registry";
import type { GraphNode } from "./compile";
import type { Fault } from "./nodes";
import { type NodeWarning, warn, warnAt } from "./warnings";

/** The faults of a node's type and settings, whatever the nodes around it. */
export function settingFaults(node: GraphNode, context: CheckContext): NodeWarning[] {
  if (node.isValid) return definitionOf(node).findFaults?.(node.data, context) ?? [];
  if (node.reason === "unknown_type") return [unknownType(node.type)];
  return node.faults.map((fault) => faultWarning(fault, node.type));
}

/** The list of types is added here: their definitions make warnings of the rows. */
function unknownType(type: string): NodeWarning {
  const warning = warn("unknown_type", { type });
  const types = Object.keys(nodeDefinitions).join(", ");
  return { ...warning, message: `${warning.message}: use one of ${types}.` };
}

const UNNAMED = { code: "other", params: {} } as const;

/** The parameters of a warning about a setting with this fault. */
export function faultParams(message: string) {
  const { code: fault, params } = readFault(message) ?? UNNAMED;
  return { fault, ...params };
}

function faultWarning({ path, message }: Fault, type: string) {
  const params = faultParams(message);
  return warnAt(path, codeOf(params.fault, type), params);
}

function codeOf(fault: string, type: string) {
  if (fault === "required" || fault === "one_of") return "missing_setting";
  return fault === "at_most_characters" && isSendingType(type)
    ? "content_too_long"
    : "invalid_setting";
}
