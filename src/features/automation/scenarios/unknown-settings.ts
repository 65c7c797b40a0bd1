import type { z } from "zod";
import { nearest } from "#lib/nearest";
import { cut } from "#lib/text";
import { unknownMembers } from "#lib/unknown-members";
import { findDefinition } from "../engine/nodes/registry";
import { findTrigger } from "../triggers/registry";
import { inData, type NodeWarning, warn } from "./warnings";

const MAX_NAME_CHARACTERS = 100;

/** A node or a trigger as it stands in a scenario. */
type Item = { id: string; type: string; data?: unknown };

/** The schemas of a node's settings, by its type; undefined where there is no such type. */
export function schemasOfNode(type: string) {
  const definition = findDefinition(type);
  if (!definition) return undefined;
  const { settings, documentation } = definition;
  return documentation.data ? [settings, documentation.data] : [settings];
}

/** The schemas of a trigger's settings, by its type; undefined where there is no such type. */
export function schemasOfTrigger(type: string) {
  const definition = findTrigger(type);
  return definition && [definition.settings];
}

/** The settings that the types of nodes or triggers do not have, by the id: at most `max`. */
export function unknownSettings(
  items: Item[],
  schemasOf: (type: string) => z.core.$ZodType[] | undefined,
  max: number,
): Map<string, NodeWarning[]> {
  const found = new Map<string, NodeWarning[]>();
  let left = max;
  for (const { id, type, data } of items) {
    if (left === 0) break;
    const unknown = unknownMembers(schemasOf(type) ?? [], data, left);
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
