import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { dataOf, pageOf } from "#http/page";
import { cancelJob, getJob, jobExists, listJobs } from "./job";
import { BulkEnrolmentJob, BulkEnrolmentQuery } from "./schema";

const area = "Enrolment";

export const bulkEnrolments = new Hono<App>()
  .get(
    "/bulk-enrolments",
    operation({
      id: "listBulkEnrolments",
      area,
      summary: "List bulk enrolments",
      description:
        "Newest first: those that go on after the answer, until 30 days after their end.",
      answer: pageOf(BulkEnrolmentJob),
    }),
    allow("scenarios:read"),
    validate("query", BulkEnrolmentQuery),
    (c) => list(c, (page, query) => listJobs(c.var.scope, query, page)),
  )
  .get(
    "/bulk-enrolments/:bulkEnrolment",
    operation({
      id: "getBulkEnrolment",
      area,
      summary: "Get a bulk enrolment",
      description: "Shows how far the enrolment is. You can read it for 30 days after its end.",
      answer: dataOf(BulkEnrolmentJob),
    }),
    allow("scenarios:read"),
    ids(["bulkEnrolment"], jobExists),
    async (c) => c.json({ data: await getJob(c.var.scope, c.req.valid("param").bulkEnrolment) }),
  )
  .post(
    "/bulk-enrolments/:bulkEnrolment/cancel",
    operation({
      id: "cancelBulkEnrolment",
      evenFull: true,
      tool: "destructive",
      area,
      summary: "Cancel a bulk enrolment",
      audit: "bulk_enrolment.cancelled",
      description:
        "Nobody else is enrolled. Leads that are already enrolled stay so. If the job has " +
        "ended, nothing changes.",
      answer: dataOf(BulkEnrolmentJob),
    }),
    allow("scenarios:write"),
    ids(["bulkEnrolment"], jobExists),
    async (c) => c.json({ data: await cancelJob(c.var.scope, c.req.valid("param").bulkEnrolment) }),
  );
