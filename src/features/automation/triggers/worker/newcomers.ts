import { sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import { comments } from "#db/schema/comments";
import { channels } from "#db/schema/messaging";
import { within } from "#db/scope/scope";
import { isRevision, refuseOvertaken, wasRefused } from "#db/statements/trigger-cursors";
import { brokenUnique } from "#db/writes/errors";
import { platformTraits } from "#domain/platforms";
import type { Scope } from "#env";
import { insertSender } from "#features/leads/identities";
import { attributesOf, idsOf } from "#features/messaging/inbound/sender-matching";
import { isSuppressed } from "./comments";
import type { Decided } from "./decisions";
import type { Newcomer } from "./newcomer";

// Commenters who are no leads. The commit of what they start makes leads of them.

function senderOf({ platform, id, name }: Newcomer) {
  const { commenters: kind } = platformTraits[platform];
  return { ...(kind && { [kind]: id }), ...(name !== null && { username: name }) };
}

/**
 * Makes leads of the commenters who start something. The commit fails, and all is decided again
 * (`isOvertaken`), where one has become a lead, has unsubscribed or is gone, where the triggers
 * have changed, or where somebody else has committed: nobody becomes a lead without a start.
 */
export function insertNewcomers(
  scope: Scope,
  token: string,
  decided: Decided[],
  revision: string | null,
): Statement[] {
  const starting = decided.filter(({ decision }) => decision.starts.length > 0);
  const newcomers = [
    ...new Map(starting.flatMap(({ newcomer }) => (newcomer ? [[newcomer.id, newcomer]] : []))),
  ].map(([, newcomer]) => newcomer);
  if (newcomers.length === 0) return [];
  const list = JSON.stringify(newcomers.map(({ commentId }) => commentId));
  const isThere = sql`exists (
    select 1 from comments
      cross join channels on ${within(scope, channels)} and channels.id = comments.channel_id
    where ${within(scope, comments)} and comments.id = value and lead_id is null
      and not ${isSuppressed(scope)})`;
  const areThere = sql`not exists (select 1 from json_each(${list}) where not ${isThere})`;
  return [
    refuseOvertaken(scope, token, sql`${isRevision(scope, revision)} and ${areThere}`),
    ...newcomers.flatMap((newcomer) => insertNewcomer(scope, newcomer)),
  ];
}

function insertNewcomer(scope: Scope, newcomer: Newcomer) {
  const { platform, channelId, hash } = newcomer;
  const sender = senderOf(newcomer);
  const attributes = attributesOf(sender, { platform, externalId: null }, false);
  return insertSender(scope, attributes, idsOf(sender), () => hash, channelId, false);
}

/** True if a commit has failed because something has changed since it was decided. */
export const isOvertaken = (error: unknown) =>
  wasRefused(error) || brokenUnique(error).some((column) => column.startsWith("lead_identities."));
