import { and, eq } from "drizzle-orm";
import { batch } from "#db/batch";
import { comments } from "#db/schema/comments";
import { hashContacts } from "#db/statements/contact-hashes";
import { underBrim } from "#db/writes/quotas";
import { type Platform, platformTraits } from "#domain/platforms";
import type { Scope } from "#env";
import { invalid, Problem } from "#lib/problem";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { commentStatements } from "../inbound/comments";
import { contactsOf } from "../inbound/sender-matching";
import { findReceiver } from "../inbound/simulate-inbound";
import type { InboundComment } from "../inbound/webhook-events";
import { platformCode } from "../platforms";
import type { Comment, CommentInput } from "./schema";
import { commentToWire, selectComments } from "./store";

/** Stores a comment from a gateway or the sandbox, and returns whether it is new. */
export async function receiveComment(
  scope: Scope,
  channelId: number,
  input: CommentInput,
): Promise<{ comment: Comment | null; isNew: boolean }> {
  const receiver = await findReceiver(scope, channelId);
  const comment = toComment(input, receiver.platform);
  if (input.from === receiver.externalId) return { comment: null, isNew: false };
  const hashes = await hashContacts(scope, contactsOf([comment]));
  const { externalId } = comment;
  const isIt = and(eq(comments.channelId, channelId), eq(comments.externalId, externalId));
  const { before, after } = await batch(scope, {
    room: underBrim(scope),
    before: selectComments(scope, isIt),
    stored: commentStatements(scope, receiver, [comment], hashes),
    after: selectComments(scope, isIt),
  });
  const [row] = after;
  return { comment: row ? commentToWire(row) : null, isNew: after.length > before.length };
}

function toComment(input: CommentInput, platform: Platform): InboundComment {
  const { commenters } = platformTraits[platform];
  if (commenters === null)
    throw new Problem("conflict", { message: "This channel's platform has no comments." });
  const author = platformCode[platform].inbound.idsIn(input.from)?.[commenters];
  if (!author) throw invalid(fieldErrors(["from"], validationMessages.format));
  const now = Date.now();
  return {
    externalId: input.external_id ?? `in_${crypto.randomUUID()}`,
    at: Math.min(input.at ?? now, now),
    from: { [commenters]: author, ...(input.username && { username: input.username }) },
    text: input.text ?? null,
    mediaId: input.media_id,
    parentId: input.parent_id ?? null,
    adId: input.ad_id ?? null,
    isLive: input.is_live ?? false,
  };
}
