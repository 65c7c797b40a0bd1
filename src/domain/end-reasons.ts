/**
 * `means` explains a reason. `here`, where it differs, says how one run ended, after "The run has
 * ended".
 */
type Row = { means: string; here?: string };

const rows = {
  reached_end: { means: "it reached the end of a path" },
  exit_node: { means: "it reached an `exit` node", here: " at an exit node" },
  handoff: { means: "a person has taken over" },
  opted_out: { means: "the lead had unsubscribed" },
  holdout: {
    means: "a bulk enrolment with a `holdout` left the lead out",
    here: ": the lead was held out of a bulk enrolment",
  },
  cancelled: { means: "it was cancelled through the API", here: ": it was cancelled" },
  merged: {
    means: "its lead was merged into one that has an active run of the scenario",
    here: ": its lead was merged into one with an active run of the scenario",
  },
  loop_detected: {
    means: `it visited 100 nodes without a wait, or sent the same text more than three times
  in a row, or matched patterns or filled placeholders again and again. Runs that start one another
  count as one. Or it would have sent more than 20 messages in a minute, or 120 in an hour, in a
  conversation. There all runs count, but no message of a person, and none that a run sends before
  its first wait where a request has enrolled its lead`,
    here: ": it was in a loop, repeated the same text, or sent too many messages",
  },
  invalid_graph: {
    means: "the graph does not have exactly one entry, or the run's node is gone",
  },
  unknown_type: {
    means: "it reached a node of an unknown type",
    here: " at a node of an unknown type",
  },
  invalid_setting: {
    means: "it reached a node with a missing or invalid setting",
    here: " at a node with a missing or invalid setting",
  },
  invalid_date: {
    means: "it reached a delay whose date is missing or can't be read",
    here: " at a delay whose date is missing or unreadable",
  },
  invalid_content: {
    means: "the platform does not accept the message",
    here: " at a message that the platform does not accept",
  },
  window_closed: {
    means: "the window was closed, and the node did not say what to do then",
    here: ": the window was closed, and its node did not say what to do then",
  },
  private_reply_spent: {
    means: "the comment had had its private reply, and the node did not say what to do then",
    here: ": its comment had had its private reply, and its node did not say what to do then",
  },
  private_reply_late: {
    means: "the comment was too old for a private reply, and the node did not say what to do then",
    here: ": its comment was too old for a private reply, and its node did not say what to do then",
  },
  no_comment: { means: "no comment had started it that it could reply to" },
  no_channel: { means: "there was no channel to send through" },
  channel_stopped: { means: "the channel was stopped" },
  no_identity: { means: "the lead's address on the platform was not known" },
  number_required: {
    means: "the template goes to phone numbers only, and the lead's was not known",
  },
  quota_reached: {
    means: "the workspace's quota of messages a day was used up",
    here: ": the workspace's quota of messages a day was reached",
  },
  not_sent: { means: "its message could not be sent" },
  internal_error: { means: "the service had an error", here: " after an internal error" },
} satisfies Record<string, Row>;

export type EndReason = keyof typeof rows;
export const endReasons = Object.keys(rows) as [EndReason, ...EndReason[]];

/** The causes of a run's end in events: its own end, or its deletion with its lead or scenario. */
export const runEndCauses = [...endReasons, "lead_deleted", "scenario_deleted"] as const;

/** The reasons as a list in Markdown. */
export const endReasonList = endReasons
  .map((reason) => `- \`${reason}\`: ${rows[reason].means}.`)
  .join("\n");

export function endedBecause(reason: EndReason) {
  const { means, here = `: ${means}` }: Row = rows[reason];
  return `The run has ended${here}.`;
}
