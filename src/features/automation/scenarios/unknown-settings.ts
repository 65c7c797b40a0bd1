import type { z } from "zod";
import { nearest } from "#lib/nearest";
import { cut } from "#lib/text";
import { unknownMembers } from "#lib/unknown-members";
import type { NodeDocumentation } from "../engine/nodes/documentation";
import { nodeDefinitions } from "../engine/nodes/registry";
import { isNodeType } from "./nodes";
import type { Node } from "./schema";
import { inData, type NodeWarning, warn } from "./warnings";

const MAX_NAME_CHARACTERS = 100;

type Definition = { settings: z.ZodType; documentation: NodeDocumentation };

/** The settings that the types of nodes do not have, by the node's id: at most `max` of them. */
export function unknownSettings(nodes: Node[], max: number): Map<string, NodeWarning[]> {
  const found = new Map<string, NodeWarning[]>();
  let left = max;
  for (const { id, type, data } of nodes) {
    if (left === 0) break;
    if (!isNodeType(type)) continue;
    const { settings, documentation }: Definition = nodeDefinitions[type];
    const schemas = documentation.data ? [settings, documentation.data] : [settings];
    const unknown = unknownMembers(schemas, data, left);
    left -= unknown.length;
    if (unknown.length > 0)
      found.set(
        id,
        unknown.map(({ path, known }) => warningOf(path, known)),
      );
  }
  return found;
}

function warningOf(path: string[], choices: string[]): NodeWarning {
  const near = nearest(path.at(-1) ?? "", choices);
  const setting = cut(inData(path.join(".")), MAX_NAME_CHARACTERS);
  return warn("unknown_setting", { setting, near, choices }, { path: setting });
}
