import { nodeTypes } from "../../../domain/automation";
import { fieldMessage } from "../../../lib/validation-messages";
import type { CheckContext } from "../engine/nodes/definition";
import { definitionOf, nodeDefinitions } from "../engine/nodes/registry";
import type { GraphNode } from "./compile";
import { type Fault, isNodeType } from "./nodes";
import { inData, type NodeWarning, type Warning } from "./warnings";

/** The faults of a node's type and settings, whatever the nodes around it. */
export function settingFaults(node: GraphNode, context: CheckContext): NodeWarning[] {
  if (node.isValid) return definitionOf(node).findFaults?.(node.data, context) ?? [];
  if (node.reason === "unknown_type")
    return [{ code: "unknown_type", message: unknownType(node.type) }];
  return node.faults.map((fault) => ({
    code: codeOf(fault, node.type),
    message: fieldMessage(inData(fault.path), fault.message),
    path: inData(fault.path),
  }));
}

const unknownType = (type: string) =>
  `There is no node type "${type}", and a run fails here: use one of ${nodeTypes.join(", ")}.`;

function codeOf({ message }: Fault, type: string): Warning["code"] {
  if (message.endsWith("required.")) return "missing_setting";
  return message.endsWith("characters.") && sendsMessage(type)
    ? "content_too_long"
    : "invalid_setting";
}

const sendsMessage = (type: string) => isNodeType(type) && "sendsMessage" in nodeDefinitions[type];
