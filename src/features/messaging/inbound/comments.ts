import { insertComments, newAuthors } from "#db/statements/comments";
import type { Hashes } from "#db/statements/contact-hashes";
import { platformTraits } from "#domain/platforms";
import type { Scope } from "#env";
import { followCommenters } from "#features/leads/identities";
import type { Receiver } from "./matched-leads";
import type { InboundComment } from "./webhook-events";

/** Stores comments under the posts of a channel's account, on a platform that has any. */
export function commentStatements(
  scope: Scope,
  { id, platform }: Pick<Receiver, "id" | "platform">,
  comments: InboundComment[],
  hashes: Hashes,
) {
  const { commenters: kind } = platformTraits[platform];
  const list = comments.flatMap(({ from, ...comment }) => {
    const author = kind === null ? undefined : from[kind];
    if (kind === null || author === undefined) return [];
    return { ...comment, author, name: from.username ?? null, hash: hashes(kind, author) };
  });
  return kind === null || list.length === 0
    ? []
    : [
        followCommenters(scope, id, kind, newAuthors(scope, id, list)),
        insertComments(scope, id, kind, list, Date.now()),
      ];
}
