import { eq, type SQL, sql } from "drizzle-orm";
import type { MediaFailure, MediaKind } from "#domain/media";
import type { MessageOrigin } from "#domain/messaging";
import type { Scope } from "#env";
import { media } from "../schema/media";
import { messages } from "../schema/messages";
import { usageDays } from "../schema/usage";
import { isSuspended } from "../scope/suspension";
import { owned, within } from "../scope/within";
import { limitOf } from "../writes/quotas";

/** The types of messages that come with files. */
const WITH_FILE = sql`
  ('image', 'video', 'audio', 'document', 'sticker', 'link_button', 'cards')`;

/**
 * Stores what is to be fetched of new messages of an origin, once for each file. `items` are those
 * of `insertInbound` or `insertEchoes`, with `files` of `kind`, `source` and `filename`; `now` is
 * when the messages were stored.
 */
export const insertReceived = (
  scope: Pick<Scope, "workspaceId">,
  channelId: number,
  items: SQL,
  origin: MessageOrigin | null,
  now: number,
) => sql<{ id: number }>`
  insert into media (
    workspace_id, message_id, position, channel_id, kind, state, source, filename, next_at,
    created_at)
  select ${scope.workspaceId}, messages.id, file.key, ${channelId}, file.value ->> 'kind',
    'pending', file.value -> 'source', file.value ->> 'filename', ${now}, ${now}
  from (${items}) as item
    cross join json_each(item.value -> 'files') as file
    cross join messages
      on messages.channel_id = ${channelId}
      and messages.external_id = item.value ->> 'externalId'
  where ${within(scope, messages)}
    and messages.created_at = ${now} and messages.origin is ${origin}
    and messages.type in ${WITH_FILE}
  on conflict do nothing returning id`;

/** A file as a message shows it. */
export type MediumRow = {
  id: number;
  state: "pending" | "stored" | "failed";
  kind: MediaKind;
  mimeType: string | null;
  size: number | null;
  filename: string | null;
  failure: MediaFailure | null;
};

/** True if the row `messages` has come from the platform, and was not sent from here. */
const isOfPlatform = sql`
  (messages.direction = 'inbound'
    or ifnull(messages.origin, 'person') in ('native_app', 'history'))`;

/**
 * The files of the row `messages` as JSON, for a select of it: a list of `MediumRow`, in their
 * order, null for a message of a type without files.
 */
export const mediaOfMessage = (scope: Scope) => sql<string | null>`
  case when messages.type in ${WITH_FILE} then (
    select json_group_array(json_object(
      'id', id, 'state', state, 'kind', kind, 'mimeType', mime_type, 'size', size,
      'filename', filename, 'failure', failure) order by position)
    from media
    where ${owned(scope, media)} and state <> 'deleted'
      and media.id in (
        select received.id from media as received
        where ${isOfPlatform} and received.message_id = messages.id
        union all
        select messages.payload ->> '$.media.id' where not ${isOfPlatform}
        union all
        select card.value ->> '$.media.id' from json_each(messages.payload, '$.cards') as card
        where not ${isOfPlatform})
  ) end`;

/** True of a file that is there. */
export const isShown = sql`${media.state} <> 'deleted'`;

/** Selects a file of the workspace's. */
export const selectMedium = (scope: Scope, id: number) => sql<MediumRow>`
  select id, state, kind, mime_type as mimeType, size, filename, failure from media
  where ${within(scope, media, eq(media.id, id), isShown)}`;

/** Selects files of the workspace's. */
export function selectMedia(scope: Scope, ids: number[]) {
  const isOne = sql`id in (select value from json_each(${JSON.stringify(ids)}))`;
  return sql<MediumRow>`
    select id, state, kind, mime_type as mimeType, size, filename, failure from media
    where ${within(scope, media, isOne, isShown)}`;
}

/** Keeps files that may be sent to many: no erasure deletes them. */
export const shareMedia = (scope: Scope, ids: number[]) => sql`
  update media set is_shared = 1
  where ${within(scope, media, sql`id in (select value from json_each(${JSON.stringify(ids)}))`)}
    and is_shared = 0`;

/** A file that is being uploaded. */
export type Upload = {
  kind: MediaKind;
  mimeType: string;
  filename: string | null;
  /** When the upload is given up. */
  until: number;
};

/** Begins an upload; returns its id. */
export const insertUpload = (
  { db, workspaceId }: Scope,
  { kind, mimeType, filename, until }: Upload,
) =>
  db
    .insert(media)
    .values({
      ...{ workspaceId, kind, mimeType, filename, state: "pending" },
      ...{ nextAt: until, createdAt: Date.now() },
    })
    .returning({ id: media.id });

/** Ends an upload whose file is in R2. */
export const storeUpload = (scope: Scope, id: number, size: number) => sql<{ id: number }>`
  update media set state = 'stored', size = ${size}, next_at = null
  where ${within(scope, media, eq(media.id, id))} and state = 'pending' returning id`;

/** Deletes files: the rows stay until the files are gone from R2. Whoever fetches one may go on. */
export const deleteMedia = (scope: Scope, which: SQL) => sql<{ id: number }>`
  update media set state = 'deleted', source = null, filename = null
  where ${within(scope, media, which, isShown)} returning id`;

/** The outbound messages that come with a file, in the words of their index `messages_media`. */
const isSentFile = sql`
  direction = 'outbound' and type in ('image', 'video', 'audio', 'document', 'link_button')`;

