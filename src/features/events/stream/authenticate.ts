import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { App, Caller } from "#env";
import { callerOf } from "#features/access/tokens/principals";
import { keeping } from "#http/keep";
import { unauthenticated } from "#lib/problem";
import { readTicket } from "./tickets";

export type Ticketed = App & { Variables: { ticket?: number } };

/** The caller that a ticket stands for. */
async function callerBy(c: Context<Ticketed>, text: string): Promise<Caller> {
  const ticket = await readTicket(c.env.APP_KEY ?? "", text, Date.now());
  const caller = ticket && (await callerOf(c.env, ticket.tokenId, keeping(c)));
  if (!caller || caller.workspaceId !== ticket.workspaceId) throw unauthenticated();
  c.set("ticket", ticket.nonce);
  return caller;
}

/** Authenticates by a ticket a request that comes without a bearer. Browsers can't send one. */
export const orByTicket = (authenticate: MiddlewareHandler<App>) =>
  createMiddleware<Ticketed>(async (c, next) => {
    const ticket = c.req.query("ticket");
    if (ticket === undefined || c.req.header("Authorization") !== undefined)
      return authenticate(c as Context<App>, next);
    const caller = await callerBy(c, ticket);
    c.set("scope", caller);
    await next();
    if (caller.bookmark) c.res.headers.set("Bookmark", caller.bookmark());
  });
