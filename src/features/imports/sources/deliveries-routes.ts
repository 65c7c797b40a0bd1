import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { dataOf, pageOf } from "#http/page";
import { deliveryExists, getDelivery, listDeliveries } from "./deliveries";
import { SourceDelivery, SourceDeliveryDetail, SourceDeliveryQuery } from "./delivery-schema";
import { sourceExists } from "./store";

const area = "Sources";

export const sourceDeliveries = new Hono<App>()
  .get(
    "/sources/:source/deliveries",
    operation({
      id: "listSourceDeliveries",
      area,
      summary: "List deliveries of a source",
      description: "Newest first. Errors can quote what came, so you need the second ability too.",
      answer: pageOf(SourceDelivery),
    }),
    allow("sources:read", "leads:read"),
    ids(["source"], sourceExists),
    validate("query", SourceDeliveryQuery),
    (c) => {
      const { source: id } = c.req.valid("param");
      return list(c, (page) => listDeliveries(c.var.scope, id, c.req.valid("query"), page));
    },
  )
  .get(
    "/sources/:source/deliveries/:delivery",
    operation({
      id: "getSourceDelivery",
      area,
      summary: "Get a delivery of a source, with its body",
      answer: dataOf(SourceDeliveryDetail),
    }),
    allow("sources:read", "leads:read"),
    ids(["source", "delivery"], sourceExists, deliveryExists),
    async (c) => {
      const { source, delivery } = c.req.valid("param");
      return c.json({ data: await getDelivery(c.var.scope, source, delivery) });
    },
  );
