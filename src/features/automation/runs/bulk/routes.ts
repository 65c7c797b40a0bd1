import { Hono } from "hono";
import type { App } from "../../../../env";
import { allow } from "../../../../http/allow";
import { ids, operation } from "../../../../http/contract";
import { dataOf } from "../../../../http/page";
import { BulkEnrolmentJob } from "../schema";
import { endJob, getJob, jobExists } from "./job";

const area = "Enrolment";

export const bulkEnrolments = new Hono<App>()
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
    async (c) =>
      c.json({
        data: await endJob(c.var.scope, c.req.valid("param").bulkEnrolment, "cancelled"),
      }),
  );
