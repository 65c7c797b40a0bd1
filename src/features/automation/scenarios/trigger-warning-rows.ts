import { platformTraits } from "#domain/platforms";
import { warningRow } from "#features/messaging/warnings";
import { faultText, fieldMessage } from "#lib/validation-messages";

/** The parameters of a warning about a setting. */
export const FAULT = ["fault", "least?", "most?", "choices?", "names?", "other?", "type?"] as const;

/** The warnings about triggers: what their codes mean, their parameters, and their messages. */
export const triggerRows = {
  unknown_trigger: warningRow(
    "there is no such type of trigger",
    ["type"],
    ({ type }) => `There is no type of trigger "${type}", and it starts nothing`,
  ),
  invalid_trigger: warningRow(
    "a setting is invalid for the type of trigger, which is off",
    FAULT,
    ({ fault, ...params }, path) => fieldMessage(path, faultText(fault, params)),
  ),
  trigger_not_on_platform: warningRow(
    "the platform has nothing that such a trigger could react to, so it is off",
    ["type", "platform"],
    ({ type, platform }) =>
      `On ${platformTraits[platform].label}, a trigger ${type} starts nothing: remove it.`,
  ),
  setting_not_on_platform: warningRow(
    "the platform has nothing that a setting of the node or trigger could fit",
    ["platform"],
    ({ platform }, path) =>
      `Nothing on ${platformTraits[platform].label} can fit ${path}: remove it.`,
  ),
  channel_not_on_platform: warningRow(
    "a channel of the trigger is of another platform, and nothing comes by it",
    ["ref", "platform"],
    ({ ref, platform }) =>
      `The channel ${ref} is not of ${platformTraits[platform].label}: choose another.`,
  ),
  word_excluded: warningRow(
    "a message with the word has one of `exclude`, too, so the word never fits",
    ["name"],
    ({ name }) =>
      `A message with "${name}" has one of the words of data.exclude, too, and never fits: ` +
      "remove one of them.",
  ),
  unknown_variable: warningRow(
    "none of the newest 100 leads has the variable of a date, and no node sets it",
    ["name"],
    ({ name }) =>
      `None of the newest leads has a variable "${name}": check its name, unless it will be set.`,
  ),
  trigger_overlap: warningRow(
    "another trigger that is on can fit the same message, with the same priority and rank: the " +
      "one that was switched on last starts",
    ["trigger", "scenario", "scenario_id"],
    ({ trigger, scenario }) =>
      `The trigger ${trigger} of the scenario "${scenario}" can fit the same message, and the ` +
      "one that was switched on last wins: give them different priorities, or other words.",
  ),
  trigger_shadowed: warningRow(
    "the trigger never starts anything: its words unsubscribe or subscribe people, or the named " +
      "trigger has a higher priority and takes all that it fits",
    ["trigger?", "scenario?", "scenario_id?"],
    ({ trigger, scenario }) =>
      trigger === undefined
        ? "By these words people unsubscribe or subscribe, and they start nothing: choose others."
        : `The trigger ${trigger}${scenario ? ` of the scenario "${scenario}"` : ""} has a ` +
          "higher priority and takes all that this one fits: change the priorities.",
  ),
  too_many_patterns: warningRow(
    "the workspace's triggers have more patterns than are looked for, and those of the trigger, " +
      "which was switched on last, are not",
    ["most"],
    ({ most }) =>
      `The patterns of the workspace's triggers have more than ${most} steps, and those of this ` +
      "one are not looked for: use words, or remove others.",
  ),
  too_many_triggers: warningRow(
    "more triggers would be on than the workspace may have: the scenario can't be published or " +
      "activated with them",
    ["count", "most"],
    ({ count, most }) =>
      `With these, ${count} triggers of the workspace would be on, and ${most} may be: an active ` +
      "scenario is refused with them. Remove some, or pause another scenario.",
  ),
  trigger_cycle: warningRow(
    "what the trigger starts leads back to it, over tags, stages or other scenarios",
    [],
    () =>
      "What this trigger starts leads back to it, by tags, stages or other scenarios, and stops " +
      "after five starts in a row: remove one of these.",
  ),
};
