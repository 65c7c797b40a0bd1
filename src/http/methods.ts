import type { Hono, MiddlewareHandler } from "hono";
import type { App } from "#env";

type Route = { method: string; path: RegExp; pattern: string };

/** The routes by how many segments their paths have, which no parameter changes. */
let routes = new Map<number, Route[]>();

const segmentsOf = (path: string) => path.split("/").length;
const routesLike = (path: string) => routes.get(segmentsOf(path)) ?? [];

/** Registers the routes of the app. Call it once, when the app is complete. */
export function registerRoutes(app: Hono<App>) {
  routes = Map.groupBy(
    app.routes
      .filter(({ method, path }) => method !== "ALL" && !path.includes("*"))
      .map(({ method, path }) => ({ method, path: toRegExp(path), pattern: path })),
    ({ pattern }) => segmentsOf(pattern),
  );
}

/** A parameter at the top level, a slug, never stands for `/v1`. */
const toRegExp = (path: string) =>
  new RegExp(
    `^${path
      .replace(".", "\\.")
      .replace(/^\/:[^/]+/, "/(?!v1(?:/|$))[^/]+")
      .replace(/:[^/]+/g, "[^/]+")}$`,
  );

const parametersIn = (pattern: string) => pattern.split("/:").length - 1;

/**
 * The methods that a path answers to; HEAD comes with GET. Where several patterns match, the one
 * with the fewest parameters counts: `/v1/leads/export` is not a `/v1/leads/:lead`.
 */
export function methodsOf(path: string) {
  const matching = routesLike(path).filter((route) => route.path.test(path));
  const fewest = Math.min(...matching.map(({ pattern }) => parametersIn(pattern)));
  const methods = new Set(
    matching.filter(({ pattern }) => parametersIn(pattern) === fewest).map(({ method }) => method),
  );
  if (methods.has("GET")) methods.add("HEAD");
  return [...methods];
}

/** The pattern of the route that answers a request, which holds no ids. */
export const patternOf = (method: string, path: string) =>
  routesLike(path).find(
    (route) => route.method === (method === "HEAD" ? "GET" : method) && route.path.test(path),
  )?.pattern;

/** Answers 404 and 405 before authentication. */
export const requireRoute: MiddlewareHandler<App> = (c, next) =>
  methodsOf(c.req.path).includes(c.req.method) ? next() : Promise.resolve(c.notFound());
