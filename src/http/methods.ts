import type { Hono, MiddlewareHandler } from "hono";
import type { App } from "../env";

let routes: { method: string; path: RegExp; pattern: string }[] = [];

/** Remembers which methods each path of the app answers to. Called once, when the app is complete. */
export function learnMethods(app: Hono<App>) {
  routes = app.routes
    .filter(({ method, path }) => method !== "ALL" && !path.includes("*"))
    .map(({ method, path }) => ({ method, path: toRegExp(path), pattern: path }));
}

/** A slug never stands for `/v1`, which is the API's. */
const toRegExp = (path: string) =>
  new RegExp(
    `^${path
      .replace(".", "\\.")
      .replace(/^\/:[^/]+/, "/(?!v1(?:/|$))[^/]+")
      .replace(/:[^/]+/g, "[^/]+")}$`,
  );

const parametersIn = (pattern: string) => pattern.split("/:").length - 1;

/** The methods that a path answers to; HEAD comes with GET. What is written out, as in `/v1/leads/export`, is no parameter's. */
export function methodsOf(path: string) {
  const fitting = routes.filter((route) => route.path.test(path));
  const fewest = Math.min(...fitting.map(({ pattern }) => parametersIn(pattern)));
  const methods = new Set(
    fitting.filter(({ pattern }) => parametersIn(pattern) === fewest).map(({ method }) => method),
  );
  if (methods.has("GET")) methods.add("HEAD");
  return [...methods];
}

/** The pattern of the route that answers a request: names no ids. */
export const patternOf = (method: string, path: string) =>
  routes.find(
    (route) => route.method === (method === "HEAD" ? "GET" : method) && route.path.test(path),
  )?.pattern;

/** Answers 404 and 405 before anything is asked of the caller. */
export const routed: MiddlewareHandler<App> = (c, next) =>
  methodsOf(c.req.path).includes(c.req.method) ? next() : Promise.resolve(c.notFound());
