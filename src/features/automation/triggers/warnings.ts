import type { Effects } from "#domain/automation";
import { neverHolds } from "#features/automation/engine/nodes/condition/never";
import type { CheckContext } from "#features/automation/engine/nodes/definition";
import { faultParams } from "#features/automation/scenarios/faults";
import { unknownReferences } from "#features/automation/scenarios/unknown-references";
import {
  type NodeWarning,
  type Warning,
  warn,
  warnAt,
} from "#features/automation/scenarios/warnings";
import { leadsBack } from "./cycles";
import { type ActiveTrigger, beyondPatterns, MAX_PATTERNS_SIZE } from "./match";
import type { ReadTrigger } from "./read";
import { triggerReferences } from "./references";
import { triggerDefinitions } from "./registry";
import { type Rivals, rivalWarnings } from "./rivals";

/** Everything that would keep triggers from starting runs as meant. */
export const triggerWarnings = (
  triggers: ReadTrigger[],
  context: CheckContext,
  rivals: Rivals,
  effects: Effects,
): Warning[] => [
  ...ownWarnings(triggers, context),
  ...cycleWarnings(triggers, rivals, effects),
  ...rivalWarnings(speechOf(triggers, context), rivals),
  ...patternWarnings(speechOf(triggers, context), rivals),
  ...roomWarnings(triggers, rivals),
];

/** Triggers whose patterns are not looked for, as the workspace has too many. */
function patternWarnings(own: ActiveTrigger[], { triggers, own: before }: Rivals): Warning[] {
  const asOn = own.map((trigger) => {
    const same = before.find(({ id, type }) => id === trigger.id && type === trigger.type);
    return { ...trigger, since: same?.since ?? Number.POSITIVE_INFINITY };
  });
  const beyond = beyondPatterns<ActiveTrigger>([...triggers, ...asOn]);
  return asOn
    .filter((trigger) => beyond.has(trigger))
    .map(({ id }) => ({
      ...warnAt("patterns", "too_many_patterns", { most: MAX_PATTERNS_SIZE }),
      trigger_id: id,
    }));
}

/** Publishing is refused where more triggers would be on than the workspace may have. */
function roomWarnings(triggers: ReadTrigger[], { room }: Rivals): Warning[] {
  const own = triggers.filter(({ isValid }) => isValid).length;
  if (!room || own <= room.own || own + room.others <= room.most) return [];
  return [warn("too_many_triggers", { count: own + room.others, most: room.most })];
}

/** The triggers of a lane of which one alone starts something, as if they were on. */
const speechOf = (triggers: ReadTrigger[], { platform }: CheckContext) =>
  triggers.flatMap((trigger, place): ActiveTrigger[] =>
    trigger.isValid && trigger.lane === "speech"
      ? [{ ...trigger, scenarioId: 0, platform, place, since: 0 }]
      : [],
  );

const ownWarnings = (triggers: ReadTrigger[], context: CheckContext): Warning[] =>
  triggers.flatMap((trigger) =>
    [
      ...faultWarnings(trigger, context),
      ...unknownReferences(triggerReferences(trigger), context.known),
      ...contradictions(trigger, context),
    ].map((found): Warning => ({ ...found, trigger_id: trigger.id })),
  );

function faultWarnings(trigger: ReadTrigger, { platform }: CheckContext): NodeWarning[] {
  if (trigger.isValid) return [];
  const { reason, type, faults } = trigger;
  if (reason === "unknown_trigger") return [unknownType(type)];
  if (reason === "trigger_not_on_platform") return [warn(reason, { type, platform })];
  return faults.map(({ path, message }) => warnAt(path, reason, faultParams(message)));
}

/** The list of types is added here: their definitions make warnings of the rows. */
function unknownType(type: string): NodeWarning {
  const warning = warn("unknown_trigger", { type });
  const types = triggerDefinitions.map((definition) => definition.type).join(", ");
  return { ...warning, message: `${warning.message}: use one of ${types}.` };
}

const contradictions = (trigger: ReadTrigger, { known: { region } }: CheckContext) =>
  trigger.isValid && trigger.data.filter ? neverHolds(trigger.data.filter, "filter", region) : [];

const cycleWarnings = (triggers: ReadTrigger[], { scenarios }: Rivals, effects: Effects) =>
  triggers.flatMap((trigger) =>
    trigger.isValid && leadsBack(trigger, effects, scenarios)
      ? [warn("trigger_cycle", {}, { trigger_id: trigger.id })]
      : [],
  );
