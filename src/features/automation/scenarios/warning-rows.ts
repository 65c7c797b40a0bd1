import { ENTRY_TYPE } from "#domain/automation";
import {
  hasTemplates,
  type Platform,
  platforms,
  platformTraits,
  type Untemplated,
} from "#domain/platforms";
import { messageWarnings, warningRow } from "#features/messaging/warnings";
import { faultText, fieldMessage } from "#lib/validation-messages";
import { bookingRows } from "./booking-warning-rows";
import { FAULT, triggerRows } from "./trigger-warning-rows";
import { windowRows } from "./window-warning-rows";

const unknown = (what: string, ref: string | number) =>
  `The workspace has no ${what} ${JSON.stringify(ref)}: choose one that it has, or create it.`;

const wouldRefuse = (platform: Platform | undefined, fault: string) =>
  platform ? `${platformTraits[platform].label} would not accept this: ${fault}` : fault;

function noTemplates(platform: Untemplated) {
  const lacks = `${platformTraits[platform].label} has no templates`;
  const row = warningRow(lacks, [], (_, path) =>
    path === "data"
      ? `${lacks}: use a message node.`
      : `${lacks}: set data.on_window_closed to skip, or leave it out.`,
  );
  return [`template_on_${platform}`, row] as const;
}

/** For each platform without templates, under its name: `template_on_instagram`. */
const templateOn = Object.fromEntries(
  platforms.flatMap((platform) => (hasTemplates(platform) ? [] : [noTemplates(platform)])),
) as Record<`template_on_${Untemplated}`, ReturnType<typeof noTemplates>[1]>;

const NEVER: Record<string, (field: string, choices: string[]) => string> = {
  not_a_date: (field) => `This clause never holds: ${field} is not a date: compare a variable.`,
  unreadable_date: () =>
    "This clause never holds: its value is not a date here: write it like 2027-01-05, or use now.",
  not_a_number: () => "This clause never holds: its value is not a number: compare with a number.",
  nothing: () =>
    "This clause never holds: it looks for nothing: give it a value, or use is_not_set.",
  number_field: (field) => `This clause never holds: ${field} is a number: compare with a number.`,
  no_choice: (_, choices) => `This value never fits: use one of ${choices.join(", ")}.`,
  together: (field) =>
    `This clause never holds together with those before it on ${field}: change one.`,
};

