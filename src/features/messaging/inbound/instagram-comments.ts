import {
  accountIdOf,
  idOf,
  lineOf,
  type Members,
  membersOf,
  pastMoment,
  pathIdOf,
  textOf,
} from "./untrusted";
import type { InboundComment, PartEvents } from "./webhook-events";

/** Instagram takes comments of 2,200 characters. */
const MAX_COMMENT_CHARACTERS = 4_096;

/**
 * Reads the comment of a change, whatever it is. Those of the account itself are ignored. The time
 * of a comment is that of its entry.
 */
export const commentIn =
  (isLive: boolean) =>
  (
    value: Members | undefined,
    { accountId, time, now }: { accountId: string; time: unknown; now: number },
  ): PartEvents | undefined => {
    const from = membersOf(value?.from);
    if (accountIdOf(from?.id) === accountId || from?.self_ig_scoped_id != null) return {};
    const comment = value && readComment(value, from);
    return comment && { comments: [{ ...comment, at: pastMoment(time, now), isLive }] };
  };

function readComment(
  value: Members,
  from: Members | undefined,
): Omit<InboundComment, "at" | "isLive"> | undefined {
  const media = membersOf(value.media);
  const [externalId, author] = [pathIdOf(value.id), accountIdOf(from?.id)];
  // An ad is a copy of the post that it advertises.
  const mediaId = idOf(media?.original_media_id) ?? idOf(media?.id);
  if (!externalId || !author || !mediaId) return undefined;
  const username = lineOf(from?.username);
  return {
    externalId,
    from: { instagram_id: author, ...(username && { username }) },
    mediaId,
    parentId: idOf(value.parent_id) ?? null,
    adId: idOf(media?.ad_id) ?? null,
    text: textOf(value.text, MAX_COMMENT_CHARACTERS) ?? null,
  };
}
