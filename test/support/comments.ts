import { type Client, unique } from "./api";
import { testEnv } from "./env";

type Given = {
  lead: number | null;
  at?: number;
  external?: string;
  author?: string;
  text?: string;
  isLive?: boolean;
};

/** A comment under a post of the channel's account, straight into D1. Returns its id. */
export async function newComment(
  { workspaceId }: Client,
  channelId: number,
  { lead, at = Date.now(), external = `comment-${unique()}`, author = "9", text, isLive }: Given,
) {
  const { results } = await testEnv.DB.prepare(
    `insert into comments (workspace_id, channel_id, external_id, media_id, is_live, author_id,
       text, at, lead_id, created_at)
     values (?1, ?2, ?3, 'post', ?8, ?4, ?5, ?6, ?7, ?6) returning id`,
  )
    .bind(workspaceId, channelId, external, author, text ?? "Price?", at, lead, isLive ? 1 : 0)
    .run<{ id: number }>();
  return results[0]!.id;
}
