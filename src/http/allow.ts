import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { Ability, App } from "#env";
import { requireAbilities } from "#lib/problem";
import { described } from "./description";

/** Demands a token with all of these abilities, and names them in the document. */
export function allow(...required: Ability[]) {
  const middleware = createMiddleware<App>(async (c, next) => {
    requireAbilities(c.var.scope.abilities, required);
    await next();
  });
  return described(middleware, { "x-abilities": required });
}

/**
 * Demands one more ability of a request whose valid body, or query, `applies`. Stands behind
 * `validate`; the document says the condition in the words of `where`.
 */
export function allowWhere<Body>(
  ability: Ability,
  where: string,
  applies: (body: Body) => boolean | Promise<boolean>,
  target: "json" | "query" = "json",
): MiddlewareHandler<App> {
  const middleware = createMiddleware<App>(async (c, next) => {
    const body = c.req.valid(target as never) as Body;
    if (await applies(body)) requireAbilities(c.var.scope.abilities, [ability]);
    await next();
  });
  return described(middleware, { "x-ability-where": { ability, where } });
}

/** True if a text anywhere in a value has a placeholder, such as `{{email}}`. */
export const hasPlaceholders = (value: unknown) => JSON.stringify(value).includes("{{");
