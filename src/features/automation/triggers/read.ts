import type { Platform } from "#domain/platforms";
import type { Lane, TriggerType } from "#domain/triggers";
import { type Fault, faultsIn } from "#features/automation/scenarios/nodes";
import { foldWritten, utf8Bytes } from "#lib/text";
import { validationMessages } from "#lib/validation-messages";
import { wording } from "#lib/zod-errors";
import { findTrigger } from "./registry";
import type { CommonData } from "./settings";
import { patternSizeIn, patternWeightOf } from "./words";

/** A trigger as it stands in a scenario. */
export type Trigger = { id: string; type: string; data?: unknown };

/** A trigger as its schema reads it, or the faults that keep it off. */
export type ReadTrigger = { id: string } & (
  | { isValid: true; type: TriggerType; lane: Lane | null; data: CommonData }
  | { isValid: false; type: string; reason: TriggerFault; faults: Fault[] }
);
export type TriggerFault = "unknown_trigger" | "trigger_not_on_platform" | "invalid_trigger";

/** The most bytes of a trigger's settings as JSON: those of 500 are kept in memory, folded. */
const MAX_SETTINGS_BYTES = 8_192;
/** The most that the patterns of a scenario's triggers weigh. */
const MAX_PATTERNS_SIZE = 2_000;

/** Reads the triggers of a scenario for a platform, or for any, in their order. */
export function readTriggers(triggers: Trigger[], platform: Platform | null): ReadTrigger[] {
  let patterns = 0;
  return triggers.map((trigger) => {
    // Those that are too many are not compiled, which takes time.
    const size = patternSizeIn(trigger.data);
    if (size > 0 && patterns + size > MAX_PATTERNS_SIZE) return withTooMany(trigger);
    const read = readTrigger(trigger, platform);
    if (!read.isValid) return read;
    const own = patternWeightOf(read.data);
    patterns += own;
    return own > 0 && patterns > MAX_PATTERNS_SIZE ? withTooMany(read) : read;
  });
}

/** Reads a trigger of a scenario for a platform. */
function readTrigger({ id, type, data }: Trigger, platform: Platform | null): ReadTrigger {
  const definition = findTrigger(type);
  if (!definition) return refused({ id, type }, "unknown_trigger");
  if (platform && definition.platforms && !definition.platforms.includes(platform))
    return refused({ id, type }, "trigger_not_on_platform");
  const read = definition.settings.safeParse(data ?? {}, { error: (issue) => wording(issue) });
  if (!read.success) return refused({ id, type }, "invalid_trigger", faultsIn(read.error));
  if (sizeOf(read.data) > MAX_SETTINGS_BYTES)
    return refused({ id, type }, "invalid_trigger", [{ path: "", message: TOO_LONG }]);
  return { id, isValid: true, type: definition.type, lane: definition.lane, data: read.data };
}

/** The bytes of settings as they are, or folded, if these are more: a sign may stand for words. */
function sizeOf(data: CommonData) {
  const json = JSON.stringify(data);
  const bytes = utf8Bytes(json);
  return bytes > MAX_SETTINGS_BYTES ? bytes : Math.max(bytes, utf8Bytes(foldWritten(json)));
}

const withTooMany = (trigger: Trigger) =>
  refused(trigger, "invalid_trigger", [{ path: "patterns", message: TOO_MANY_PATTERNS }]);

const TOO_MANY_PATTERNS = validationMessages.atMostPatterns(MAX_PATTERNS_SIZE);
const TOO_LONG = validationMessages.atMostBytes(MAX_SETTINGS_BYTES);

const refused = (
  { id, type }: Pick<Trigger, "id" | "type">,
  reason: TriggerFault,
  faults: Fault[] = [],
): ReadTrigger => ({ id, isValid: false, type, reason, faults });
