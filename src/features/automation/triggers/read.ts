import type { Platform } from "#domain/platforms";
import type { Lane, TriggerType } from "#domain/triggers";
import type { Fault } from "#features/automation/scenarios/nodes";
import { wording } from "#lib/zod-errors";
import { findTrigger } from "./registry";
import type { CommonData } from "./settings";

/** A trigger as it stands in a scenario. */
export type Trigger = { id: string; type: string; data?: unknown };

/** A trigger as its schema reads it, or the faults that keep it off. */
export type ReadTrigger = { id: string } & (
  | { isValid: true; type: TriggerType; lane: Lane | null; data: CommonData }
  | { isValid: false; type: string; reason: TriggerFault; faults: Fault[] }
);
export type TriggerFault = "unknown_trigger" | "trigger_not_on_platform" | "invalid_trigger";

/** Reads a trigger of a scenario for a platform. */
export function readTrigger({ id, type, data }: Trigger, platform: Platform): ReadTrigger {
  const definition = findTrigger(type);
  const refused = (reason: TriggerFault, faults: Fault[] = []) =>
    ({ id, isValid: false, type, reason, faults }) as const;
  if (!definition) return refused("unknown_trigger");
  if (definition.platforms && !definition.platforms.includes(platform))
    return refused("trigger_not_on_platform");
  const read = definition.settings.safeParse(data ?? {}, { error: (issue) => wording(issue) });
  if (!read.success)
    return refused(
      "invalid_trigger",
      read.error.issues.map(({ path, message }) => ({ path: path.join("."), message })),
    );
  return { id, isValid: true, type: definition.type, lane: definition.lane, data: read.data };
}
