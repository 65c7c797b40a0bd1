import { Hono } from "hono";
import type { App } from "#env";
import { allow, allowWhere } from "#http/allow";
import { capResponse } from "#http/caps";
import { ids, operation, validate } from "#http/contract";
import { keeping } from "#http/keep";
import { list } from "#http/lists/list";
import { Deletion, dataOf, deletion, PageQuery, pageOf } from "#http/page";
import { revisionsOf, stampTag } from "#lib/etag";
import { checkChannel } from "./check";
import { CheckedChannel } from "./check-schema";
import { createChannel } from "./create";
import { listWithUse, withOwnUse } from "./limit-used";
import { replaceChannel, replacementErrors } from "./replace";
import { resumeChannel } from "./resume";
import { Channel, ChannelInput, ChannelReplacement } from "./schema";
import { channelErrors, channelExists, deleteChannel, getChannel, listChannels } from "./store";

const area = "Channels";

/** Messages to a gateway carry the lead's address. */
const allowsGateway = allowWhere(
  "leads:read",
  "the channel has a `gateway_url`",
  ({ gateway_url: url }: ChannelReplacement) => url != null,
);

export const channels = new Hono<App>()
  .get(
    "/channels",
    operation({ id: "listChannels", area, summary: "List channels", answer: pageOf(Channel) }),
    allow("channels:read"),
    validate("query", PageQuery),
    (c) => list(c, (page) => listWithUse(c.env, listChannels(c.var.scope, page))),
  )
  .post(
    "/channels",
    operation({
      id: "createChannel",
      tool: "destructive",
      audit: "channel.created",
      area,
      summary: "Create a channel",
      status: 201,
      resourcePath: "/channels",
      answer: dataOf(Channel),
      etag: true,
      responses: capResponse("channels", "20"),
    }),
    allow("channels:write"),
    validate("json", ChannelInput, channelErrors),
    allowsGateway,
    async (c) => {
      const channel = await createChannel(c.var.scope, c.req.valid("json"), {
        env: c.env,
        keep: keeping(c),
      });
      return c.json({ data: channel }, 201, await stampTag(channel));
    },
  )
  .get(
    "/channels/:channel",
    operation({
      id: "getChannel",
      area,
      summary: "Get a channel",
      answer: dataOf(Channel),
      etag: true,
    }),
    allow("channels:read"),
    ids(["channel"], channelExists),
    async (c) => {
      const channel = await getChannel(c.var.scope, c.req.valid("param").channel);
      return c.json({ data: await withOwnUse(c.env, channel) }, 200, await stampTag(channel));
    },
  )
  .put(
    "/channels/:channel",
    operation({
      id: "replaceChannel",
      audit: "channel.replaced",
      area,
      summary: "Replace a channel",
      description:
        "Also starts a stopped channel again. Send new credentials if the old ones no longer " +
        "work.",
      answer: dataOf(Channel),
      etag: true,
      responses: { 409: { description: "Other requests keep changing the channel." } },
    }),
    allow("channels:write"),
    ids(["channel"], channelExists),
    validate("json", ChannelReplacement, (scope, body, { channel }) =>
      replacementErrors(scope, Number(channel), body),
    ),
    allowsGateway,
    async (c) => {
      const { channel: id } = c.req.valid("param");
      const terms = {
        env: c.env,
        keep: keeping(c),
        expected: revisionsOf(c.req.header("If-Match")),
      };
      const channel = await replaceChannel(c.var.scope, id, c.req.valid("json"), terms);
      return c.json({ data: await withOwnUse(c.env, channel) }, 200, await stampTag(channel));
    },
  )
  .post(
    "/channels/:channel/resume",
    operation({
      id: "resumeChannel",
      tool: "destructive",
      audit: "channel.resumed",
      area,
      summary: "Resume a paused channel",
      description:
        "Ends its `pause`, and that of the channels paused with it, at once: for when you have " +
        "paid, or the platform has lifted what it said. Refused again, it pauses again, and " +
        "keeps its messages. The answer is the channel, also where there was nothing to end. " +
        "An `outage` ends by itself, and a stopped channel is started by replacing it.",
      answer: dataOf(Channel),
      etag: true,
    }),
    allow("channels:write"),
    ids(["channel"], channelExists),
    async (c) => {
      const channel = await resumeChannel(c.var.scope, c.req.valid("param").channel);
      return c.json({ data: await withOwnUse(c.env, channel) }, 200, await stampTag(channel));
    },
  )
  .post(
    "/channels/:channel/check",
    operation({
      id: "checkChannel",
      area,
      summary: "Check a channel",
      description:
        "Asks Meta about the channel's token, its account and the webhooks of that, and whether " +
        "`webhook_url` is redirected. The answer is the channel with its `faults`. `check_error` " +
        "says why Meta refuses the token or the account, and `checked_at` is now if it does not. " +
        "Sends no message, and neither starts nor stops the channel. Six times a minute.",
      answer: dataOf(CheckedChannel),
      etag: true,
      responses: { 409: { description: "Nobody can be asked: it is a sandbox or a gateway." } },
    }),
    allow("channels:write"),
    ids(["channel"], channelExists),
    async (c) => {
      const channel = await checkChannel(c.var.scope, c.env, c.req.valid("param").channel);
      const used = { ...channel, ...(await withOwnUse(c.env, channel)) };
      return c.json({ data: used }, 200, await stampTag(channel));
    },
  )
  .delete(
    "/channels/:channel",
    operation({
      id: "deleteChannel",
      audit: "channel.deleted",
      area,
      summary: "Delete a channel",
      description:
        "Its conversations stay, and its queued messages fail. If it was the platform's " +
        "default, the oldest remaining channel becomes the default.",
      answer: Deletion,
    }),
    allow("channels:write"),
    ids(["channel"], channelExists),
    async (c) =>
      c.json(deletion(await deleteChannel(c.var.scope, c.req.valid("param").channel, keeping(c)))),
  );
