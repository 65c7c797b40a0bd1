import { Hono } from "hono";
import type { App } from "#env";
import { leadExists } from "#features/leads/store";
import { allow, allowWhere, hasPlaceholders } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { dataOf } from "#http/page";
import { conversationExists } from "../conversations/store";
import { Message } from "../messages/schema";
import { messageExists } from "../messages/store";
import { referenceErrors } from "./draft";
import { previewMessage } from "./preview";
import { Preview } from "./preview-schema";
import { reportStatus } from "./report-status";
import { LeadMessageInput, MessageInput, PreviewInput, ReportInput } from "./schema";
import { sendToConversation, sendToLead } from "./send";

const area = "Conversations";
const sending =
  "Answers once the message is stored, then sends it, in the order of its conversation. Only a " +
  "template can be sent more than 24 hours after the lead's last message. A message that can't " +
  "be sent is stored as `failed`, with the reason in `error`. Send an `Idempotency-Key`, so " +
  "that a retry can't send it twice.";

/** The answer shows the lead's values. */
const allowsPlaceholders = allowWhere(
  "leads:read",
  "the message has placeholders",
  hasPlaceholders,
);

export const messages = new Hono<App>()
  .post(
    "/leads/:lead/messages",
    operation({
      id: "sendMessageToLead",
      tool: "destructive",
      area,
      summary: "Send a message to a lead",
      description: `Opens a conversation if there is none. ${sending}`,
      status: 201,
      resourcePath: "/messages",
      answer: dataOf(Message),
    }),
    allow("conversations:write"),
    ids(["lead"], leadExists),
    validate("json", LeadMessageInput, (scope, { channel_id }) =>
      referenceErrors(scope, { channel_id }),
    ),
    allowsPlaceholders,
    async (c) => {
      const message = await sendToLead(c.var.scope, c.req.valid("param").lead, c.req.valid("json"));
      return c.json({ data: message }, 201);
    },
  )
  .post(
    "/conversations/:conversation/messages",
    operation({
      id: "sendMessage",
      tool: "destructive",
      area,
      summary: "Send a message in a conversation",
      description: sending,
      status: 201,
      resourcePath: "/messages",
      answer: dataOf(Message),
    }),
    allow("conversations:write"),
    ids(["conversation"], conversationExists),
    validate("json", MessageInput),
    allowsPlaceholders,
    async (c) => {
      const message = await sendToConversation(
        c.var.scope,
        c.req.valid("param").conversation,
        c.req.valid("json"),
      );
      return c.json({ data: message }, 201);
    },
  )
  .post(
    "/messages/preview",
    operation({
      id: "previewMessage",
      tool: "read",
      area,
      summary: "Preview a message",
      description:
        "Shows what the lead would get, and whether it could be sent now. Writes nothing: it " +
        "opens no conversation and creates no link send.",
      answer: dataOf(Preview),
    }),
    allow("conversations:write", "leads:read"),
    validate("json", PreviewInput, referenceErrors),
    async (c) => c.json({ data: await previewMessage(c.var.scope, c.req.valid("json")) }),
  )
  .post(
    "/messages/:message/status",
    operation({
      id: "reportMessageStatus",
      evenFull: true,
      area,
      summary: "Report a message's status",
      description:
        "For gateways, and for trying things in the sandbox. Report statuses in any order and " +
        "as often as you like: each counts once, and none takes back a later one. A message " +
        "that was read counts as delivered, and a delivered one as sent.",
      responses: {
        409: {
          description:
            "The message is not one that a gateway or the sandbox sends, " +
            "or a request with this Idempotency-Key is still running.",
        },
      },
      answer: dataOf(Message),
    }),
    allow("conversations:write"),
    ids(["message"], messageExists),
    validate("json", ReportInput),
    async (c) =>
      c.json({
        data: await reportStatus(c.var.scope, c.req.valid("param").message, c.req.valid("json")),
      }),
  );
