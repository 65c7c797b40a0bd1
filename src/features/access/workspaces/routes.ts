import { Hono } from "hono";
import type { App } from "#env";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { dataOf, pageOf } from "#http/page";
import {
  NewWorkspace,
  OperatorsWorkspace,
  WorkspaceDetail,
  WorkspaceInput,
  WorkspacePatch,
  WorkspaceQuery,
} from "./schema";
import {
  createWorkspace,
  getWorkspace,
  listWorkspaces,
  updateWorkspace,
  workspaceExists,
} from "./store";

const area = "Workspaces";
const security = [{ operator: [] }];
const responses = { 404: { description: "The operator plane is off." } };

/** The operator plane's routes for workspaces. */
export const workspaces = new Hono<App>()
  .get(
    "/workspaces",
    operation({
      id: "listWorkspaces",
      area,
      security,
      responses,
      summary: "List workspaces",
      description: "Lists all workspaces of the service, including suspended ones.",
      answer: pageOf(OperatorsWorkspace),
    }),
    validate("query", WorkspaceQuery),
    (c) => list(c, (page, query) => listWorkspaces(c.var.scope, query.name, page)),
  )
  .post(
    "/workspaces",
    operation({
      id: "createWorkspace",
      audit: "workspace.created",
      area,
      security,
      responses,
      summary: "Create a workspace and its first token",
      description:
        "Send an `Idempotency-Key`. If you get no answer, repeat the request with the same " +
        "key: you get the same workspace and token. If no database has room, the answer is 409.",
      status: 201,
      answer: dataOf(NewWorkspace),
    }),
    validate("json", WorkspaceInput),
    async (c) => c.json({ data: await createWorkspace(c.var.scope, c.req.valid("json")) }, 201),
  )
  .get(
    "/workspaces/:workspace",
    operation({
      id: "getWorkspace",
      area,
      security,
      responses,
      summary: "Show a workspace",
      description: "Shows the workspace with its quotas.",
      answer: dataOf(WorkspaceDetail),
    }),
    ids(["workspace"], workspaceExists),
    async (c) => c.json({ data: await getWorkspace(c.var.scope, c.req.valid("param").workspace) }),
  )
  .patch(
    "/workspaces/:workspace",
    operation({
      id: "updateWorkspace",
      audit: "workspace.updated",
      area,
      security,
      responses,
      summary: "Change a workspace",
      description: "Only the members that you send change.",
      answer: dataOf(WorkspaceDetail),
    }),
    ids(["workspace"], workspaceExists),
    validate("json", WorkspacePatch),
    async (c) =>
      c.json({
        data: await updateWorkspace(
          c.var.scope,
          c.req.valid("param").workspace,
          c.req.valid("json"),
        ),
      }),
  );
