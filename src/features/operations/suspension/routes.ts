import { Hono } from "hono";
import { wakeWorkers, watchEventStream } from "#domain/wake/objects";
import type { App } from "#env";
import { WorkspaceDetail } from "#features/access/workspaces/schema";
import { workspaceExists } from "#features/access/workspaces/store";
import { ids, operation, validate } from "#http/contract";
import { dataOf } from "#http/page";
import { Suspension } from "./schema";
import { resumeWorkspace, suspendWorkspace } from "./store";

const area = "Workspaces";
const security = [{ operator: [] }];
const responses = {
  404: { description: "There is no such workspace, or the operator plane is off." },
};

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
        "Within 10 seconds its tokens get 403 with your reason, and nothing is sent for it: no " +
        "messages, HTTP requests, webhooks or analyses. Its streams and the URLs of its files " +
        "end. Its runs don't move, and bulk " +
        "enrolments pause. What is due waits for `resume`. What leads write is kept, and short " +
        "links go on. Suspending it again changes only the reason.",
      answer: dataOf(WorkspaceDetail),
    }),
    ids(["workspace"], workspaceExists),
    validate("json", Suspension),
    async (c) => {
      const id = c.req.valid("param").workspace;
      const { reason } = c.req.valid("json");
      await watchEventStream(c.env, id);
      const { workspace, scope } = await suspendWorkspace(c.var.scope, id, reason);
      c.executionCtx.waitUntil(wakeWorkers(c.env, scope, scope.sink.drain()));
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
        "Ends the suspension. The workspace's tokens work again within 10 seconds, and " +
        "everything that has become due is done. If the workspace is not suspended, nothing " +
        "changes.",
      answer: dataOf(WorkspaceDetail),
    }),
    ids(["workspace"], workspaceExists),
    async (c) => {
      const id = c.req.valid("param").workspace;
      const { workspace, scope } = await resumeWorkspace(c.var.scope, id);
      c.executionCtx.waitUntil(wakeWorkers(c.env, scope, scope.sink.drain()));
      return c.json({ data: workspace });
    },
  );
