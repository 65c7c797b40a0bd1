import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { dataOf, pageOf } from "#http/page";
import { channelExists } from "../channels/store";
import { inboundErrors } from "../inbound/simulate-inbound";
import { receiveComment } from "./receive";
import { Comment, CommentInput, CommentQuery, ReceivedComment } from "./schema";
import { listComments } from "./store";

export const comments = new Hono<App>()
  .get(
    "/comments",
    operation({
      id: "listComments",
      area: "Conversations",
      summary: "List comments",
      description: "Comments under posts, newest first. A comment must match all filters.",
      answer: pageOf(Comment),
    }),
    allow("conversations:read"),
    validate("query", CommentQuery),
    (c) => list(c, (page, query) => listComments(c.var.scope, query, page)),
  )
  .post(
    "/channels/:channel/comments",
    operation({
      id: "receiveComment",
      evenFull: true,
      tool: "destructive",
      area: "Channels",
      summary: "Receive a comment on a post",
      description:
        "For gateways, and for trying it in the sandbox. It has the same effects as a comment " +
        "from Instagram: triggers of the type `comment` react to it, and its author becomes a " +
        "lead if something starts.",
      status: 201,
      answer: dataOf(ReceivedComment),
      or200: "There already is a comment with this `external_id`, or it was not stored.",
      responses: {
        409: {
          description:
            "The channel's comments come from Meta, its platform has none, or a request with " +
            "this Idempotency-Key is still running.",
        },
      },
    }),
    allow("conversations:write"),
    ids(["channel"], channelExists),
    validate("json", CommentInput, (scope, { from }, { channel }) =>
      inboundErrors(scope, Number(channel), { from }),
    ),
    async (c) => {
      const { channel } = c.req.valid("param");
      const { comment, isNew } = await receiveComment(c.var.scope, channel, c.req.valid("json"));
      return c.json({ data: { comment } }, isNew ? 201 : 200);
    },
  );