/**
 * As `deleteMedia`, the uploads that some messages have and no message has that stays: `doomed`
 * selects the messages, `isGoing` is true of the row `other` of messages. Files of graphs stay.
 */
export const deleteUploadsOf = (scope: Scope, doomed: SQL, isGoing: SQL) => sql`
  update media set state = 'deleted', filename = null
  where ${owned(scope, media)} and state = 'stored' and message_id is null and is_shared = 0
    and id in (
      select payload ->> '$.media.id' from messages
      where ${isSentFile} and id in (${doomed}))
    and not exists (
      select 1 from messages as other
      where other.payload ->> '$.media.id' = media.id and ${isSentFile} and not ${isGoing})`;

/** As `deleteMedia`, of an upload that has failed. */
export const dropUpload = (scope: Scope, id: number) => sql`
  update media set state = 'deleted', filename = null, next_at = null
  where ${within(scope, media, eq(media.id, id))} and state = 'pending'`;

/** Deletes the uploads that were given up. */
export const dropAbandoned = (scope: Scope, now: number) => sql`
  update media set state = 'deleted', filename = null, next_at = null
  where ${within(scope, media)} and state = 'pending' and source is null and next_at <= ${now}`;

/** A file to be fetched. `credentials` are the channel's, sealed. */
export type ClaimedMedium = {
  id: number;
  kind: MediaKind;
  /** JSON of a `MediaSource`. */
  source: string;
  attempt: number;
  channelId: number;
  provider: string | null;
  credentials: string | null;
};

const isDue = (now: number) => sql`state = 'pending' and source is not null and next_at <= ${now}`;

const ofChannel = (column: SQL) => sql`(select ${column} from channels where id = channel_id)`;

/** Claims the file that has been due for longest, until a time. */
export const claimMedium = (scope: Scope, now: number, until: number) => sql<ClaimedMedium>`
  update media set attempts = attempts + 1, next_at = ${until}
  where id = (
    select id from media
    where ${within(scope, media)} and ${isDue(now)} and not ${isSuspended(scope.workspaceId)}
    order by next_at limit 1)
  returning id, kind, source, attempts as attempt, channel_id as channelId,
    ${ofChannel(sql`provider`)} as provider, ${ofChannel(sql`credentials`)} as credentials`;

/** Selects when the next file is due. */
export const nextMedium = (scope: Scope) => sql<{ at: number | null }>`
  select min(next_at) as at from media
  where ${within(scope, media)} and state = 'pending' and not ${isSuspended(scope.workspaceId)}`;

/** Selects whether the workspace has as many bytes of files as its quota allows. */
export const isFull = (scope: Scope) => sql<{ isFull: 0 | 1 }>`
  select ifnull((
    select media_bytes from usage_days where ${within(scope, usageDays)}
    order by day desc limit 1), 0) >= ${limitOf(scope, "media_bytes")} as isFull`;

/** The outcome of an attempt to fetch a file: stored, failed for good, or to be tried again. */
export type MediumOutcome = { id: number; attempt: number } & (
  | { state: "stored"; size: number; mimeType: string }
  | { state: "failed"; failure: MediaFailure }
  | { state: "pending"; failure: MediaFailure; nextAt: number }
);

/** Writes the outcome of an attempt, unless it was given up or the file deleted meanwhile. */
export function commitMedium(scope: Scope, outcome: MediumOutcome): SQL[] {
  const { id, attempt, state } = outcome;
  const isOpen = sql`
    ${within(scope, media, eq(media.id, id))} and state = 'pending' and attempts = ${attempt}`;
  const [size, mimeType] = state === "stored" ? [outcome.size, outcome.mimeType] : [null, null];
  const failure = state === "stored" ? null : outcome.failure;
  const nextAt = state === "pending" ? outcome.nextAt : null;
  return [
    sql`
      update media set
        state = ${state}, size = ${size}, mime_type = ${mimeType}, failure = ${failure},
        next_at = ${nextAt}, source = iif(${state} = 'pending', source, null)
      where ${isOpen}`,
    // Nobody writes the file any more: it can be removed.
    sql`
      update media set next_at = null
      where ${owned(scope, media, eq(media.id, id))} and state = 'deleted'
        and attempts = ${attempt}`,
  ];
}

/** As `deleteMedia`, some of the files of a deleted workspace. */
export const deleteSomeMedia = (scope: Pick<Scope, "workspaceId">, limit: number) => sql`
  update media set state = 'deleted', source = null, filename = null
  where id in (
    select id from media
    where ${owned(scope, media)} and state in ('pending', 'stored', 'failed') limit ${limit})`;

/** True if the row `media` is of a deleted file that nobody is writing any more. */
export const isRemovable = (now: number) =>
  sql`media.state = 'deleted' and ifnull(media.next_at, 0) <= ${now}`;

/** Selects files of a workspace to be removed from R2. */
export const selectRemovable = (scope: Scope, now: number, limit: number) => sql<{ id: number }>`
  select id from media where ${owned(scope, media)} and ${isRemovable(now)} limit ${limit}`;

/** Deletes the rows of files that are gone from R2. */
export const forgetMedia = (scope: Scope, ids: number[]) => sql`
  delete from media
  where id in (select value from json_each(${JSON.stringify(ids)}))
    and ${owned(scope, media)} and state = 'deleted'`;
