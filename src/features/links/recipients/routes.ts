import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { dataOf, pageOf } from "#http/page";
import { shortLinkExists } from "../store";
import { LinkSend, LinkSendInput, LinkSendPatch, LinkSendQuery } from "./schema";
import {
  createLinkSend,
  getLinkSend,
  linkSendExists,
  listLinkSends,
  updateLinkSend,
} from "./store";

const area = "Link sends";

export const linkSends = new Hono<App>()
  .post(
    "/short-links/:shortLink/sends",
    operation({
      id: "createLinkSend",
      area,
      summary: "Create a link send",
      description:
        "Creates a URL of the link for one recipient, for a message that you send by your own " +
        "means. Put `url` into the message, and report when it was sent and read. Each call " +
        "creates another URL, so send an `Idempotency-Key`. If the link's destination has " +
        "placeholders, whoever has the URL sees the lead's values: it takes `leads:read`, too.",
      status: 201,
      resourcePath: "/link-sends",
      answer: dataOf(LinkSend),
    }),
    allow("short-links:write"),
    ids(["shortLink"], shortLinkExists),
    validate("json", LinkSendInput),
    async (c) =>
      c.json(
        {
          data: await createLinkSend(
            c.var.scope,
            c.req.valid("param").shortLink,
            c.req.valid("json"),
          ),
        },
        201,
      ),
  )
  .get(
    "/link-sends",
    operation({
      id: "listLinkSends",
      area,
      summary: "List link sends",
      description: "Newest first. An item must match all filters.",
      answer: pageOf(LinkSend),
    }),
    allow("short-links:read"),
    validate("query", LinkSendQuery),
    (c) => list(c, (page, query) => listLinkSends(c.var.scope, query, page)),
  )
  .get(
    "/link-sends/:linkSend",
    operation({ id: "getLinkSend", area, summary: "Get a link send", answer: dataOf(LinkSend) }),
    allow("short-links:read"),
    ids(["linkSend"], linkSendExists),
    async (c) => c.json({ data: await getLinkSend(c.var.scope, c.req.valid("param").linkSend) }),
  )
  .patch(
    "/link-sends/:linkSend",
    operation({
      id: "updateLinkSend",
      area,
      summary: "Update a link send",
      description:
        "Reports when it was sent or read. Each of the link's tags is applied at most once for " +
        "each send.",
      answer: dataOf(LinkSend),
    }),
    allow("short-links:write"),
    ids(["linkSend"], linkSendExists),
    validate("json", LinkSendPatch),
    async (c) =>
      c.json({
        data: await updateLinkSend(c.var.scope, c.req.valid("param").linkSend, c.req.valid("json")),
      }),
  );
