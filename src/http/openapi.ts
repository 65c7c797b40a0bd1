import type { Hono } from "hono";
import { generateSpecs } from "hono-openapi";
import { z } from "zod";
import type { App } from "../env";
import { KEY_CLAIMED } from "../lib/validation-messages";
import { IGNORED_MEMBERS } from "./ignored-members";
import { openapiSchema } from "./json-schema";
import { type Posted, webhooksOf } from "./openapi-webhooks";
import { statuses } from "./problems";

type Json = Record<string, unknown>;
type Described = {
  parameters?: { in: string; name: string; schema?: Json & { type?: string } }[];
  requestBody?: Json;
  responses: Record<string, Json>;
  security?: Json[];
  "x-abilities"?: string[];
  "x-ability-where"?: { ability: string; where: string };
  "x-audit"?: string;
  description?: string;
};

const ErrorBody = z
  .object({ message: z.string() })
  .meta({ id: "Error", examples: [{ message: "Unauthenticated." }] });
const ValidationErrorBody = z
  .object({
    message: z.string(),
    errors: z.record(z.string(), z.array(z.string())),
    conflicts: z
      .record(z.string(), z.int())
      .optional()
      .meta({ description: "By field, the id of the lead that is in the way of the value." }),
  })
  .meta({
    id: "ValidationError",
    description:
      "`errors` maps each invalid field to its messages. " +
      "A nested field's key is its path, such as `tag_ids.1`.",
    examples: [
      {
        message: "The given data was invalid.",
        errors: { email: ["The email has already been taken."] },
        conflicts: { email: 42 },
      },
    ],
  });

const when: Record<number, string> = {
  401: "The token is missing, unknown, expired or revoked.",
  403: "The token lacks the ability, or the workspace is suspended: the message then says why.",
  404: "There is no such resource in the workspace.",
  409: KEY_CLAIMED,
  412: "The resource has changed since it was read.",
  413: "The request body is larger than 1 MiB.",
  422: "The request is invalid; nothing was changed.",
  429: "Too many requests. `Retry-After` says for how many seconds.",
  500: "The service failed. Nothing of the cause is told; the log has it under the request id.",
  503:
    "The database can't be reached for now. Repeat a write with its `Idempotency-Key`: the first " +
    "may have been made nevertheless. `Retry-After` says for how many seconds to wait.",
};

const IDEMPOTENCY_KEY = {
  in: "header",
  name: "Idempotency-Key",
  required: false,
  description:
    "1 to 255 visible ASCII characters, kept for 24 hours. The same key with the same request " +
    "answers the first answer again, with `Idempotent-Replayed: true`; with another request it " +
    "is 422.",
  schema: { type: "string", maxLength: 255, examples: ["order-4711"] },
};

const REQUEST_ID = {
  description: "Names the request in the service's log.",
  required: true,
  schema: { type: "string" },
};
const REPLAYED = {
  description: "Where this is the answer to an earlier request with the same Idempotency-Key.",
  required: false,
  schema: { type: "string", enum: ["true"] },
};

/**
 * The OpenAPI 3.1 document of the app, from the schemas that validate and the descriptions of the
 * routes, with the bodies that the service posts to clients.
 */
export async function openapi(
  app: Hono<App>,
  documentation: { info: Json; servers?: Json[]; tags: Json[] },
  posted?: Posted,
) {
  const document = await generateSpecs(app, {
    documentation: {
      ...documentation,
      components: {
        securitySchemes: {
          bearer: {
            type: "http",
            scheme: "bearer",
            description: "An API token of the workspace: `Authorization: Bearer lea_…`.",
          },
          operator: {
            type: "http",
            scheme: "bearer",
            description: "The operator's token, set when the service is deployed.",
          },
        },
      },
    } as never,
    defaultValidationErrorResponse: false,
  });
  const errorSchemas = await Promise.all(
    [ErrorBody, ValidationErrorBody].map((schema) =>
      openapiSchema(schema, "output").toOpenAPISchema(),
    ),
  );
  for (const methods of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(methods as Record<string, Described>))
      complete(method, operation);
  }
  const webhooks = posted ? await webhooksOf(posted) : [];
  const schemas = [...errorSchemas, ...webhooks].map(({ components }) => components.schemas);
  return {
    ...document,
    components: {
      ...document.components,
      schemas: Object.assign({}, document.components?.schemas, ...schemas),
    },
    ...(webhooks.length > 0 && {
      webhooks: Object.fromEntries(webhooks.map(({ type, post }) => [type, { post }])),
    }),
    security: [{ bearer: [] }],
  };
}

