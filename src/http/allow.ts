import { createMiddleware } from "hono/factory";
import type { Ability, App } from "../env";
import { holds } from "../lib/holds";
import { Problem } from "../lib/problem";
import { described } from "./contract";

/** Demands a token with all of these abilities, and names them in the document. */
export function allow(...required: Ability[]) {
  const middleware = createMiddleware<App>(async (c, next) => {
    if (!required.every((ability) => holds(c.var.scope.abilities, ability)))
      throw new Problem("forbidden");
    await next();
  });
  return described(middleware, { "x-abilities": required });
}
