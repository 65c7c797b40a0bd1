import { DAY_MS, MINUTE_MS } from "#lib/time";
import type { OutgoingType } from "./messaging";
import { type Platform, platforms, platformTraits } from "./platforms";

/** The time in which a comment can be answered by a message. */
export const PRIVATE_REPLY_MS = 7 * DAY_MS;

/** A broadcast may end at any time, and with it the time to answer its comments. */
export const LIVE_REPLY_MS = 5 * MINUTE_MS;

/** The most private replies of an account in an hour (Meta, "Messenger Platform rate limits"). */
export const PRIVATE_REPLIES_PER_HOUR = 750;

/** The longest text beside buttons, which go out as a template. */
export const MAX_TEMPLATE_TEXT_CHARACTERS = 640;

/** The types that answer a comment by message on a platform. */
export const privateReplyTypes = (platform: Platform): readonly OutgoingType[] =>
  platformTraits[platform].privateReplies;

/** The types that answer a comment by message on some platform. */
export const replyTypes = [...new Set(platforms.flatMap(privateReplyTypes))];

/** A comment that a message may answer. Times are milliseconds since 1970. */
export type AnsweredComment = {
  id: number;
  channelId: number;
  at: number;
  /** True if it has its private reply, or one is on its way. */
  isAnswered: boolean;
};
