import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { App } from "#env";
import { sameSecret } from "#lib/crypto";
import { Guesses } from "#lib/guesses";
import { log } from "#lib/log";
import { Problem, unauthenticated } from "#lib/problem";
import { countFailure } from "./operator-attempts";
import { callerOf, inDirectory, isStillCaller, operatorOf, principals } from "./principals";

const bearerOf = (c: Context<App>) =>
  /^Bearer +(\S+) *$/i.exec(c.req.header("Authorization") ?? "")?.[1];

const addressOf = (c: Context<App>) => c.req.header("CF-Connecting-IP");

/** The tokens that addresses have guessed wrong. */
export const guesses = new Guesses();

const isRead = ({ req }: Context<App>) => req.method === "GET" || req.method === "HEAD";

/**
 * Turns the bearer token into the scope of its workspace. What only reads may read at a replica;
 * all else begins with what it read at the primary.
 */
export const authenticate = createMiddleware<App>(async (c, next) => {
  const token = bearerOf(c);
  const isToken = token !== undefined && /^lea_[\w-]{43}$/.test(token);
  const keep = (promise: Promise<unknown>) => c.executionCtx.waitUntil(promise);
  const bookmark = isRead(c) ? c.req.header("Bookmark") : undefined;
  const [address, now] = [addressOf(c), Date.now()];
  if (isToken && !principals.knows(token, now)) guesses.requireLookup(address, now);
  const caller = isToken && (await callerOf(c.env, token, keep, bookmark));
  if (!caller) {
    guesses.countRefused(address, now);
    throw unauthenticated();
  }
  c.set("scope", { ...caller, requestHost: new URL(c.req.url).hostname });
  c.set("isStillCaller", () => isStillCaller(c.env, token, keep, caller));
  await next();
  if (caller.bookmark) c.res.headers.set("Bookmark", caller.bookmark());
});

/** For what is stored in the directory instead of the workspace's database. */
export const useDirectory = createMiddleware<App>((c, next) => {
  c.set("scope", inDirectory(c.var.scope));
  return next();
});

const MIN_OPERATOR_TOKEN_LENGTH = 32;

/**
 * Authenticates the operator; 404 if the operator plane is off, 500 if its token is too short, 429
 * instead of 401 for an address that has failed too often.
 */
export const authenticateOperator = createMiddleware<App>(async (c, next) => {
  const secret = c.env.OPERATOR_TOKEN;
  if (!secret) throw new Problem("not_found");
  if (secret.length < MIN_OPERATOR_TOKEN_LENGTH) {
    const wrong = [`OPERATOR_TOKEN must have at least ${MIN_OPERATOR_TOKEN_LENGTH} characters`];
    log("error", "configuration", { request_id: c.var.requestId, wrong });
    throw new Problem("server_error");
  }
  if (!(await sameSecret(bearerOf(c) ?? "", secret))) {
    await countFailure(c.env, addressOf(c), Date.now());
    throw unauthenticated();
  }
  c.set("scope", operatorOf(c.env));
  await next();
});
