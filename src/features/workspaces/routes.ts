import { Hono } from "hono";
import type { App } from "../../env";
import { operation, validate } from "../../http/contract";
import { dataOf, envelope, PageQuery, pageOf, pageRequest } from "../../http/page";
import { NewWorkspace, Workspace, WorkspaceInput } from "./schema";
import { createWorkspace, listWorkspaces } from "./store";

const area = "Workspaces";
const security = [{ operator: [] }];

/** The operator plane. */
export const workspaces = new Hono<App>()
  .get(
    "/workspaces",
    operation({ id: "listWorkspaces", area, security, summary: "List workspaces", answer: pageOf(Workspace) }),
    validate("query", PageQuery),
    async (c) => c.json(envelope(c.req.url, await listWorkspaces(c.var.scope, pageRequest(c.req.valid("query"))))),
  )
  .post(
    "/workspaces",
    operation({
      id: "createWorkspace",
      area,
      security,
      summary: "Create a workspace and its first token",
      status: 201,
      answer: dataOf(NewWorkspace),
    }),
    validate("json", WorkspaceInput),
    async (c) => c.json({ data: await createWorkspace(c.var.scope, c.req.valid("json")) }, 201),
  );
