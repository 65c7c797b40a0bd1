import type { Context, MiddlewareHandler } from "hono";
import * as z from "zod";
import type { App, Scope } from "#env";
import { refusesBlank } from "#lib/fields";
import { isId } from "#lib/is-id";
import { type FieldErrors, isInvalid, notFound, Problem, throwErrors } from "#lib/problem";
import { memberNames, memberSchemas } from "#lib/unknown-members";
import { errorsOf, wording } from "#lib/zod-errors";
import { actOf } from "./act";
import { requireJsonObject, unstorable } from "./body";
import { cap } from "./cap";
import { describedBy, type Render } from "./description";
import { fileBody } from "./file-form";
import { findIgnoredMembers, showsResource } from "./ignored-members";
import type { Operation, Success } from "./operation";
import { isPage, streamed } from "./page";
import { foldQuery, unknownParameters } from "./query";
import { toolMembers } from "./tool-use";

const SUCCESS: Record<Success, string> = {
  101: "What follows are the messages of a WebSocket, each as text.",
  200: "OK.",
  201: "Created.",
  202: "Accepted. The work goes on after the answer.",
};

const ETAG = {
  description: "Stands for what the resource is now: see `If-Match` and `If-None-Match`.",
  required: true,
  schema: { type: "string" },
};

const formOf = (schema: object) => ({
  "application/x-www-form-urlencoded": { schema },
  "multipart/form-data": { schema },
});

/** Describes a route for the OpenAPI document. */
export function operation({
  id,
  area,
  answer,
  status = 200,
  or200,
  resourcePath,
  or202,
  headers: own,
  etag,
  responses,
  body,
  form,
  file,
  audit,
  tool,
  otherContent,
  evenFull,
  ...rest
}: Operation) {
  const shows = showsResource(answer);
  const middleware: MiddlewareHandler<App> = (c, next) => {
    if (resourcePath) c.set("resourcePath", resourcePath);
    if (!evenFull) cap(c);
    if (audit) c.set("scope", { ...c.var.scope, act: actOf(c, audit) });
    return shows(c, next);
  };
  const spec = (render: Render) => {
    const contentOf = (schema: z.ZodType, io: "input" | "output" = "output") => ({
      "application/json": { schema: render(schema, io) },
    });
    const content = answer && contentOf(answer);
    const others = answer && isPage(answer) ? streamed(render) : otherContent;
    const headers = etag ? { ...own, ETag: ETAG } : own;
    const success = answer && {
      // Generators of clients would make one type of all content.
      [status]: { description: SUCCESS[status], content, "x-other-content": others, headers },
      ...(or200 && { 200: { description: or200, content, headers } }),
      ...(or202 && { 202: { description: or202.description, content: contentOf(or202.answer) } }),
    };
    return {
      operationId: id,
      tags: [area],
      ...rest,
      ...(form && { requestBody: { required: true, content: formOf(render(form, "input")) } }),
      ...(file && { requestBody: fileBody(file, render) }),
      ...(body && { requestBody: { required: true, content: contentOf(body, "input") } }),
      ...(audit && { "x-audit": audit }),
      ...(tool && toolMembers(tool)),
      responses: { ...success, ...responses },
    };
  };
  return describedBy(middleware, { spec });
}

/**
 * The errors that only a store can find, such as ids of another workspace's rows. The input may be
 * invalid in other fields.
 */
type MoreErrors = (
  scope: Scope,
  input: Record<string, unknown>,
  params: Record<string, string>,
) => Promise<FieldErrors>;

type Validated<Target extends "json" | "query", Schema extends z.ZodType> = MiddlewareHandler<
  App,
  string,
  { in: Record<Target, z.input<Schema>>; out: Record<Target, z.output<Schema>> }
>;

const NONE: FieldErrors = {};

/**
 * Validates the JSON body or the query by the schema that also documents it. All invalid fields are
 * reported at once: `moreErrors` runs only if there are errors, since otherwise the store finds the
 * errors itself. A parameter that the schema of a query lacks is an error; a member that the schema
 * of a body lacks is ignored, and named in the answer.
 */
