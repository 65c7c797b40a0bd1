import { Hono } from "hono";
import { watchEventStream } from "#domain/wake/objects";
import type { App } from "#env";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { Deletion, dataOf, deletion, PageQuery, pageOf } from "#http/page";
import { workspaceExists } from "../workspaces/store";
import { revokeAnyToken, workspaceHasToken } from "./revocation";
import { MAX_TOKENS, NewToken, Token, TokenInput } from "./schema";
import { issueToken, listTokensOf } from "./store";

const area = "Workspaces";
const security = [{ operator: [] }];
const responses = {
  404: { description: "There is no such workspace, or the operator plane is off." },
};

/** The operator plane's routes for the tokens of a workspace. */
export const workspaceTokens = new Hono<App>()
  .get(
    "/workspaces/:workspace/tokens",
    operation({
      id: "listWorkspaceTokens",
      area,
      security,
      responses,
      summary: "List a workspace's tokens",
      description: "Lists the tokens without their secrets, which nobody can read again.",
      answer: pageOf(Token),
    }),
    ids(["workspace"], workspaceExists),
    validate("query", PageQuery),
    (c) => list(c, (page) => listTokensOf(c.var.scope, c.req.valid("param").workspace, page)),
  )
  .post(
    "/workspaces/:workspace/tokens",
    operation({
      id: "issueToken",
      audit: "token.created",
      area,
      security,
      summary: "Issue a token",
      description:
        "Use it for a workspace that has lost its tokens or can no longer trust them. The " +
        "token has every ability unless you name some.",
      status: 201,
      answer: dataOf(NewToken),
      responses: {
        ...responses,
        409: {
          description:
            `The workspace has ${MAX_TOKENS} tokens, ` +
            "or a request with this Idempotency-Key is still running.",
        },
      },
    }),
    ids(["workspace"], workspaceExists),
    validate("json", TokenInput),
    async (c) => {
      const { workspace } = c.req.valid("param");
      const token = await issueToken(c.var.scope, workspace, c.req.valid("json"));
      return c.json({ data: token }, 201);
    },
  )
  .delete(
    "/workspaces/:workspace/tokens/:token",
    operation({
      id: "revokeWorkspaceToken",
      audit: "token.revoked",
      area,
      security,
      responses,
      summary: "Revoke a workspace's token",
      description:
        "You can revoke the last one too. The token stops working everywhere within 10 seconds.",
      answer: Deletion,
    }),
    ids(["workspace", "token"], workspaceExists, workspaceHasToken),
    async (c) => {
      const { workspace, token } = c.req.valid("param");
      await watchEventStream(c.env, workspace);
      return c.json(deletion(await revokeAnyToken(c.var.scope, workspace, token)));
    },
  );
