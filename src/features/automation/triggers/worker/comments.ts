import { sql } from "drizzle-orm";
import { comments } from "#db/schema/comments";
import { suppressions } from "#db/schema/consents";
import { channels } from "#db/schema/messaging";
import { within } from "#db/scope/scope";
import { isAnswered } from "#db/statements/messages/comments";
import type { Scope } from "#env";

// The comments of events, as one claim reads them.

const isOfEvent = (scope: Scope) =>
  within(
    scope,
    comments,
    sql`comments.id = iif(json_valid(events.data), events.data ->> 'comment_id', null)`,
  );

/**
 * The lead of a comment's event. Of people who are no leads, the negative id of the first of their
 * comments: so they are told apart.
 */
export const commenterOf = (scope: Scope) => sql`(
  select ifnull(comments.lead_id, -(
    select min(own.id) from comments as own
    where own.workspace_id = comments.workspace_id and own.author_id = comments.author_id
      and own.lead_id is null))
  from comments where ${isOfEvent(scope)})`;

/** JSON of the `CommentRow` of an event, with the first `characters` of its text. */
export const commentJson = (scope: Scope, characters: number) => sql`(
  select json_object(
    'id', comments.id, 'channelId', channels.id, 'platform', channels.platform,
    'mediaId', media_id, 'parentId', parent_id, 'adId', ad_id, 'isLive', is_live,
    'isAnswered', ${isAnswered(sql`comments.id`)},
    'text', substr(text, 1, ${characters}), 'sentAt', at, 'authorId', author_id,
    'authorName', author_name, 'authorHash', author_hash,
    'isSuppressed', ${isSuppressed(scope)},
    'isAssigned', ifnull(conversations.state <> 'closed' and assignee_id > 0, 0),
    'lastPersonAt', last_person_at)
  from comments
    left join channels on ${within(scope, channels)} and channels.id = comments.channel_id
    left join conversations on conversations.lead_id = comments.lead_id
      and conversations.channel_id = comments.channel_id
  where ${isOfEvent(scope)})`;

/** True if the author of the comment `comments` has unsubscribed, as a lead or as nobody's. */
export const isSuppressed = (scope: Scope) => sql`exists (
  select 1 from suppressions
  where ${within(scope, suppressions)} and hash = author_hash and scope = 'all')`;
