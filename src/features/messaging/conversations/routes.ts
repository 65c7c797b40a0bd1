import { Hono } from "hono";
import type { App } from "../../../env";
import { allow } from "../../../http/allow";
import { ids, operation, validate } from "../../../http/contract";
import { list } from "../../../http/lists/list";
import { dataOf, PageQuery, pageOf } from "../../../http/page";
import { Message, MessageQuery } from "../messages/schema";
import { findMessages } from "../messages/search/page";
import { getMessage, listMessages, messageExists } from "../messages/store";
import { Conversation, ConversationQuery } from "./schema";
import { conversationExists, getConversation, listConversations } from "./store";

const area = "Conversations";

export const conversations = new Hono<App>()
  .get(
    "/conversations",
    operation({
      id: "listConversations",
      area,
      summary: "List conversations",
      description: "Newest first. An item must match all filters.",
      answer: pageOf(Conversation),
    }),
    allow("conversations:read"),
    validate("query", ConversationQuery),
    (c) => list(c, (page, query) => listConversations(c.var.scope, query, page)),
  )
  .get(
    "/conversations/:conversation",
    operation({
      id: "getConversation",
      area,
      summary: "Get a conversation",
      answer: dataOf(Conversation),
    }),
    allow("conversations:read"),
    ids(["conversation"], conversationExists),
    async (c) =>
      c.json({ data: await getConversation(c.var.scope, c.req.valid("param").conversation) }),
  )
  .get(
    "/conversations/:conversation/messages",
    operation({
      id: "listMessages",
      area,
      summary: "List the messages of a conversation",
      description: "Newest first, by the time at which they were stored.",
      answer: pageOf(Message),
    }),
    allow("conversations:read"),
    ids(["conversation"], conversationExists),
    validate("query", PageQuery),
    (c) => list(c, (page) => listMessages(c.var.scope, c.req.valid("param").conversation, page)),
  )
  .get(
    "/messages",
    operation({
      id: "listAllMessages",
      area,
      summary: "List messages",
      description:
        "Lists the messages of all conversations, newest first, by when they were stored.",
      answer: pageOf(Message),
    }),
    allow("conversations:read"),
    validate("query", MessageQuery),
    (c) => list(c, (page, query) => findMessages(c.var.scope, query, page)),
  )
  .get(
    "/messages/:message",
    operation({ id: "getMessage", area, summary: "Get a message", answer: dataOf(Message) }),
    allow("conversations:read"),
    ids(["message"], messageExists),
    async (c) => c.json({ data: await getMessage(c.var.scope, c.req.valid("param").message) }),
  );
