import { Hono } from "hono";
import { wakeChunkWorker } from "../../../domain/wake";
import type { App } from "../../../env";
import { ids, operation } from "../../../http/contract";
import { dataOf } from "../../../http/page";
import { workspaceExists } from "../../access/workspaces/store";
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
        "With all that belongs to it, for ever; suspend it first. Its tokens, its short links " +
        "and the webhooks from Meta to its channels stop working at once, elsewhere within 10 " +
        "seconds; nothing is sent for it any more, and its slugs are free. Its data is removed " +
        "behind the answer, in chunks, which takes a minute or two at least. The answer is the " +
        "receipt: `GET …/removal` shows it as it is filled in, for 365 days. For as long, the " +
        "workspace's audit log is kept. Everything else about the workspace answers 404 from " +
        "now on, another DELETE too.",
      status: 202,
      answer: dataOf(WorkspaceRemoval),
      responses: {
        404: { description: "There is no such workspace, or the plane is off." },
        409: { description: "The workspace is not suspended." },
      },
    }),
    ids(["workspace"], workspaceExists),
    async (c) => {
      const receipt = await deleteWorkspace(c.var.scope, c.req.valid("param").workspace);
      c.executionCtx.waitUntil(wakeChunkWorker(c.env));
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
      description: "For 365 days after the last of its data was removed.",
      answer: dataOf(WorkspaceRemoval),
      responses: { 404: { description: "No such workspace was deleted, or the plane is off." } },
    }),
    ids(["workspace"], workspaceIsKnown),
    async (c) => c.json({ data: await getRemoval(c.var.scope, c.req.valid("param").workspace) }),
  );
