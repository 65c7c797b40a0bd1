import { nearest } from "#lib/nearest";
import { cut } from "#lib/text";
import { unknownMembers } from "#lib/unknown-members";
import { findDefinition } from "../engine/nodes/registry";
import type { Node } from "./schema";
import { inData, type NodeWarning, warn } from "./warnings";

const MAX_NAME_CHARACTERS = 100;

/** The settings that the types of nodes do not have, by the node's id: at most `max` of them. */
export function unknownSettings(nodes: Node[], max: number): Map<string, NodeWarning[]> {
  const found = new Map<string, NodeWarning[]>();
  let left = max;
  for (const { id, type, data } of nodes) {
    if (left === 0) break;
    const definition = findDefinition(type);
    if (!definition) continue;
    const { settings, documentation } = definition;
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
