import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { PageQuery, pageOf } from "#http/page";
import { Assignee } from "./schema";
import { listAssignees } from "./store";

export const assignees = new Hono<App>().get(
  "/assignees",
  operation({
    id: "listAssignees",
    area: "Conversations",
    summary: "List assignees",
    description: "Who can be given conversations: the holders of tokens that may write these.",
    answer: pageOf(Assignee),
  }),
  allow("conversations:read"),
  validate("query", PageQuery),
  (c) => list(c, (page) => listAssignees(c.var.scope, page)),
);