export function validate<Target extends "json" | "query", Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
  moreErrors?: MoreErrors,
) {
  const read = async (input: unknown) => {
    const parsed = await schema.safeParseAsync(input, { error: (issue) => wording(issue) });
    const errors = { ...(parsed.error && errorsOf(parsed.error.issues)), ...unstorable(input) };
    return { parsed, errors };
  };
  const keepsBlank = (name: string) => memberSchemas(schema, name).some(refusesBlank);
  const fold = (query: Parameters<typeof foldQuery>[0]) => foldQuery(query, keepsBlank);
  const inputOf = async (c: Context<App>) => {
    if (target === "query") return fold(c.req.queries());
    const body = await requireJsonObject(c);
    findIgnoredMembers(c, schema, body);
    return body as Record<string, unknown>;
  };
  const middleware: Validated<Target, Schema> = async (c, next) => {
    const input = await inputOf(c);
    const { parsed, errors } = await read(input);
    const unknown = target === "query" ? unknownParameters(c.req.url, memberNames(schema)) : NONE;
    const isWrong = moreErrors && Object.keys(errors).length > 0;
    const more = isWrong ? await moreErrors(c.var.scope, input, c.req.param()) : NONE;
    throwErrors({ ...more, ...errors, ...unknown });
    c.req.addValidatedData(target, parsed.data as object);
    return next();
  };
  return describedBy(middleware, { target, schema });
}

/** Validates an optional JSON body; a request without one is read as an empty object. */
export function validateIfSent<Schema extends z.ZodType>(schema: Schema) {
  const validated = validate("json", schema);
  const middleware = async (...[c, next]: Parameters<typeof validated>) => {
    // Many clients send a content type even without a body.
    if ((await c.req.arrayBuffer()).byteLength > 0) return validated(c, next);
    c.req.addValidatedData("json", (await schema.parseAsync({})) as object);
    return next();
  };
  const spec = (render: Render) => {
    const content = { "application/json": { schema: render(schema, "input") } };
    return { requestBody: { required: false, content } };
  };
  return describedBy(middleware as typeof validated, { spec });
}

/** `ids`: all ids of the path, in their order. */
type Exists = {
  (scope: Scope, id: number, ids: readonly number[]): Promise<boolean>;
  /** The id of the row that a missing one has become part of. */
  successor?: (scope: Scope, id: number) => Promise<number | undefined>;
};

/**
 * Reads ids from the path; anything but a positive integer is 404, and so is a missing row even if
 * the rest of the request is invalid. Only an invalid request pays a round trip for each id to ask
 * whether they `exist`: for others, the handler's own statement finds that the row is missing.
 */
export function ids<const Names extends readonly string[]>(
  names: Names,
  ...exist: { [Index in keyof Names]: Exists }
) {
  type Name = Names[number];
  const schema = z.object(Object.fromEntries(names.map((name) => [name, idOf(name)])));
  const middleware: MiddlewareHandler<
    App,
    string,
    { in: { param: Record<Name, string> }; out: { param: Record<Name, number> } }
  > = async (c, next) => {
    const values = names.map((name) => c.req.param(name) ?? "");
    if (!values.every(isId)) throw notFound();
    const numbers = values.map(Number);
    c.req.addValidatedData(
      "param",
      Object.fromEntries(names.map((name, index) => [name, numbers[index]])),
    );
    await next();
    const code = c.error instanceof Problem ? c.error.code : undefined;
    const isMalformed = isInvalid(c.error) || code === "unsupported_media_type";
    const asked = <T>(ask: (exists: Exists, id: number) => T) =>
      Promise.all(exist.map((exists, index) => ask(exists, numbers[index] ?? 0)));
    const isMissing =
      code === "not_found" ||
      (isMalformed &&
        !(await asked((exists, id) => exists(c.var.scope, id, numbers))).every(Boolean));
    if (!isMissing) return;
    const successors = await asked((exists, id) => exists.successor?.(c.var.scope, id));
    const mergedInto = successors.find((id) => id !== undefined);
    if (isMalformed || mergedInto) throw notFound(mergedInto);
  };
  return describedBy(middleware, { target: "param", schema });
}

/** The schema of an id in the path, by the name of the parameter. */
function idOf(name: string) {
  const what = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const jsonSchema = { type: "integer", format: "int64", minimum: 1 };
  return z.int().meta({ jsonSchema, description: `The id of the ${what}.`, examples: [1] });
}