/**
 * Adds the members that operations of a kind share: errors, headers, and the abilities that they
 * demand.
 */
function complete(method: string, operation: Described) {
  operation.parameters ??= [];
  for (const parameter of operation.parameters)
    if (parameter.in === "query" && parameter.schema?.type === "array") parameter.name += "[]";
  addErrors(method, operation);
  const isKeyed = method === "post" && !isOpen(operation);
  const takesBody = operation.requestBody !== undefined && !isOpen(operation);
  if (isKeyed) operation.parameters.push(IDEMPOTENCY_KEY);
  addAbilities(operation);
  addAudit(operation);
  for (const [status, response] of Object.entries(operation.responses)) {
    const isReplayed = isKeyed && status.startsWith("2");
    const isOfBody = takesBody && (status.startsWith("2") || status === "422");
    const shared = {
      "X-Request-Id": REQUEST_ID,
      ...(isOfBody && { "X-Ignored-Members": IGNORED_MEMBERS }),
      ...(isReplayed && { "Idempotent-Replayed": REPLAYED }),
    };
    response.headers = { ...shared, ...(response.headers as Json) };
  }
}

const isOpen = ({ security }: Described) => security?.length === 0;

/** The statuses of the errors that an operation of the kind can answer. */
function errorsOf(method: string, operation: Described) {
  const { security, requestBody, parameters = [] } = operation;
  const isPublic = isOpen(operation);
  const isPost = method === "post";
  const isOperators = security?.some((scheme) => "operator" in scheme);
  const has = (wanted: string) => parameters.some(({ in: place }) => place === wanted);
  const takesInput = isPost || (!isPublic && (requestBody !== undefined || has("query")));
  return [
    ...(isPublic ? [] : [401]),
    ...(isPublic || isOperators ? [] : [403]),
    ...(has("path") ? [404] : []),
    ...(isPost && !isPublic ? [409] : []),
    ...(method === "get" ? [] : [413]),
    ...(takesInput ? [422] : []),
    ...(isPublic ? [] : [429]),
    500,
    503,
  ];
}

/** Adds the bodies of errors, also to those that the operation itself describes without one. */
function addErrors(method: string, operation: Described) {
  const own = Object.keys(operation.responses).map(Number);
  const described = own.filter((status) => status in when);
  for (const status of [...errorsOf(method, operation), ...described]) {
    const response = operation.responses[status];
    if (!response?.content)
      operation.responses[status] = {
        ...errorResponse(status),
        ...(response?.description ? response : {}),
      };
  }
}

function addAbilities(operation: Described) {
  const { description, "x-abilities": abilities, "x-ability-where": more } = operation;
  if (!abilities) return;
  const always = abilities.map((name) => `\`${name}\``).join(" and ");
  const sometimes = more ? `, and \`${more.ability}\` where ${more.where}` : "";
  const needed = `Ability: ${always}${sometimes}.`;
  operation.description = description ? `${description}\n\n${needed}` : needed;
}

function addAudit(operation: Described) {
  const { description, "x-audit": action } = operation;
  if (!action) return;
  const audited = `Audit log: \`${action}\`.`;
  operation.description = description ? `${description}\n\n${audited}` : audited;
}

function errorResponse(status: number) {
  const name = status === 422 ? "ValidationError" : "Error";
  const message =
    status === 500
      ? "Server error."
      : (Object.values(statuses).find(([known]) => known === status)?.[1] ?? "");
  const retryAfter = {
    "Retry-After": { description: "Seconds to wait.", required: true, schema: { type: "integer" } },
  };
  return {
    description: when[status],
    ...([429, 503].includes(status) && { headers: retryAfter }),
    content: {
      "application/json": {
        schema: { $ref: `#/components/schemas/${name}` },
        ...(status !== 422 && { example: { message } }),
      },
    },
  };
}
