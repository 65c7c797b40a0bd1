import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { dataOf, pageOf } from "#http/page";
import { Erasure, ErasureQuery } from "./schema";
import { eraseLead, erasureExists, getErasure, leadIsKnown, listErasures } from "./store";

const area = "Privacy";

export const erasures = new Hono<App>()
  .post(
    "/leads/:lead/erase",
    operation({
      id: "eraseLead",
      evenFull: true,
      tool: "destructive",
      area,
      audit: "lead.erased",
      summary: "Erase a lead",
      description:
        "Deletes the lead as `DELETE /v1/leads/{lead}` does, and erases what that leaves of the " +
        "person, in at least a minute after the answer. The answer is the receipt. It is the " +
        "same if the lead is erased already. A lead that was deleted is 404.",
      status: 202,
      resourcePath: "/erasures",
      answer: dataOf(Erasure),
    }),
    allow("leads:write"),
    ids(["lead"], leadIsKnown),
    async (c) => {
      const { lead } = c.req.valid("param");
      return c.json({ data: await eraseLead(c.var.scope, c.env, lead) }, 202);
    },
  )
  .get(
    "/erasures",
    operation({
      id: "listErasures",
      area,
      summary: "List the receipts of erasures",
      description: "Newest first. They are kept as long as the workspace.",
      answer: pageOf(Erasure),
    }),
    allow("leads:read"),
    validate("query", ErasureQuery),
    (c) => list(c, (page, query) => listErasures(c.var.scope, query, page)),
  )
  .get(
    "/erasures/:erasure",
    operation({
      id: "getErasure",
      area,
      summary: "Get the receipt of an erasure",
      answer: dataOf(Erasure),
    }),
    allow("leads:read"),
    ids(["erasure"], erasureExists),
    async (c) => c.json({ data: await getErasure(c.var.scope, c.req.valid("param").erasure) }),
  );
