import * as z from "zod";
import { PageQuery } from "#http/page";
import { at, boolean, query, requiredText, text, timestamp } from "#lib/fields";
import { createdRange, rangesInOrder } from "#lib/time-ranges";
import { commentExample } from "./example";

export const Comment = z
  .object({
    id: z.int(),
    channel_id: z.int().meta({ description: "Kept when the channel is deleted." }),
    external_id: z.string().meta({ description: "The platform's id of the comment." }),
    media_id: z.string().meta({
      description: "The platform's id of the post: of an ad, of the post that it advertises.",
    }),
    parent_id: z.string().nullable().meta({
      description: "The platform's id of the comment to which this one replies.",
    }),
    ad_id: z.string().nullable(),
    is_live: z.boolean().meta({ description: "Written while a broadcast was live." }),
    author: z
      .object({ id: z.string(), username: z.string().nullable() })
      .meta({ id: "CommentAuthor", description: "The author's account on the platform." }),
    text: z.string().nullable(),
    lead_id: z
      .int()
      .nullable()
      .meta({
        description:
          "The lead that has the author's id. Whoever is none becomes one only by a start, or by " +
          "a message. Until then, the comment is kept for 8 days.",
      }),
    at: at.meta({ description: "When it was written." }),
    created_at: at,
  })
  .meta({
    id: "Comment",
    description: "A comment under a post. Stored while a trigger of the type `comment` is on.",
    examples: [commentExample],
  });

export const CommentQuery = PageQuery.extend({
  lead_id: query.integer(1).describe("Only what belongs to this lead."),
  channel_id: query.integer(1).describe("Comments under the posts of this channel's account."),
  media_id: query.text(255).describe("Comments under this post, by the platform's id."),
  ...createdRange,
}).superRefine(rangesInOrder("created"), { when: () => true });

export const CommentInput = z
  .object({
    from: requiredText(255).describe("The id of the author's account on the platform."),
    username: text(255).describe("The name of that account."),
    media_id: requiredText(255).describe("The platform's id of the post."),
    text: text(4096),
    parent_id: text(255).describe("The platform's id of the comment to which it replies."),
    ad_id: text(255).describe("The ad, where the post is one."),
    is_live: boolean().nullish().describe("Whether it was written while a broadcast was live."),
    external_id: text(255).describe(
      "The gateway's id of the comment. A repeated id is stored once. Generated if absent.",
    ),
    at: timestamp().describe(
      "When it was written. Defaults to now, also for a time in the future.",
    ),
  })
  .meta({
    id: "CommentInput",
    examples: [
      {
        from: commentExample.author.id,
        username: commentExample.author.username,
        media_id: commentExample.media_id,
        text: commentExample.text,
      },
    ],
  });

export const ReceivedComment = z
  .object({
    comment: Comment.nullable().meta({
      description:
        "`null` where it was not stored: no trigger of the type `comment` is on, the author is " +
        "the account itself, or they are no lead and have written 100 in 8 days.",
    }),
  })
  .meta({ id: "ReceivedComment" });

export type CommentInput = z.output<typeof CommentInput>;
export type CommentQuery = z.output<typeof CommentQuery>;
export type Comment = z.output<typeof Comment>;
