import * as z from "zod";
import { Comment } from "#features/messaging/comments/schema";
import { eventOf, excerpt } from "./event";
import { exampleLead, lead } from "./leads";

const { text, created_at, ...members } = Comment.shape;

const CommentReference = z
  .object({ ...members, text: excerpt })
  .meta({ id: "CommentReference", description: "The comment as it is now." });

const received = lead
  .extend({
    lead_id: z.int().nullable().meta({
      description: "The lead that had the author's id when the comment came.",
    }),
    comment_id: z.int(),
    comment: CommentReference.nullable().meta({
      description: "`null` if it has been deleted since.",
    }),
  })
  .meta({ id: "CommentReceivedEventData" });

export const commentEvents = [
  eventOf("comment.received", "Somebody wrote a comment under a post.", received, {
    ...exampleLead,
    comment_id: 61,
    comment: {
      id: 61,
      channel_id: 2,
      external_id: "17925512345678902",
      media_id: "17905512345678901",
      parent_id: null,
      ad_id: null,
      is_live: false,
      author: { id: "1254459154682919", username: "elodie" },
      text: "PRICE?",
      lead_id: 42,
      at: "2026-11-20T10:15:30.000Z",
    },
  }),
] as const;