/** Every warning of the check: what its code means, its parameters, and its message. */
export const warningRows = {
  missing_entry: warningRow(
    "the graph has no entry",
    [],
    () => "The graph has no entry, so every run fails: add a start node.",
  ),
  several_entries: warningRow(
    "there is more than one entry: each one but the first is listed",
    ["type"],
    ({ type }) =>
      type === ENTRY_TYPE
        ? "The graph already has a start node, and with several every run fails: keep one."
        : "The graph could begin here or elsewhere, so every run fails: add a start node, or " +
          "connect this one.",
  ),
  unknown_type: warningRow(
    "there is no such type of node",
    ["type"],
    ({ type }) => `There is no node type "${type}", and a run fails here`,
  ),
  missing_setting: warningRow(
    "the node lacks a required setting",
    FAULT,
    ({ fault, ...params }, path) => fieldMessage(path, faultText(fault, params)),
  ),
  invalid_setting: warningRow(
    "a setting is invalid for the type of node",
    FAULT,
    ({ fault, ...params }, path) => fieldMessage(path, faultText(fault, params)),
  ),
  unknown_setting: warningRow(
    "the type of node or trigger has no such setting, and ignores it",
    ["setting", "near?", "choices"],
    ({ setting, near, choices }) => {
      const others = choices.length > 0 ? `, or use one of ${choices.join(", ")}` : "";
      const advice = near ? `rename it to ${near} if that is what you mean` : `remove it${others}`;
      return `There is no setting ${setting}, and it is ignored: ${advice}.`;
    },
  ),
  unknown_node: warningRow(
    "the graph has no such node",
    ["ref"],
    ({ ref }) => `The graph has no node "${ref}": choose another.`,
  ),
  unreadable_date: warningRow(
    "a date can't be read in the workspace's country, so runs fail",
    ["value"],
    ({ value }) =>
      `${JSON.stringify(value)} is not a date here, and runs fail: write it like 2027-01-05 or ` +
      "2027-01-05T18:00.",
  ),
  content_too_long: warningRow(
    "a text is longer than the platform allows",
    ["platform?", ...FAULT],
    ({ platform, fault, ...params }, path) =>
      wouldRefuse(platform, fieldMessage(path, faultText(fault, params))),
  ),
  invalid_content: warningRow(
    "the platform would not accept the message",
    ["platform", ...FAULT],
    ({ platform, fault, ...params }, path) =>
      wouldRefuse(platform, fieldMessage(path, faultText(fault, params))),
  ),
  not_accepted: warningRow(
    "the gateway of one of the platform's channels doesn't take messages of this type",
    ["type", "name"],
    ({ type, name }) =>
      `The gateway of the channel "${name}" takes no messages of the type ${type}, so they fail ` +
      "there: add it to the channel's accepts, or send another type.",
  ),
  unclosed_placeholder: warningRow(
    "a placeholder is not closed, so the message fails",
    [],
    (_, path) => `Close the placeholder in ${path}: {{name}} or {{name|default}}.`,
  ),
  never_holds: warningRow(
    "a clause of a condition never holds, alone or together with those before it",
    ["why", "field", "choices?"],
    ({ why, field, choices = [] }) => NEVER[why]?.(field, choices) ?? "This clause never holds.",
  ),
  may_be_empty: warningRow(
    "a text is nothing but placeholders without a default, so the message fails for leads that " +
      "lack the values",
    [],
    () =>
      "If a lead lacks the value, this is empty and the message fails: give the placeholder a " +
      "default, as in {{first_name|there}}.",
  ),
  ...templateOn,
  ...messageWarnings,
  percentages: warningRow(
    "the percentages of a split don't add up to 100",
    ["sum"],
    ({ sum }) => `The percentages add up to ${sum}: make them 100.`,
  ),
  unknown_tag: warningRow("the workspace has no such tag", ["ref"], ({ ref }) =>
    unknown("tag with the id", ref),
  ),
  unknown_scenario: warningRow("the workspace has no such scenario", ["ref"], ({ ref }) =>
    unknown("scenario with the id", ref),
  ),
  unknown_link: warningRow("the workspace has no such short link", ["ref"], ({ ref }) =>
    unknown(typeof ref === "string" ? "short link" : "short link with the id", ref),
  ),
  unknown_assignee: warningRow(
    "the workspace has no such token, or it may not write conversations",
    ["ref"],
    ({ ref }) => unknown("token that may write conversations, with the id", ref),
  ),
  unknown_medium: warningRow("the workspace has no such file", ["ref"], ({ ref }) =>
    unknown("file with the id", ref),
  ),
  unknown_channel: warningRow("the workspace has no such channel", ["ref"], ({ ref }) =>
    unknown("channel with the id", ref),
  ),
  unknown_segment: warningRow("the workspace has no such segment", ["ref"], ({ ref }) =>
    unknown("segment with the id", ref),
  ),
  webhook_url_refused: warningRow(
    "the service sends nothing to such a URL",
    [],
    () =>
      "HTTP requests go only to https URLs on port 443 or 8443 of public hosts that the service " +
      "allows: change data.url.",
  ),
  wait_without_timeout: warningRow(
    "a run may wait here forever",
    [],
    () => "If the lead does nothing, the run stays here forever: set its timeout_seconds.",
  ),
  unconnected_handle: warningRow(
    "no edge leaves by the handle. `next`, and `failed` of messages, need none",
    ["handle"],
    ({ handle }) =>
      `No edge leaves by the handle "${handle}", so runs that take it end here: connect it, to ` +
      "an exit node if that is what you mean.",
  ),
  unconnected_match: warningRow(
    "no edge leaves by the handle of a match or of a button, so replies that fit it leave by " +
      "`reply`",
    ["handle"],
    ({ handle }) =>
      `No edge leaves by the handle "${handle}", so replies that fit leave by "reply": connect ` +
      "it, or remove the match.",
  ),
  reserved_id: warningRow(
    "a button or a row of a message that waits has the `id` `reply`, `timeout` or `failed`",
    ["handle", "choices"],
    ({ handle, choices }) =>
      `The id "${handle}" is the name of another handle of the node: choose one that is none of ` +
      `${choices.join(", ")}.`,
  ),
  unreachable_node: warningRow(
    "no path leads here from the entry",
    [],
    () => "No path leads here from the entry: connect the node or remove it.",
  ),
  loop_without_wait: warningRow(
    "a run can come back here without having waited",
    ["most"],
    ({ most }) =>
      `A run comes back here without waiting, and ends after ${most} steps: add a delay or a ` +
      "wait to the loop.",
  ),
  path_without_wait: warningRow(
    "a path of more than 100 nodes without a wait begins here: a run ends on it",
    ["most"],
    ({ most }) =>
      `A path of more than ${most} nodes without a wait begins here, and runs end after ${most} ` +
      "steps: add a delay or a wait to it.",
  ),
  ...windowRows,
  ...bookingRows,
  unknown_handle: warningRow(
    "the edge leaves by a handle that its source does not have",
    ["handle", "choices"],
    ({ handle, choices }) =>
      choices.length === 0
        ? "A run ends at the node that this edge leaves: remove the edge."
        : `The node has no handle "${handle}": set the edge's source_handle to one of ` +
          `${choices.join(", ")}.`,
  ),
  several_edges: warningRow(
    "another edge leaves by the same handle: only the first counts",
    ["handle"],
    ({ handle }) =>
      `An earlier edge leaves by the handle "${handle}" too, and only the first counts: remove ` +
      "one of them.",
  ),
  ...triggerRows,
  too_many_warnings: warningRow("there are more warnings than listed", ["count"], ({ count }) =>
    count === 1
      ? "There is 1 more warning: fix these, then check again."
      : `There are ${count} more warnings: fix these, then check again.`,
  ),
};
