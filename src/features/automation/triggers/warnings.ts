import type { Effects } from "#domain/automation";
import { neverHolds } from "#features/automation/engine/nodes/condition/never";
import type { CheckContext } from "#features/automation/engine/nodes/definition";
import type { Graph } from "#features/automation/scenarios/compile";
import { effectsOf } from "#features/automation/scenarios/effects";
import { faultParams } from "#features/automation/scenarios/faults";
import { hourWarnings } from "#features/automation/scenarios/hours";
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
import { hoursAskedByTrigger, triggerReferences, variableReadBy } from "./references";
import { findTrigger, triggerDefinitions } from "./registry";
import { type Rivals, rivalWarnings } from "./rivals";
import type { CommonData } from "./settings";

/** Triggers, the settings by their ids that their types do not have, and what they start. */
type Started = { triggers: ReadTrigger[]; unknown: Map<string, NodeWarning[]>; graph: Graph };

/** Everything that would keep triggers from starting runs as meant. */
export const triggerWarnings = (
  { triggers, unknown, graph }: Started,
  context: CheckContext,
  rivals: Rivals,
): Warning[] => [
  ...ownWarnings(triggers, unknown, context),
  ...cycleWarnings(triggers, rivals, effectsOf(graph)),
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

const ownWarnings = (
  triggers: ReadTrigger[],
  unknown: Started["unknown"],
  context: CheckContext,
): Warning[] =>
  triggers.flatMap((trigger) =>
    [
      ...faultWarnings(trigger, context),
      ...(unknown.get(trigger.id) ?? []),
      ...unknownReferences(triggerReferences(trigger), context.known),
      ...(trigger.isValid ? validWarnings(trigger, context) : []),
    ].map((found): Warning => ({ ...found, trigger_id: trigger.id })),
  );

type Valid = Extract<ReadTrigger, { isValid: true }>;

/** The faults of settings that its schema takes. */
function validWarnings(trigger: Valid, context: CheckContext): NodeWarning[] {
  const { id, type, data } = trigger;
  const { filter } = data;
  const read = variableReadBy(trigger);
  const isUnread = read && !context.known.dated.has(read.name);
  return [
    ...(isUnread ? [warnAt(read.path, "unknown_variable", { name: read.name })] : []),
    ...(findTrigger(type)?.findFaults?.(data as never, context) ?? []),
    ...foreignChannels(data, context),
    ...(filter ? neverHolds(filter, "filter", { ...context, triggers: [{ id, type }] }) : []),
    ...hourWarnings(hoursAskedByTrigger(trigger), context),
  ];
}

const foreignChannels = ({ channel_ids: ids }: CommonData, { platform, known }: CheckContext) =>
  (ids ?? []).flatMap((ref, index) => {
    const own = known.channelPlatforms.get(ref);
    const isForeign = own !== undefined && own !== platform;
    return isForeign
      ? warnAt(`channel_ids.${index}`, "channel_not_on_platform", { ref, platform })
      : [];
  });

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

const cycleWarnings = (triggers: ReadTrigger[], { scenarios }: Rivals, effects: Effects) =>
  triggers.flatMap((trigger) =>
    trigger.isValid && leadsBack(trigger, effects, scenarios)
      ? [warn("trigger_cycle", {}, { trigger_id: trigger.id })]
      : [],
  );
