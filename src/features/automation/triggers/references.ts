import {
  clauseReferences,
  clausesOnHours,
} from "#features/automation/engine/nodes/condition/references";
import type { Reference } from "#features/automation/engine/nodes/definition";
import { listReferences } from "#features/automation/engine/nodes/references";
import type { ReadTrigger } from "./read";
import { findTrigger } from "./registry";

/** The variable of leads without which a trigger starts nothing, if it is of such a type. */
export const variableReadBy = (trigger: ReadTrigger) =>
  trigger.isValid ? findTrigger(trigger.type)?.readsVariable?.(trigger.data as never) : null;

/** The names of these variables. */
export const variablesReadBy = (triggers: ReadTrigger[]) => [
  ...new Set(triggers.flatMap((trigger) => variableReadBy(trigger)?.name ?? [])),
];

/** The paths in a trigger's `data` that ask for business hours. */
export const hoursAskedByTrigger = (trigger: ReadTrigger) =>
  trigger.isValid && trigger.data.filter ? clausesOnHours(trigger.data.filter, "filter") : [];

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
