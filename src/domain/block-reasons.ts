import type { FailureReason } from "./messaging";

/** Why a message is not sent though no provider was asked, and what that says of itself. */
export const BLOCK_REASONS = {
  opted_out: "The lead has unsubscribed.",
  no_channel: "There is no channel to send by.",
  channel_stopped: "The channel is stopped.",
  no_identity: "The lead's address on the platform is not known.",
  window_closed: "The lead has not written for 24 hours: only a template can be sent.",
} satisfies Partial<Record<FailureReason, string>>;

export type BlockReason = keyof typeof BLOCK_REASONS;

/** A refusal as messages keep it. */
export const refused = (reason: BlockReason) => ({
  reason,
  code: null,
  message: BLOCK_REASONS[reason],
  retry_at: null,
});
