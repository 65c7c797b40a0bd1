import type { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import type { App } from "#env";
import { throwErrors } from "#lib/problem";
import { described, descriptionOf } from "./description";
import { unknownParameters } from "./query";

type Route = Hono<App>["routes"][number];

const refuseAll = described(
  createMiddleware<App>(async (c, next) => {
    throwErrors(unknownParameters(c.req.url, []));
    await next();
  }),
  { responses: { 422: {} } },
);

/**
 * Lets the operations of an app that validate no query refuse every parameter, right before their
 * handlers: after 401, 403 and 404. The others refuse those that their schema lacks. Call it before
 * the app is mounted in another.
 */
export function strict(app: Hono<App>) {
  const operations = Map.groupBy(app.routes, ({ method, path }) => `${method} ${path}`);
  app.routes = app.routes.flatMap((route) => {
    const handlers = operations.get(`${route.method} ${route.path}`) ?? [];
    const isHandler = route.method !== "ALL" && route === handlers.at(-1);
    return isHandler && !handlers.some(validatesQuery)
      ? [{ ...route, handler: refuseAll }, route]
      : [route];
  });
  return app;
}

/** True if the handler is the `validate("query", …)` of http/contract.ts. */
function validatesQuery({ handler }: Route) {
  const description = descriptionOf(handler);
  return description !== undefined && "target" in description && description.target === "query";
}
