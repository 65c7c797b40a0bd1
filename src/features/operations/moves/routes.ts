import { Hono } from "hono";
import { wake } from "#domain/wake/objects";
import type { App } from "#env";
import { workspaceExists } from "#features/access/workspaces/store";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { dataOf, PageQuery, pageOf } from "#http/page";
import { Move, MoveInput } from "./schema";
import { abandonMove, getMove, listMoves, moveExists, startMove } from "./store";

const area = "Workspaces";
const security = [{ operator: [] }];
const off = { 404: { description: "There is no such move, or the operator plane is off." } };

/** The operator plane's routes that move workspaces between databases. */
export const moves = new Hono<App>()
  .post(
    "/workspaces/:workspace/move",
    operation({
      id: "moveWorkspace",
      area,
      security,
      audit: "workspace.move_started",
      summary: "Move a workspace to another database",
      description:
        "Copies the workspace while it goes on as usual. Then its writes get 503 with " +
        "`Retry-After` for some seconds, while the copy is compared row by row, corrected, and " +
        "put in place. Reads and redirects go on. Ids, tokens and URLs stay the same, nothing " +
        "is sent twice, and no click is lost.",
      status: 202,
      answer: dataOf(Move),
      responses: {
        404: { description: "There is no such workspace, or the operator plane is off." },
        409: { description: "The workspace is there or on its way already." },
      },
    }),
    ids(["workspace"], workspaceExists),
    validate("json", MoveInput),
    async (c) => {
      const { database } = c.req.valid("json");
      const move = await startMove(c.var.scope, c.req.valid("param").workspace, database);
      c.executionCtx.waitUntil(wake.moves(c.env, move.id));
      return c.json({ data: move }, 202);
    },
  )
  .get(
    "/moves",
    operation({
      id: "listMoves",
      area,
      security,
      responses: { 404: { description: "The operator plane is off." } },
      summary: "List moves",
      description: "Lists the moves of all workspaces of the last 365 days.",
      answer: pageOf(Move),
    }),
    validate("query", PageQuery),
    (c) => list(c, (page) => listMoves(c.var.scope, page)),
  )
  .get(
    "/moves/:move",
    operation({
      id: "getMove",
      area,
      security,
      responses: off,
      summary: "Show a move",
      description: "Shows how far the move is.",
      answer: dataOf(Move),
    }),
    ids(["move"], moveExists),
    async (c) => c.json({ data: await getMove(c.var.scope, c.req.valid("param").move) }),
  )
  .post(
    "/workspaces/:workspace/move/abandon",
    operation({
      id: "abandonMove",
      area,
      security,
      audit: "workspace.move_abandoned",
      summary: "Abandon a move",
      description:
        "Ends the move that is under way: the workspace stays where it was, and its copy is " +
        "removed.",
      status: 202,
      answer: dataOf(Move),
      responses: {
        404: { description: "The workspace makes no move, or the operator plane is off." },
        409: { description: "The workspace has left its database already." },
      },
    }),
    ids(["workspace"], workspaceExists),
    async (c) => {
      const move = await abandonMove(c.var.scope, c.req.valid("param").workspace);
      c.executionCtx.waitUntil(wake.moves(c.env, move.id));
      return c.json({ data: move }, 202);
    },
  );
