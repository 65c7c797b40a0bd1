/**
 * A reason for which a message was not sent: who finds it, the service before a provider is asked,
 * the provider, or both; and what it means, where its name doesn't say it all.
 */
type Row = { foundBy: "us" | "provider" | "both"; means?: string };

const rows = {
  opted_out: { foundBy: "us", means: "the lead, or another lead with the same WhatsApp number" },
  cancelled: { foundBy: "us", means: "its run had been cancelled or removed" },
  window_closed: {
    foundBy: "both",
    means: "the lead has not written for 24 hours: only a template goes through",
  },
  private_reply_spent: {
    foundBy: "us",
    means: "the comment has had its one private reply, and the lead has not written since",
  },
  private_reply_late: { foundBy: "us", means: "the comment is more than 7 days old" },
  no_comment: { foundBy: "us", means: "a public reply without a comment that it could answer" },
  no_channel: { foundBy: "us" },
  channel_stopped: { foundBy: "us", means: "its `stop_reason` says why" },
  no_identity: { foundBy: "us", means: "the lead's address on the platform is not known" },
  number_required: {
    foundBy: "both",
    means: "an authentication template to a lead whose phone number is not known",
  },
  template_refused: {
    foundBy: "us",
    means: "the channel's template is paused, disabled or rejected, or has other parameters",
  },
  template_unsupported: {
    foundBy: "us",
    means: "the template has products, a catalog, an order or what else the service does not send",
  },
  offer_expired: { foundBy: "us", means: "the template's offer ended before it was sent" },
  messaging_limit: {
    foundBy: "us",
    means:
      "still queued: the numbers of the portfolio have written to as many people as they may in " +
      "24 hours, or the account has sent as many private replies as it may in an hour; it goes " +
      "out at `retry_at`",
  },
  unauthorized: { foundBy: "provider", means: "the token is not valid: the channel is stopped" },
  permission: { foundBy: "provider", means: "the token lacks a permission at Meta" },
  account_restricted: { foundBy: "provider", means: "the account's channels are stopped" },
  not_registered: { foundBy: "provider", means: "the number: the channel is stopped" },
  name_not_approved: { foundBy: "provider", means: "the number's: the channel is stopped" },
  payment: { foundBy: "provider", means: "the account has to pay first" },
  spam_rate: { foundBy: "provider", means: "too many people have blocked or reported the number" },
  template_misuse: { foundBy: "provider", means: "templates of the wrong category" },
  page_restricted: { foundBy: "provider", means: "the account or its page may not write now" },
  undeliverable: { foundBy: "provider", means: "nobody is there" },
  experiment: { foundBy: "provider", means: "the person takes part in an experiment of Meta's" },
  country_refused: { foundBy: "provider", means: "the account may not write to that country" },
  not_a_test_number: {
    foundBy: "provider",
    means: "a test number writes only to numbers that are listed at Meta",
  },
  marketing_cap: {
    foundBy: "provider",
    means:
      "the platform's limit for this person; not before `retry_at`, at which a message that is " +
      "still queued is sent again",
  },
  marketing_opted_out: { foundBy: "both", means: "the person wants no marketing" },
  media_failed: { foundBy: "provider", means: "the file could not be fetched or taken" },
  invalid_template: { foundBy: "provider" },
  invalid_flow: { foundBy: "provider", means: "the template's WhatsApp Flow is blocked" },
  flow_throttled: {
    foundBy: "provider",
    means: "the template's WhatsApp Flow: tried again for three hours",
  },
  unavailable: { foundBy: "provider", means: "tried for too long" },
  rejected: { foundBy: "provider", means: "any other error: `code` and `message` say more" },
} satisfies Record<string, Row>;

export type FailureReason = keyof typeof rows;
export const failureReasons = Object.keys(rows) as [FailureReason, ...FailureReason[]];

/** The reasons for which the template of a message is not sent. */
export const templateRefusals = [
  "template_refused",
  "template_unsupported",
  "offer_expired",
] as const satisfies FailureReason[];
export type TemplateRefusal = (typeof templateRefusals)[number];

const described = (isListed: (row: Row) => boolean) =>
  failureReasons
    .flatMap((reason) => {
      const row: Row = rows[reason];
      return isListed(row) ? [`\`${reason}\`${row.means ? ` (${row.means})` : ""}`] : [];
    })
    .join(", ");

const named = failureReasons.filter((reason) => rows[reason].foundBy === "both");

/** The reasons and who finds them, for the document. */
export const failureReasonText =
  `Without asking the provider: ${described(({ foundBy }) => foundBy !== "provider")}. ` +
  `By the provider: ${described(({ foundBy }) => foundBy === "provider")}; also ` +
  `${named
    .map((reason) => `\`${reason}\``)
    .join(", ")
    .replace(/, ([^,]*)$/, " and $1")}.`;
