import { Hono } from "hono";
import { watchEventStream } from "#domain/wake/objects";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { Deletion, dataOf, deletion, PageQuery, pageOf } from "#http/page";
import { revokeToken, tokenExists } from "./revocation";
import { MAX_TOKENS, Me, NewToken, RevocationQuery, Token, TokenInput } from "./schema";
import { createToken, listTokens, me } from "./store";

const area = "Tokens";

export const tokens = new Hono<App>()
  .get(
    "/me",
    operation({
      id: "me",
      area,
      summary: "Show the token and its workspace",
      description: "Any token can ask, whatever its abilities.",
      answer: dataOf(Me),
    }),
    async (c) => c.json({ data: await me(c.var.scope) }),
  )
  .get(
    "/tokens",
    operation({ id: "listTokens", area, summary: "List tokens", answer: pageOf(Token) }),
    allow("tokens:read"),
    validate("query", PageQuery),
    (c) => list(c, (page) => listTokens(c.var.scope, page)),
  )
  .post(
    "/tokens",
    operation({
      id: "createToken",
      evenFull: true,
      tool: "destructive",
      audit: "token.created",
      area,
      summary: "Create a token",
      status: 201,
      answer: dataOf(NewToken),
      responses: {
        409: {
          description:
            `The workspace has ${MAX_TOKENS} tokens, ` +
            "or a request with this Idempotency-Key is still running.",
        },
      },
    }),
    allow("tokens:write"),
    validate("json", TokenInput),
    async (c) => c.json({ data: await createToken(c.var.scope, c.req.valid("json")) }, 201),
  )
  .delete(
    "/tokens/:token",
    operation({
      id: "revokeToken",
      audit: "token.revoked",
      area,
      summary: "Revoke a token",
      description:
        "The token stops working everywhere within 10 seconds, and its streams end. You can't " +
        "revoke a token that holds more abilities than yours: you get 403.",
      answer: Deletion,
      responses: { 409: { description: "No token that can create others would be left." } },
    }),
    allow("tokens:write"),
    ids(["token"], tokenExists),
    validate("query", RevocationQuery),
    async (c) => {
      const { children = false } = c.req.valid("query");
      const { token } = c.req.valid("param");
      await watchEventStream(c.env, c.var.scope.workspaceId);
      return c.json(deletion(await revokeToken(c.var.scope, token, children)));
    },
  );
