import { Hono } from "hono";
import type { App } from "#env";
import { allow, allowWhere, hasPlaceholders } from "#http/allow";
import { capResponse } from "#http/caps";
import { ids, operation, validate } from "#http/contract";
import { keeping } from "#http/keep";
import { list } from "#http/lists/list";
import { Deletion, dataOf, deletion, pageOf } from "#http/page";
import { revisionsOf, stampTag } from "#lib/etag";
import { tagErrors } from "../leads/tags/store";
import { createShortLink } from "./create";
import { replaceShortLink } from "./replace";
import { ShortLink, ShortLinkInput, ShortLinkQuery, ShortLinkReplacement } from "./schema";
import { deleteShortLink, getShortLink, listShortLinks, shortLinkExists } from "./store";

const area = "Short links";
const ofTags = tagErrors("tag_on_sent_id", "tag_on_read_id", "tag_on_clicked_id");

/** Whoever visits a recipient's URL sees where it leads. */
const allowsPlaceholders = allowWhere(
  "leads:read",
  "the destination has placeholders",
  ({ destination_url }: { destination_url: string }) => hasPlaceholders(destination_url),
);

export const shortLinks = new Hono<App>()
  .get(
    "/short-links",
    operation({
      id: "listShortLinks",
      area,
      summary: "List short links",
      answer: pageOf(ShortLink),
    }),
    allow("short-links:read"),
    validate("query", ShortLinkQuery),
    (c) => list(c, (page, query) => listShortLinks(c.var.scope, query.label, page)),
  )
  .post(
    "/short-links",
    operation({
      id: "createShortLink",
      audit: "short_link.created",
      area,
      summary: "Create a short link",
      status: 201,
      resourcePath: "/short-links",
      answer: dataOf(ShortLink),
      etag: true,
      responses: capResponse("short links", "10,000"),
    }),
    allow("short-links:write"),
    validate("json", ShortLinkInput, ofTags),
    allowsPlaceholders,
    async (c) => {
      const link = await createShortLink(c.var.scope, c.req.valid("json"), keeping(c));
      return c.json({ data: link }, 201, await stampTag(link));
    },
  )
  .get(
    "/short-links/:shortLink",
    operation({
      id: "getShortLink",
      area,
      summary: "Get a short link",
      answer: dataOf(ShortLink),
      etag: true,
    }),
    allow("short-links:read"),
    ids(["shortLink"], shortLinkExists),
    async (c) => {
      const link = await getShortLink(c.var.scope, c.req.valid("param").shortLink);
      return c.json({ data: link }, 200, await stampTag(link));
    },
  )
  .put(
    "/short-links/:shortLink",
    operation({
      id: "replaceShortLink",
      audit: "short_link.replaced",
      area,
      summary: "Replace a short link",
      description: "The change takes effect everywhere within 10 seconds.",
      answer: dataOf(ShortLink),
      etag: true,
    }),
    allow("short-links:write"),
    ids(["shortLink"], shortLinkExists),
    validate("json", ShortLinkReplacement, ofTags),
    allowsPlaceholders,
    async (c) => {
      const { shortLink: id } = c.req.valid("param");
      const terms = { keep: keeping(c), expected: revisionsOf(c.req.header("If-Match")) };
      const link = await replaceShortLink(c.var.scope, id, c.req.valid("json"), terms);
      return c.json({ data: link }, 200, await stampTag(link));
    },
  )
  .delete(
    "/short-links/:shortLink",
    operation({
      id: "deleteShortLink",
      audit: "short_link.deleted",
      area,
      summary: "Delete a short link",
      description:
        "Its URL answers 404 everywhere within 10 seconds. Also deletes its link sends, clicks " +
        "and statistics.",
      answer: Deletion,
    }),
    allow("short-links:write"),
    ids(["shortLink"], shortLinkExists),
    async (c) =>
      c.json(
        deletion(await deleteShortLink(c.var.scope, c.req.valid("param").shortLink, keeping(c))),
      ),
  );
