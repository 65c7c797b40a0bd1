import type { z } from "zod";

/** Renders a schema, as requests or answers have it, for the document. */
export type Render = (schema: z.ZodType, io: "input" | "output") => object;

/** A middleware's description of its operations: parts of the request that it reads, or members. */
export type Description =
  | { target: "json" | "query" | "param"; schema: z.ZodType }
  | { spec: (render: Render) => object };

const DESCRIPTION = Symbol("description");

/**
 * Lets a middleware describe the operations that use it. Only the document (http/openapi/) asks for
 * the description: neither it nor its renderer is in the deployed Worker.
 */
export const describedBy = <M extends object>(middleware: M, description: Description): M =>
  Object.assign(middleware, { [DESCRIPTION]: description });

/** Adds members to the description of every operation that uses the middleware. */
export const described = <M extends object>(middleware: M, members: object): M =>
  describedBy(middleware, { spec: () => members });

export const descriptionOf = (middleware: object) =>
  (middleware as { [DESCRIPTION]?: Description })[DESCRIPTION];
