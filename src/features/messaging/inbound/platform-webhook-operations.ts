import type { z } from "zod";
import { operation } from "#http/contract";

const parameter = (
  place: "header" | "path" | "query",
  name: string,
  description: string,
  schema: object = { type: "string" },
) => ({
  in: place,
  name,
  required: true,
  schema,
  description,
});

const area = "Platform webhooks";
const channel = parameter("path", "channel", "The channel's id, as in its `webhook_url`.", {
  type: "integer",
  format: "int64",
  minimum: 1,
});
const json = {
  content: {
    "application/json": {
      schema: {
        type: "object",
        properties: { success: { type: "boolean" } },
        required: ["success"],
      },
    },
  },
};

/** The operation by which Meta verifies the URL of a channel. */
export const handshake = (platform: string) =>
  operation({
    id: `verify${platform}Webhook`,
    area,
    summary: `Answer ${platform}'s handshake`,
    description:
      "Meta calls this when you enter the channel's `webhook_url` and `verify_token` there.",
    security: [],
    parameters: [
      channel,
      parameter("query", "hub.mode", "`subscribe`."),
      parameter("query", "hub.verify_token", "The channel's `verify_token`."),
      parameter("query", "hub.challenge", "The text to answer with."),
    ],
    responses: {
      200: {
        description: "The challenge: at most 200 letters, digits, `_` and `-`.",
        content: { "text/plain": { schema: { type: "string" } } },
      },
      403: { description: "The verify token or the mode is wrong, or it is not https." },
      404: { description: "There is no such channel." },
      429: { description: "The address has asked for too many channels that don't exist." },
    },
  });

/** The operation by which Meta delivers its webhooks. */
export const delivery = (platform: string, body: z.ZodType) =>
  operation({
    id: `receive${platform}Webhook`,
    area,
    summary: `Receive from ${platform}`,
    description:
      "Meta calls this with everything that happens to the numbers or accounts of the app, in " +
      "bodies of up to 3 MiB. An item about another channel with the same app secret reaches " +
      "that channel, even in another workspace. Messages, statuses and opt-outs are stored " +
      "before the answer. A repeated item is stored once, and an unknown one is left out.",
    security: [],
    parameters: [
      channel,
      parameter(
        "header",
        "X-Hub-Signature-256",
        "`sha256=` and the HMAC-SHA-256 of the body's bytes, keyed with the channel's " +
          "`app_secret`, in hex.",
      ),
    ],
    body,
    responses: {
      200: { description: "Stored.", ...json },
      401: { description: "The signature is missing or wrong." },
      404: { description: "There is no such channel." },
      429: { description: "The address has asked for too many channels that don't exist." },
      413: { description: "The request body is larger than 3 MiB." },
      422: {
        description:
          "The body is not JSON, or a workspace has stored twice as much as its quota of bytes " +
          "allows. Meta repeats what was not answered with 200, for days.",
      },
    },
  });
