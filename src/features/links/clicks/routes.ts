import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { dataOf, PageQuery, pageOf } from "#http/page";
import { shortLinkExists } from "../store";
import { ClickQuery, LinkClick, LinkStats, StatsQuery } from "./schema";
import { getLinkStats } from "./stats";
import { listAllClicks, listLinkClicks } from "./store";

const area = "Short links";

export const clicks = new Hono<App>()
  .get(
    "/short-links/:shortLink/stats",
    operation({
      id: "getLinkStats",
      area,
      summary: "Get a short link's statistics",
      description: "Visits appear here within 5 seconds.",
      answer: dataOf(LinkStats),
    }),
    allow("short-links:read"),
    ids(["shortLink"], shortLinkExists),
    validate("query", StatsQuery),
    async (c) =>
      c.json({
        data: await getLinkStats(c.var.scope, c.req.valid("param").shortLink, c.req.valid("query")),
      }),
  )
  .get(
    "/clicks",
    operation({
      id: "listAllClicks",
      area,
      summary: "List clicks",
      description:
        "Lists people's clicks on the recipient links of all short links, newest first. Base " +
        "clicks and bots are in the statistics only. `created_from` and `created_to` are about " +
        "when a click was counted, within 5 seconds of it.",
      answer: pageOf(LinkClick),
    }),
    allow("short-links:read"),
    validate("query", ClickQuery),
    (c) => list(c, (page, query) => listAllClicks(c.var.scope, query, page)),
  )
  .get(
    "/short-links/:shortLink/clicks",
    operation({
      id: "listLinkClicks",
      area,
      summary: "List a short link's clicks",
      description:
        "Lists people's clicks on recipient links, newest first. A click appears within 5 " +
        "seconds. Base clicks and bots are in the statistics only.",
      answer: pageOf(LinkClick),
    }),
    allow("short-links:read"),
    ids(["shortLink"], shortLinkExists),
    validate("query", PageQuery),
    (c) => list(c, (page) => listLinkClicks(c.var.scope, c.req.valid("param").shortLink, page)),
  );
