import { sql } from "drizzle-orm";
import type { EventType } from "#domain/events";
import type { IdentityKind } from "#domain/platforms";
import type { Scope } from "#env";
import { DAY_MS } from "#lib/time";
import { comments } from "../schema/comments";
import { leadIdentities } from "../schema/leads";
import { within } from "../scope/within";
import { isBrimful } from "../writes/quotas";
import { listOf } from "./runs";
import { of, typesOf } from "./trigger-cursors";

/** Comments of people who are no leads are kept for this long. */
const KEPT_DAYS = 8;
/** The most of them that are kept of one person: all of these are a lead's once they become one. */
const MAX_OF_STRANGER = 100;

/** The type of their events, as the types that triggers react to list it. */
const WANTED = JSON.stringify("comment.received" satisfies EventType);

/** A comment as it comes. `author` is an id of this kind. */
export type NewComment = {
  externalId: string;
  at: number;
  mediaId: string;
  parentId: string | null;
  adId: string | null;
  isLive: boolean;
  text: string | null;
  author: string;
  name: string | null;
  hash: string | null;
};

/** Comments, each with how many of its author come before it. */
function numbered(list: NewComment[]) {
  const counts = new Map<string, number>();
  return list.map((one) => {
    const before = counts.get(one.author) ?? 0;
    counts.set(one.author, before + 1);
    return { ...one, before };
  });
}

/**
 * Stores comments, each once, while a trigger reacts to them and there is room. Nothing is looked
 * up before.
 */
export const insertComments = (
  scope: Scope,
  channelId: number,
  kind: IdentityKind,
  list: NewComment[],
  now: number,
) => sql`
  insert into comments (workspace_id, channel_id, external_id, media_id, parent_id, ad_id, is_live,
    author_id, author_name, author_hash, text, at, lead_id, changed_by, created_at)
  select ${scope.workspaceId}, ${channelId}, ${of("$.externalId")}, ${of("$.mediaId")},
    ${of("$.parentId")}, ${of("$.adId")}, ${of("$.isLive")}, ${of("$.author")}, ${of("$.name")},
    ${of("$.hash")}, ${of("$.text")}, ${of("$.at")}, (
      select lead_id from lead_identities
      where ${within(scope, leadIdentities)} and kind = ${kind} and value = ${of("$.author")}),
    ${scope.actor}, ${now}
  from ${listOf(numbered(list))}
  where instr(${typesOf(scope, "speech")}, ${WANTED})
    and not ${isBrimful(scope)}
    and ${MAX_OF_STRANGER} - ${of("$.before")} > (
      select count(*) from (
        select 1 from comments
        where ${within(scope, comments)} and author_id = ${of("$.author")} and lead_id is null
        limit ${MAX_OF_STRANGER}))
  on conflict do nothing`;

/** The authors of comments that are new and wanted. */
export const newAuthors = (scope: Scope, channelId: number, list: NewComment[]) => sql`
  select ${of("$.author")} from ${listOf(list)}
  where instr(${typesOf(scope, "speech")}, ${WANTED}) and not exists (
    select 1 from comments
    where channel_id = ${channelId} and external_id = ${of("$.externalId")})`;

/** Deletes at most `limit` old comments of people who are no leads, of all workspaces. */
export const pruneComments = (limit: number) => sql<{ pruned: 1 }>`
  delete from comments where id in (
    select id from comments
    where lead_id is null and created_at < ${Date.now() - KEPT_DAYS * DAY_MS}
    limit ${limit})
  returning 1 as pruned`;
