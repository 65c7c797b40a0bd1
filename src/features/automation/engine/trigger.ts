import {
  TRIGGER,
  TRIGGER_DATA,
  type TriggerField,
  type TriggerType,
  triggerNames,
} from "#domain/triggers";
import { variableAt } from "#features/links/placeholders";

/**
 * The trigger that has started a run, and its cause. `text`, `ref` and `ad_id` are those of the
 * message or the comment that it fitted, `media_id` is the post of the comment, `name` and `data`
 * are those of an event that was reported.
 */
export type RunTrigger = { id: string; type: TriggerType } & Record<
  Exclude<TriggerField, "id" | "type">,
  string | null
> & { data: Record<string, unknown> };

const names: readonly string[] = triggerNames;

/** True if a name is that of a field of a run's trigger. */
export const isOfTrigger = (name: string) =>
  names.includes(name) || (name.startsWith(TRIGGER_DATA) && name.length > TRIGGER_DATA.length);

/** The value of a field of a run's trigger, as `isOfTrigger` knows them. */
export function triggerValue(trigger: RunTrigger | null, name: string): unknown {
  if (!trigger) return null;
  return name.startsWith(TRIGGER_DATA)
    ? variableAt(trigger.data, name.slice(TRIGGER_DATA.length))
    : trigger[name.slice(TRIGGER.length) as TriggerField];
}

type Lookup = (name: string) => string | undefined;

/** Gives the values of a run's trigger by name, and what `lookup` gives by all other names. */
export const withTrigger =
  (trigger: RunTrigger | null, lookup: Lookup): Lookup =>
  (name) => {
    if (!isOfTrigger(name)) return lookup(name);
    const value = triggerValue(trigger, name);
    return ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
  };
