import { Hono } from "hono";
import type { App } from "#env";
import { allow, allowWhere } from "#http/allow";
import { operation, validate } from "#http/contract";
import { writeLeads } from "./batch";
import { BatchQuery, LeadBatch, LeadBatchAnswer } from "./schema";

export const leadBatches = new Hono<App>().post(
  "/leads/batch",
  operation({
    id: "writeLeads",
    tool: "destructive",
    area: "Leads",
    summary: "Create or update many leads",
    description:
      "Takes up to 1,000 leads and 4 MiB, and counts as one request. The leads are written by " +
      "the hundred: with an `Idempotency-Key`, a request that broke off can be repeated, and " +
      "goes on where it ended. A lead may come up several times: each time changes it. Sending " +
      "the same leads again changes nothing.",
    answer: LeadBatchAnswer,
  }),
  allow("leads:write"),
  validate("query", BatchQuery),
  validate("json", LeadBatch),
  allowWhere<LeadBatch>(
    "tags:write",
    "`create_tags` is true",
    ({ create_tags }) => create_tags === true,
  ),
  async (c) => {
    const isDry = c.req.valid("query").dry_run ?? false;
    return c.json(await writeLeads(c.var.scope, c.req.valid("json"), isDry));
  },
);
