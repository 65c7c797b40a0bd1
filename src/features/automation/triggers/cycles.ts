import type { Effects } from "#domain/automation";
import type { CommonData } from "./settings";

/** A scenario that is on: its effects, and the triggers that react to such. */
export type Affecting = { id: number; effects: Effects; triggers: Reacting[] };
type Reacting = { type: string; data: CommonData };
type Reacted = { tag_ids?: number[]; to?: string[] };

/** True if a trigger reacts to a tag or a stage among the effects. */
function reacts({ type, data }: Reacting, { tags = [], stages = [] }: Effects) {
  const { tag_ids = [], to = [] } = data as CommonData & Reacted;
  if (type === "tag_added") return tags.some((tag) => tag_ids.includes(tag));
  return type === "stage_changed" && stages.some((stage) => to.includes(stage));
}

/** True if what a trigger starts leads back to it, over the effects of scenarios. */
export function leadsBack(trigger: Reacting, own: Effects, others: Affecting[]) {
  const reached = new Set<Affecting>();
  const pending = [own];
  for (const effects of pending) {
    if (reacts(trigger, effects)) return true;
    for (const other of others) {
      const isStarted =
        effects.scenarios?.includes(other.id) || other.triggers.some((one) => reacts(one, effects));
      if (!isStarted || reached.has(other)) continue;
      reached.add(other);
      pending.push(other.effects);
    }
  }
  return false;
}
