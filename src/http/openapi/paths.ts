import type { Hono } from "hono";
import { findTargetHandler } from "hono/utils/handler";
import { generateSpecs, uniqueSymbol } from "hono-openapi";
import type { App } from "#env";
import { type Description, descriptionOf } from "../description";
import { nameRequests, withMarks } from "./requests";

/** The document of the app by hono-openapi, from the descriptions of its middlewares. */
export async function generate(app: Hono<App>, documentation: object) {
  for (const { handler } of app.routes) {
    const middleware = findTargetHandler(handler);
    const description = descriptionOf(middleware);
    if (description) Object.assign(middleware, { [uniqueSymbol]: rendered(description) });
  }
  const document = await generateSpecs(app, {
    documentation: documentation as never,
    defaultValidationErrorResponse: false,
  });
  return nameRequests(document);
}

const rendered = (description: Description) =>
  "spec" in description
    ? { spec: description.spec(withMarks) }
    : { target: description.target, ...withMarks(description.schema, "input") };
