import type { ScenarioWarningCode } from "#client";
import messageWarningTexts from "#console/texts/message-warnings.en";
import { isEntry } from "../nodes/drawn";
import type { NamedParams } from "./warning-params";

/** A fault of a setting is given in the words that all forms have for it. */
type OfFields = "missing_setting" | "invalid_setting" | "invalid_trigger";
/** A platform without templates has a text with its other words. */
type OfPlatforms = Extract<ScenarioWarningCode, `template_on_${string}`>;
type Say = (params: NamedParams) => string;

export default {
  ...messageWarningTexts,
  missing_entry: () => "Nothing begins this scenario. Add a Start.",
  several_entries: ({ type = "" }) =>
    isEntry({ type })
      ? "There is more than one Start. Keep one."
      : "No step leads here, so it is not clear where leads begin. Connect it, or add a Start.",
  unknown_type: () => "Nobody can pass this step: there is no such kind. Remove it.",
  unknown_setting: ({ setting }) => `Nothing uses what is set as ${setting}.`,
  unknown_node: () => "This step is not there any more. Choose another.",
  unreadable_date: ({ value }) =>
    `“${value}” is not a date. Write it like 2027-01-05 or 2027-01-05T18:00.`,
  content_too_long: ({ platform, wording }) =>
    platform ? `Too long for ${platform}. ${wording}` : wording,
  invalid_content: ({ platform = "WhatsApp", fault, wording }) =>
    fault === "duplicate" ? wording : `${platform} has no such message. ${wording}`,
  not_accepted: ({ name }) =>
    `The gateway of “${name}” takes no such message: it fails for leads who are reached there.`,
  unclosed_placeholder: () => "Close the placeholder: {{first_name}}.",
  never_holds: ({ why, field, choices = [] }) => {
    if (why === "not_a_date") return `${field} is not a date, so this is never true.`;
    if (why === "unreadable_date")
      return "This is never true: the value is not a date. Write it like 2027-01-05, or now.";
    if (why === "not_a_number" || why === "number_field")
      return "This is never true: compare with a number.";
    if (why === "nothing") return "This is never true: enter a value.";
    if (why === "together") return "This can’t be true together with the conditions above.";
    return `This is never true. What it can be: ${choices.join(", ")}.`;
  },
  may_be_empty: () =>
    "Leads of whom we don’t know this would get nothing. Add what to say then: " +
    "{{first_name|there}}.",
  percentages: ({ sum }) => `The shares add up to ${sum}%. Make it 100%.`,
  unknown_tag: () => "A tag is not there any more. Choose another.",
  unknown_scenario: () => "This scenario is not there any more. Choose another.",
  unknown_link: () => "A short link is not there any more. Choose another.",
  unknown_assignee: () => "This colleague can’t take over conversations. Choose another.",
  unknown_medium: () => "The file is not there any more. Choose another.",
  unknown_channel: () => "A channel is not there any more. Choose another.",
  unknown_segment: () => "This segment is not there any more. Choose another.",
  unknown_source: () => "A source is not there any more. Choose another.",
  booking_not_certain: () =>
    "On some path there is no booking yet. Start by a booking, wait for one first, ask for “Has a " +
    "booking”, or add what to say without one: {{booking.day|soon}}.",
  unknown_trigger: () => "There is no such kind of trigger, and it starts nothing. Remove it.",
  trigger_not_on_platform: ({ platform = "" }) =>
    `On ${platform}, such a trigger starts nothing. Remove it.`,
  setting_not_on_platform: ({ platform = "" }) =>
    `${platform} has nothing that could fit this. Remove it.`,
  channel_not_on_platform: ({ platform = "" }) =>
    `A channel is not one of ${platform}. Choose another.`,
  word_excluded: ({ name }) =>
    `“${name}” is excluded below, so it never fits. Remove one of the two.`,
  unknown_variable: ({ name }) =>
    `None of the newest leads has ${name}. Check the name, unless it is yet to come.`,
  no_business_hours: () =>
    "No opening hours are set, so you count as always open. Set them for the workspace or a channel.",
  too_many_patterns: ({ most }) =>
    `All triggers together have more than ${most} steps of patterns, and these are not looked ` +
    "for. Use words, or remove others.",
  too_many_triggers: ({ count, most }) =>
    `${count} triggers would be on, and ${most} may be, so this can’t be published. Remove some, ` +
    "or pause another scenario.",
  trigger_cycle: () =>
    "What this starts leads back here, and stops after five starts in a row. Break the circle.",
  trigger_overlap: ({ trigger = "", scenario = "" }) =>
    `“${trigger}” of “${scenario}” can start by the same message, and the one that was switched ` +
    "on last does. Give them different priorities, or other words.",
  trigger_shadowed: ({ trigger, scenario }) =>
    trigger === undefined
      ? "By these words people unsubscribe or subscribe, so they start nothing. Choose others."
      : `“${trigger}”${scenario ? ` of “${scenario}”` : ""} always comes first, so this never starts.`,
  webhook_url_refused: () => "This address can’t be called. It must be public, and https.",
  wait_without_timeout: () =>
    "Leads who do nothing wait here forever. Say how long to wait at most.",
  unconnected_handle: ({ handle }) =>
    `“${handle}” leads nowhere, so the scenario ends there. Connect it, to an End if you mean it.`,
  unconnected_match: ({ handle }) =>
    `“${handle}” leads nowhere, so these replies count as any other. Connect it, or remove it.`,
  reserved_id: ({ choices = [] }) =>
    `This id is that of another way on. Choose one that is none of ${choices.join(", ")}.`,
  unreachable_node: () => "No step leads here. Connect it, or remove it.",
  loop_without_wait: ({ most }) =>
    `Leads go round in a circle here, and drop out after ${most} steps. Add a wait.`,
  path_without_wait: ({ most }) =>
    `More than ${most} steps follow without a wait, and leads drop out. Add a wait.`,
  window_may_be_closed: () =>
    "Leads who have not written for 24 hours can’t get this. Choose what happens then, or wait " +
    "for a reply first.",
  public_link: () =>
    "Everybody can read this. The link can’t tell who has clicked: send it by message.",
  private_reply_spent: () =>
    "A comment gets one private reply, and it may be gone by here. Wait for a reply first, or " +
    "skip this when it can’t be sent.",
  private_reply_late: () =>
    "This may come too late for a private reply: 7 days after the comment, or 5 minutes on a " +
    "live broadcast. Send it earlier, or wait for a reply first.",
  unknown_handle: ({ handle, choices = [] }) =>
    choices.length === 0
      ? "The scenario ends with this step. Remove the connection from it."
      : `This step is not left by “${handle}”. Connect it again from one that it has.`,
  several_edges: ({ handle }) =>
    `“${handle}” leads to several steps, and only the first counts. Remove the others.`,
  too_many_warnings: ({ count = 0 }) =>
    count === 1 ? "There is one more problem." : `There are ${count} more problems.`,
} satisfies Record<Exclude<ScenarioWarningCode, OfFields | OfPlatforms>, Say>;
