import type { Hono } from "hono";
import { findTargetHandler } from "hono/utils/handler";
import { generateSpecs, uniqueSymbol } from "hono-openapi";
import type { App } from "#env";
import { type Description, descriptionOf } from "../description";
import { openapiSchema } from "./json-schema";

/** The document of the app by hono-openapi, from the descriptions of its middlewares. */
export function generate(app: Hono<App>, documentation: object) {
  for (const { handler } of app.routes) {
    const middleware = findTargetHandler(handler);
    const description = descriptionOf(middleware);
    if (description) Object.assign(middleware, { [uniqueSymbol]: rendered(description) });
  }
  return generateSpecs(app, {
    documentation: documentation as never,
    defaultValidationErrorResponse: false,
  });
}

const rendered = (description: Description) =>
  "spec" in description
    ? { spec: description.spec(openapiSchema) }
    : { target: description.target, ...openapiSchema(description.schema, "input") };
