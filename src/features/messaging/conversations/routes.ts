import { Hono } from "hono";
import type { App } from "#env";
import { allow, allowWhere } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { keeping } from "#http/keep";
import { list } from "#http/lists/list";
import { dataOf, PageQuery, pageOf } from "#http/page";
import { Message, MessageQuery } from "../messages/schema";
import { findMessages } from "../messages/search/page";
import { getMessage, listMessages, messageExists } from "../messages/store";
import { markRead, showTyping } from "./presence";
import { Conversation, ConversationInput, ConversationQuery } from "./schema";
import {
  assigneeErrors,
  conversationExists,
  getConversation,
  listConversations,
  updateConversation,
} from "./store";

const area = "Conversations";

/** The answer tells which leads have the tags, or what is searched for. */
const allowsLeads = allowWhere(
  "leads:read",
  "`tag_ids` or `search` is given",
  ({ tag_ids, search }: ConversationQuery) => tag_ids !== undefined || search !== undefined,
  "query",
);

export const conversations = new Hono<App>()
  .get(
    "/conversations",
    operation({
      id: "listConversations",
      area,
      summary: "List conversations",
      description:
        "Newest first. An item must match all filters. By `order=activity`, the conversation " +
        "with the latest message comes first; those without one are not listed. Pages show each " +
        "conversation once while messages come in: one that moves up before it was shown comes " +
        "on the next page. There are no previous pages.",
      answer: pageOf(Conversation),
    }),
    allow("conversations:read"),
    validate("query", ConversationQuery),
    allowsLeads,
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
  .patch(
    "/conversations/:conversation",
    operation({
      id: "updateConversation",
      area,
      summary: "Assign, snooze, close or open a conversation",
      answer: dataOf(Conversation),
    }),
    allow("conversations:write"),
    ids(["conversation"], conversationExists),
    validate("json", ConversationInput, assigneeErrors),
    async (c) => {
      const { conversation } = c.req.valid("param");
      const input = c.req.valid("json");
      return c.json({ data: await updateConversation(c.var.scope, conversation, input) });
    },
  )
  .post(
    "/conversations/:conversation/read",
    operation({
      id: "readConversation",
      tool: "destructive",
      area,
      summary: "Mark a conversation as read",
      description:
        "WhatsApp and Instagram show the lead that its messages were read. Whether they do is " +
        "not waited for.",
      answer: dataOf(Conversation),
    }),
    allow("conversations:write"),
    ids(["conversation"], conversationExists),
    async (c) => {
      const signalling = { env: c.env, keep: keeping(c) };
      const { conversation } = c.req.valid("param");
      return c.json({ data: await markRead(c.var.scope, conversation, signalling) });
    },
  )
  .post(
    "/conversations/:conversation/typing",
    operation({
      id: "showTyping",
      tool: "destructive",
      area,
      summary: "Show that you are typing",
      description:
        "WhatsApp and Instagram show it for some 20 seconds, or until the next message. On " +
        "WhatsApp, it also shows that the lead's messages were read.",
      status: 202,
      answer: dataOf(Conversation),
    }),
    allow("conversations:write"),
    ids(["conversation"], conversationExists),
    async (c) => {
      const signalling = { env: c.env, keep: keeping(c) };
      const { conversation } = c.req.valid("param");
      return c.json({ data: await showTyping(c.var.scope, conversation, signalling) }, 202);
    },
  )
  .get(
    "/conversations/:conversation/messages",
    operation({
      id: "listMessages",
      area,
      summary: "List the messages of a conversation",
      description: "Newest first, by the time at which they were stored. Notes are among them.",
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
