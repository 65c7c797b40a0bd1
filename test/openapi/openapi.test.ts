import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { openapi } from "#http/openapi/document";
import { dataOf } from "#http/page";
import { idList, query, reference, text, timestamp } from "#lib/fields";

const Thing = z.object({ id: z.int() }).meta({ id: "Thing" });
const ThingInput = z
  .object({
    name: text(10).describe("Its name."),
    tag_ids: idList(3).optional(),
    owner_id: reference().nullish().describe("Whose it is."),
    at: timestamp(),
  })
  .meta({ id: "ThingInput", examples: [{ name: "x" }] });

const app = new Hono<App>()
  .get(
    "/things",
    operation({ id: "listThings", area: "Things", summary: "List", answer: dataOf(Thing) }),
    validate("query", z.object({ ids: query.ids(), age: query.integer(0) })),
    (c) => c.json({}),
  )
  .put(
    "/things/:thing",
    operation({
      id: "replaceThing",
      area: "Things",
      summary: "Replace",
      description: "All of it.",
      answer: dataOf(Thing),
      responses: { 412: { description: "" }, 404: { description: "Gone." } },
    }),
    allow("tags:read", "tags:write"),
    ids(["thing"], async () => true),
    validate("json", ThingInput),
    (c) => c.json({}),
  )
  .post(
    "/things",
    operation({
      id: "createThing",
      area: "Things",
      summary: "Create",
      status: 201,
      or200: "It was there.",
      security: [{ operator: [] }],
      answer: dataOf(Thing),
    }),
    (c) => c.json({}),
  )
  .get(
    "/page",
    operation({
      id: "page",
      area: "Things",
      summary: "Page",
      security: [],
      responses: { 404: { description: "No page.", content: { "text/html": {} } } },
    }),
    (c) => c.text(""),
  );

// biome-ignore lint/suspicious/noExplicitAny: the tests read the document at many depths.
const document: any = await openapi(app, { info: { title: "T", version: "1" }, tags: [] });
const statuses = (path: string, method: string) =>
  Object.keys(document.paths[path][method].responses);

describe("the document of an app", () => {
  it("has the errors that each kind of operation can answer, and no others", () => {
    expect(statuses("/things", "get")).toEqual(["200", "401", "403", "422", "429", "5XX"]);
    expect(statuses("/things/{thing}", "put")).toEqual([
      "200",
      "401",
      "403",
      "404",
      "408",
      "412",
      "413",
      "415",
      "422",
      "429",
      "5XX",
    ]);
    expect(statuses("/things", "post")).toEqual([
      "200",
      "201",
      "401",
      "403",
      "409",
      "413",
      "422",
      "429",
      "5XX",
    ]);
    expect(statuses("/page", "get")).toEqual(["403", "404", "5XX"]);
  });

  it("prefers an operation's own description of an answer", () => {
    const { responses } = document.paths["/things/{thing}"].put;
    expect(responses[404]).toEqual({
      description: "Gone.",
      headers: { "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" } },
      content: { "application/json": { schema: { $ref: "#/components/schemas/NotFoundError" } } },
    });
    expect(responses[412]).toEqual({ $ref: "#/components/responses/PreconditionFailed" });
    expect(document.components.responses.PreconditionFailed.description).toMatch(/has changed/);
    expect(Object.keys(document.paths["/page"].get.responses[404].content)).toEqual(["text/html"]);
  });

  it("states the needed abilities, for readers and for programs", () => {
    const { description, "x-abilities": abilities } = document.paths["/things/{thing}"].put;
    expect(description).toBe("All of it.\n\nAbility: `tags:read` and `tags:write`.");
    expect(abilities).toEqual(["tags:read", "tags:write"]);
  });

  it("names arrays of a query with brackets", () => {
    const [list, age] = document.paths["/things"].get.parameters;
    expect(list).toMatchObject({
      in: "query",
      name: "ids[]",
      schema: { type: "array", items: { type: "integer", minimum: 1 } },
    });
    expect(age).toMatchObject({
      in: "query",
      name: "age",
      schema: { type: "integer", minimum: 0 },
    });
  });

  it("shows a body as it is sent, with its examples, and an answer as it is sent back", () => {
    expect(document.components.schemas.ThingInput).toEqual({
      type: "object",
      examples: [{ name: "x" }],
      properties: {
        name: { description: "Its name.", type: ["string", "null"], maxLength: 10 },
        tag_ids: {
          type: "array",
          items: { type: "integer", minimum: 1, format: "int64" },
          maxItems: 3,
          uniqueItems: true,
        },
        owner_id: {
          description: "Whose it is.",
          type: ["integer", "null"],
          minimum: 1,
          format: "int64",
        },
        at: { type: ["string", "null"], format: "date-time" },
      },
    });
    expect(document.components.schemas.Thing).toEqual({
      type: "object",
      properties: { id: { type: "integer", format: "int64", minimum: 1 } },
      required: ["id"],
    });
  });
});

const Color = z.enum(["red", "blue"]);
const base = { id: z.int(), color: Color.nullable() };
const Circle = z.object({ ...base, type: z.literal("circle") }).meta({ id: "Circle" });
const Square = z
  .object({ ...base, type: z.literal("square"), corners: z.array(z.object({ x: z.number() })) })
  .meta({ id: "Square" });
const Shape = z.union([Circle, Square]).meta({ id: "Shape" });

const shapes = new Hono<App>().get(
  "/shapes",
  operation({ id: "getShapes", area: "Shapes", summary: "Get", answer: z.object({ all: Shape }) }),
  (c) => c.json({}),
);
describe("the schemas of a document", () => {
  it("are named, and tell unions by their type", async () => {
    const { components } = await openapi(shapes, {
      info: { title: "T", version: "1" },
      tags: [],
      lists: { Color: Color.options },
    });
    const every = [
      ...["Error", "ErrorCode", "ForbiddenError", "NotFoundError", "ValidationError"],
      ...["FieldErrorCode", "FieldErrorParams", "FieldErrorParamLists"],
    ];
    const schemas = Object.fromEntries(
      Object.entries(components.schemas!).filter(([name]) => !every.includes(name)),
    );
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const shared = {
      id: { type: "integer", format: "int64", minimum: 1 },
      color: { anyOf: [ref("Color"), { type: "null" }] },
    };
    expect(schemas).toEqual({
      GetShapesAnswer: { type: "object", properties: { all: ref("Shape") }, required: ["all"] },
      Shape: {
        oneOf: [ref("Circle"), ref("Square")],
        discriminator: {
          propertyName: "type",
          mapping: { circle: ref("Circle").$ref, square: ref("Square").$ref },
        },
      },
      Color: { type: "string", enum: ["red", "blue"] },
      Circle: {
        type: "object",
        properties: { ...shared, type: { type: "string", const: "circle" } },
        required: ["id", "color", "type"],
      },
      Square: {
        type: "object",
        properties: {
          ...shared,
          type: { type: "string", const: "square" },
          corners: { type: "array", items: ref("SquareCorner") },
        },
        required: ["id", "color", "type", "corners"],
      },
      SquareCorner: { type: "object", properties: { x: { type: "number" } }, required: ["x"] },
    });
  });
});
