import { clauseReferences } from "#features/automation/engine/nodes/condition/tag-references";
import type { Reference } from "#features/automation/engine/nodes/definition";
import { listReferences } from "#features/automation/engine/nodes/references";
import type { ReadTrigger } from "./read";
import { findTrigger } from "./registry";

/** Everything of the workspace that a trigger refers to, by the path in its `data`. */
export function triggerReferences(trigger: ReadTrigger): Reference[] {
  if (!trigger.isValid) return [];
  const { type, data } = trigger;
  return [
    ...(findTrigger(type)?.references?.(data as never) ?? []),
    ...listReferences("channel", "channel_ids", data.channel_ids),
    ...(data.filter ? clauseReferences(data.filter, "filter") : []),
  ];
}
