import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { pageOf } from "#http/page";
import { workspaceIsKnown } from "../removal/store";
import { AuditLogEntry, AuditLogQuery } from "./schema";
import { listAuditLog, listAuditLogOf } from "./store";

const area = "Audit log";

export const auditLog = new Hono<App>().get(
  "/audit-log",
  operation({
    id: "listAuditLog",
    area,
    summary: "List the audit log",
    description:
      "Lists who changed what others rely on, newest first. Each request that changed " +
      "something has one entry, written in the same transaction. The description of an " +
      "operation names its action. Entries are kept for 365 days and can't be changed. An " +
      "entry must match all filters.",
    answer: pageOf(AuditLogEntry),
  }),
  allow("audit:read"),
  validate("query", AuditLogQuery),
  (c) => list(c, (page, query) => listAuditLog(c.var.scope, query, page)),
);

/** The operator plane's route for the audit log of a workspace. */
export const workspaceAuditLog = new Hono<App>().get(
  "/workspaces/:workspace/audit-log",
  operation({
    id: "listWorkspaceAuditLog",
    area: "Workspaces",
    security: [{ operator: [] }],
    summary: "List a workspace's audit log",
    description:
      "Lists what the workspace gets from `GET /v1/audit-log`. Works for a deleted workspace " +
      "too.",
    answer: pageOf(AuditLogEntry),
    responses: {
      404: { description: "There is no such workspace, or the operator plane is off." },
    },
  }),
  ids(["workspace"], workspaceIsKnown),
  validate("query", AuditLogQuery),
  (c) =>
    list(c, (page, query) =>
      listAuditLogOf(c.var.scope, c.req.valid("param").workspace, query, page),
    ),
);
