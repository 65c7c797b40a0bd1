import { Hono } from "hono";
import type { App } from "../../env";
import { allow } from "../../http/allow";
import { ids, operation, validate } from "../../http/contract";
import { dataOf, envelope, pageOf, pageRequest } from "../../http/page";
import { EventQuery } from "./query";
import { Event } from "./schema";
import { eventExists, getEvent, listEvents } from "./store";

const area = "Events";

export const events = new Hono<App>()
  .get(
    "/events",
    operation({
      id: "listEvents",
      area,
      summary: "List events",
      description:
        "What has happened in the last 30 days, newest first, or oldest first with " +
        "`order=asc`. All filters combine with AND; an id that is not the workspace's finds " +
        "nothing.\n\nTo read everything as it happens: ask with `order=asc`, follow " +
        "`links.next` until it is null, keep the `id` of the last event that you have read, " +
        "and some time later ask for `order=asc&after=<id>`, and so on. Ids grow in the order " +
        "in which events are written: none appears before one that you have read. Those that " +
        "one request has caused are in no particular order.\n\n`message.sent`, " +
        "`message.delivered` and `message.read` are there only where an endpoint receives them, " +
        "unless the setting `message_status_events` is `always`.",
      answer: pageOf(Event),
    }),
    allow("events:read"),
    validate("query", EventQuery),
    async (c) => {
      const query = c.req.valid("query");
      return c.json(envelope(c.req.url, await listEvents(c.var.scope, query, pageRequest(query))));
    },
  )
  .get(
    "/events/:event",
    operation({ id: "getEvent", area, summary: "Get an event", answer: dataOf(Event) }),
    allow("events:read"),
    ids(["event"], eventExists),
    async (c) => c.json({ data: await getEvent(c.var.scope, c.req.valid("param").event) }),
  );
