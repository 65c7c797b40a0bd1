import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { pageOf } from "#http/page";
import { ListedTrigger, TriggerQuery } from "./schema";
import { listTriggers } from "./store";

export const triggers = new Hono<App>().get(
  "/triggers",
  operation({
    id: "listTriggers",
    area: "Scenarios",
    summary: "List triggers",
    description:
      "The triggers of all scenarios as they are published, of known types: what starts runs, " +
      "and why some of them don't. Those that came last are first. A page has 8 kB of settings " +
      "for each, at most.",
    answer: pageOf(ListedTrigger),
  }),
  allow("scenarios:read"),
  validate("query", TriggerQuery),
  (c) => list(c, (page, query) => listTriggers(c.var.scope, query, page)),
);
