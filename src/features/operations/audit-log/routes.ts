import { Hono } from "hono";
import type { App } from "../../../env";
import { allow } from "../../../http/allow";
import { ids, operation, validate } from "../../../http/contract";
import { envelope, pageOf, pageRequest } from "../../../http/page";
import { workspaceIsKnown } from "../removal/store";
import { AuditLogEntry, AuditLogQuery } from "./schema";
import { listAuditLog, listAuditLogOf } from "./store";

const area = "Audit log";

export const auditLog = new Hono<App>().get(
  "/audit-log",
  operation({
    id: "listAuditLog",
    area,
    summary: "List what tokens and the operator did",
    description:
      "Who changed what others rely on, newest first: one entry for each request that changed " +
      "something, written in the same transaction. Operations say in their description under " +
      "which action they are recorded. An entry is kept for 365 days, and can't be changed or " +
      "deleted before. All filters combine with AND; an id that is not the workspace's finds " +
      "nothing.",
    answer: pageOf(AuditLogEntry),
  }),
  allow("audit:read"),
  validate("query", AuditLogQuery),
  async (c) => {
    const query = c.req.valid("query");
    return c.json(envelope(c.req.url, await listAuditLog(c.var.scope, query, pageRequest(query))));
  },
);

/** The operator plane's route for the audit log of a workspace. */
export const workspaceAuditLog = new Hono<App>().get(
  "/workspaces/:workspace/audit-log",
  operation({
    id: "listWorkspaceAuditLog",
    area: "Workspaces",
    security: [{ operator: [] }],
    summary: "List what was done in a workspace",
    description: "The workspace's `GET /v1/audit-log`. It is also that of a deleted workspace.",
    answer: pageOf(AuditLogEntry),
    responses: { 404: { description: "There is no such workspace, or the plane is off." } },
  }),
  ids(["workspace"], workspaceIsKnown),
  validate("query", AuditLogQuery),
  async (c) => {
    const { workspace } = c.req.valid("param");
    const query = c.req.valid("query");
    const page = await listAuditLogOf(c.var.scope, workspace, query, pageRequest(query));
    return c.json(envelope(c.req.url, page));
  },
);
