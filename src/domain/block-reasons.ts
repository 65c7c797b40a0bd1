import type { FailureReason } from "./failure-reasons";
import type { MessageError } from "./messaging";

/**
 * The reasons that block a message before a provider is asked. Before a message is stored, the
 * first reason that applies counts (`blockReason`, outbound/route.ts).
 */
export const blockReasonTexts = {
  opted_out: "The lead has unsubscribed.",
  marketing_opted_out: "The lead has unsubscribed from marketing.",
  no_channel: "There is no channel to send through.",
  channel_stopped: "The channel is stopped.",
  no_identity: "The lead's address on the platform is not known.",
  number_required:
    "WhatsApp sends this template to phone numbers only, and the lead's is not known.",
  no_comment: "There is no comment to reply to.",
  window_closed:
    "The lead has not written for 24 hours: WhatsApp takes only templates then, Instagram nothing.",
  private_reply_spent: "The comment has had its private reply, and the lead has not written since.",
  private_reply_late: "The comment is more than 7 days old, and the lead has not written since.",
} satisfies Partial<Record<FailureReason, string>>;
export type BlockReason = keyof typeof blockReasonTexts;
export const blockReasons = Object.keys(blockReasonTexts) as [BlockReason, ...BlockReason[]];

/** The reasons for which messages are refused that need the window, while it is closed. */
const windowReasons = [
  "window_closed",
  "private_reply_spent",
  "private_reply_late",
] as const satisfies BlockReason[];
export type WindowReason = (typeof windowReasons)[number];
export const isWindowReason = (reason: string | null): reason is WindowReason =>
  windowReasons.some((one) => one === reason);

/**
 * The same reasons in the order in which they are checked again: when the message is stored, as
 * only one is that answers a comment (`isAnswered`, statements/messages/comments.ts). Then before
 * the channel's sender sends: the state of the channel, once for all of its messages; the messages
 * that it claims, both in SQL (outbound/block-conditions.ts); the address that the provider gets.
 */
export const senderChecks = {
  stored: ["private_reply_spent"],
  channel: ["no_channel", "channel_stopped"],
  claimed: [
    "opted_out",
    "marketing_opted_out",
    "no_comment",
    "window_closed",
    "private_reply_late",
  ],
  address: ["no_identity", "number_required"],
} as const satisfies Record<string, BlockReason[]>;

/** An error that is the service's own, not a provider's. */
export const ownError = (reason: FailureReason, message: string): MessageError => ({
  reason,
  code: null,
  message,
  retry_at: null,
});

/** The error of a blocked message. */
export const blockError = (reason: BlockReason) => ownError(reason, blockReasonTexts[reason]);
