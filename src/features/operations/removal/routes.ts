import { Hono } from "hono";
import { wake, watchEventStream } from "#domain/wake/objects";
import type { App } from "#env";
import { workspaceExists } from "#features/access/workspaces/store";
import { ids, operation } from "#http/contract";
import { dataOf } from "#http/page";
import { WorkspaceRemoval } from "./schema";
import { deleteWorkspace, getRemoval, workspaceIsKnown } from "./store";

const area = "Workspaces";
const security = [{ operator: [] }];

/** The operator plane's routes that delete a workspace, and show the receipt. */
export const removal = new Hono<App>()
  .delete(
    "/workspaces/:workspace",
    operation({
      id: "deleteWorkspace",
      area,
      security,
      audit: "workspace.deleted",
      summary: "Delete a workspace",
      description:
        "Deletes the workspace and everything that belongs to it, forever. Suspend it first. " +
        "Its tokens, its short links and platform webhooks to its channels stop working at once, " +
        "elsewhere within 10 seconds. Nothing is sent for it any more, and its slugs are free. " +
        "Its data is removed in chunks after the answer, which takes at least a minute or two. " +
        "The answer is the receipt. `GET …/removal` shows its progress, for 365 days. The " +
        "audit log is kept as long. Everything else about the workspace answers 404 from now " +
        "on, even another DELETE.",
      status: 202,
      answer: dataOf(WorkspaceRemoval),
      responses: {
        404: { description: "There is no such workspace, or the operator plane is off." },
        409: { description: "The workspace is not suspended." },
      },
    }),
    ids(["workspace"], workspaceExists),
    async (c) => {
      const { workspace } = c.req.valid("param");
      await watchEventStream(c.env, workspace);
      const receipt = await deleteWorkspace(c.var.scope, workspace);
      const database = await c.var.scope.databases.find(workspace);
      c.executionCtx.waitUntil(wake.chunks(c.env, database));
      return c.json({ data: receipt }, 202);
    },
  )
  .get(
    "/workspaces/:workspace/removal",
    operation({
      id: "getWorkspaceRemoval",
      area,
      security,
      summary: "Show the receipt of a deleted workspace",
      description: "You can read it for 365 days after the last of the data was removed.",
      answer: dataOf(WorkspaceRemoval),
      responses: {
        404: { description: "No such workspace was deleted, or the operator plane is off." },
      },
    }),
    ids(["workspace"], workspaceIsKnown),
    async (c) => c.json({ data: await getRemoval(c.var.scope, c.req.valid("param").workspace) }),
  );
