import { Hono } from "hono";
import { wakeWorkers } from "../../../domain/wake";
import type { App } from "../../../env";
import { ids, operation, validate } from "../../../http/contract";
import { dataOf } from "../../../http/page";
import { WorkspaceDetail } from "../../access/workspaces/schema";
import { workspaceExists } from "../../access/workspaces/store";
import { Suspension } from "./schema";
import { resumeWorkspace, suspendWorkspace } from "./store";

const area = "Workspaces";
const security = [{ operator: [] }];
const responses = { 404: { description: "There is no such workspace, or the plane is off." } };

/** The operator plane's routes that suspend and resume a workspace. */
export const suspension = new Hono<App>()
  .post(
    "/workspaces/:workspace/suspend",
    operation({
      id: "suspendWorkspace",
      area,
      security,
      responses,
      audit: "workspace.suspended",
      summary: "Suspend a workspace",
      description:
        "Within 10 seconds, every request of its tokens is answered 403 with the reason, and " +
        "nothing is sent for it: no messages, no steps of runs with their HTTP requests, no " +
        "webhooks, no analyses. Bulk enrolments pause. What is due waits, and goes on after `resume`. What leads write " +
        "is kept, and short links go on. Suspending it again only changes the reason.",
      answer: dataOf(WorkspaceDetail),
    }),
    ids(["workspace"], workspaceExists),
    validate("json", Suspension),
    async (c) => {
      const id = c.req.valid("param").workspace;
      const { reason } = c.req.valid("json");
      const { workspace, wake } = await suspendWorkspace(c.var.scope, id, reason);
      c.executionCtx.waitUntil(wakeWorkers(c.env, id, wake));
      return c.json({ data: workspace });
    },
  )
  .post(
    "/workspaces/:workspace/resume",
    operation({
      id: "resumeWorkspace",
      area,
      security,
      responses,
      audit: "workspace.resumed",
      summary: "Resume a workspace",
      description:
        "Ends its suspension. Its tokens work again within 10 seconds, and what has become due " +
        "is done at once. Nothing changes where it is not suspended.",
      answer: dataOf(WorkspaceDetail),
    }),
    ids(["workspace"], workspaceExists),
    async (c) => {
      const id = c.req.valid("param").workspace;
      const { workspace, wake } = await resumeWorkspace(c.var.scope, id);
      c.executionCtx.waitUntil(wakeWorkers(c.env, id, wake));
      return c.json({ data: workspace });
    },
  );
