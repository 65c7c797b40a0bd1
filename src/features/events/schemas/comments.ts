import * as z from "zod";
import { commentExample } from "#features/messaging/comments/example";
import { Comment } from "#features/messaging/comments/schema";
import { eventOf, excerpt } from "./event";
import { exampleLead, lead } from "./leads";

const { text, created_at, ...members } = Comment.shape;
const { created_at: _, ...example } = commentExample;

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
    comment: example,
  }),
] as const;
