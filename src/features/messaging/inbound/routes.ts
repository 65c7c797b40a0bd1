import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { dataOf } from "#http/page";
import { channelExists } from "../channels/store";
import { Message } from "../messages/schema";
import { InboundInput, MoveInput, ReceivedMove } from "./schema";
import { inboundErrors, receiveMessage } from "./simulate-inbound";
import { receiveMove } from "./simulate-move";

export const inbound = new Hono<App>()
  .post(
    "/channels/:channel/inbound",
    operation({
      id: "receiveMessage",
      evenFull: true,
      tool: "destructive",
      area: "Channels",
      summary: "Receive a message from a lead",
      description:
        "For gateways, and for playing the lead's part in the sandbox. It has the same effects " +
        "as a message from the platform: it opens the conversation and its window, creates a " +
        "lead if the sender is none, and obeys opt-out words. With `origin`, it is what your " +
        "team has written in the platform's own app.",
      status: 201,
      answer: dataOf(Message),
      or200: "There already is a message with this `external_id`.",
      responses: {
        409: {
          description:
            "The channel's messages come from Meta, " +
            "or a request with this Idempotency-Key is still running.",
        },
      },
    }),
    allow("conversations:write"),
    ids(["channel"], channelExists),
    validate("json", InboundInput, (scope, body, { channel }) =>
      inboundErrors(scope, Number(channel), body),
    ),
    async (c) => {
      const { message, isNew } = await receiveMessage(
        c.var.scope,
        c.req.valid("param").channel,
        c.req.valid("json"),
      );
      return c.json({ data: message }, isNew ? 201 : 200);
    },
  )
  .post(
    "/channels/:channel/identity-moves",
    operation({
      id: "receiveIdentityMove",
      evenFull: true,
      tool: "destructive",
      area: "Channels",
      summary: "Receive a notice that ids have changed",
      description:
        "For gateways, and for trying it in the sandbox: WhatsApp's `user_changed_number` and " +
        "`user_changed_user_id`. The lead keeps conversations, runs and opt-outs under the new " +
        "ids, and gets the notice as a message of the type `system`. It opens no window, and " +
        "makes nobody a lead.",
      status: 201,
      answer: dataOf(ReceivedMove),
      or200: "There already is a notice with this `external_id`.",
      responses: {
        409: {
          description:
            "The channel's messages come from Meta, people keep their id on its platform, or a " +
            "request with this Idempotency-Key is still running.",
        },
      },
    }),
    allow("conversations:write"),
    ids(["channel"], channelExists),
    validate("json", MoveInput),
    async (c) => {
      const { channel } = c.req.valid("param");
      const { message, isNew } = await receiveMove(c.var.scope, channel, c.req.valid("json"));
      return c.json({ data: { message } }, isNew ? 201 : 200);
    },
  );
