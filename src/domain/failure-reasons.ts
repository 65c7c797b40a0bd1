/**
 * A reason for which a message was not sent: who finds it, the service before a provider is asked,
 * the provider, or both; and what it means, where its name doesn't say it all.
 */
type Row = { foundBy: "us" | "provider" | "both"; means?: string };

const rows = {
  opted_out: { foundBy: "both", means: "the lead, or another lead with the same WhatsApp number" },
  cancelled: { foundBy: "us", means: "its run had been cancelled or removed" },
  window_closed: {
    foundBy: "both",
    means: "the lead has not written for 24 hours: only a template goes through",
  },
  no_channel: { foundBy: "us" },
  channel_stopped: { foundBy: "both" },
  no_identity: { foundBy: "us", means: "the lead's address on the platform is not known" },
  template_refused: {
    foundBy: "us",
    means: "the channel's template is paused, disabled or rejected, or has other parameters",
  },
  messaging_limit: {
    foundBy: "us",
    means:
      "still queued: the number has written to as many people as it may in 24 hours; it goes out " +
      "at `retry_at`",
  },
  undeliverable: { foundBy: "provider", means: "nobody is there" },
  marketing_cap: {
    foundBy: "provider",
    means: "the platform's limit for this person; not before `retry_at`",
  },
  invalid_template: { foundBy: "provider" },
  unavailable: { foundBy: "provider", means: "tried for too long" },
  rejected: { foundBy: "provider" },
} satisfies Record<string, Row>;

export type FailureReason = keyof typeof rows;
export const failureReasons = Object.keys(rows) as [FailureReason, ...FailureReason[]];

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
