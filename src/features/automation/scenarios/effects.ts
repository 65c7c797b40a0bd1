import type { Effects } from "#domain/automation";
import { definitionOf } from "../engine/nodes/registry";
import type { Graph } from "./compile";

/** Everything that runs of a graph may do that triggers react to. */
export function effectsOf({ nodes }: Graph): Effects {
  const all = [...nodes.values()].map((node) =>
    node.isValid ? (definitionOf(node).affects?.(node.data) ?? {}) : {},
  );
  const listOf = <Name extends keyof Effects>(name: Name): Pick<Effects, Name> => {
    const items = [...new Set(all.flatMap((effects): unknown[] => effects[name] ?? []))];
    // The items are those of the lists that they come from.
    return (items.length > 0 ? { [name]: items } : {}) as Pick<Effects, Name>;
  };
  return { ...listOf("tags"), ...listOf("stages"), ...listOf("scenarios") };
}
