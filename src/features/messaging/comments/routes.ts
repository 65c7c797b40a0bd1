import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { pageOf } from "#http/page";
import { Comment, CommentQuery } from "./schema";
import { listComments } from "./store";

export const comments = new Hono<App>().get(
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
);
