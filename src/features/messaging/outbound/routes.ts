import { Hono } from "hono";
import type { App } from "../../../env";
import { allow, allowWhere, hasPlaceholders } from "../../../http/allow";
import { ids, operation, validate } from "../../../http/contract";
import { dataOf } from "../../../http/page";
import { leadExists } from "../../leads/store";
import { conversationExists } from "../conversations/store";
import { Message } from "../messages/schema";
import { messageExists } from "../messages/store";
import { referenceErrors } from "./draft";
import { previewMessage } from "./preview";
import { sendToConversation, sendToLead } from "./queue";
import { LeadMessageInput, MessageInput, Preview, PreviewInput, ReportInput } from "./schema";
import { reportStatus } from "./status";

const area = "Conversations";
const sending =
  "Answers once the message is stored; it is sent within moments, in the order of its " +
  "conversation. Anything but a template needs a message of the lead's in the last 24 hours. " +
  "What can't be sent is stored too, as `failed` with the reason in `error`. " +
  "Retry with an `Idempotency-Key`, so that nothing is sent twice.";

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
      area,
      summary: "Send a message to a lead",
      description: `Opens the conversation where there is none. ${sending}`,
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
      area,
      summary: "Preview a message",
      description:
        "Shows what a lead would get, and whether it would be sent now. " +
        "Writes nothing: no conversation is opened, no link send made.",
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
      area,
      summary: "Report what became of a message",
      description:
        "For gateways, and to play with the sandbox. Statuses may come in any order and more " +
        "than once: each counts once, and none takes back a later one. " +
        "What was read was delivered, what was delivered was sent.",
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
