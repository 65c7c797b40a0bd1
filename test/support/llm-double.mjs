// The double of a language model with OpenAI's protocol. It answers as ordered, or else without any
// claims. It refuses a wrong key, parameters that it is ordered not to support, and JSON Schemas
// that OpenAI's strict mode would refuse.
import { json } from "./graph-answers.mjs";

const FIELDS =
  "age occupation_status maturity_level engagement_level is_lost lost_reason professional_situation primary_objective verbatim lost_reason_detail";

const NEUTRAL = {
  ...Object.fromEntries(FIELDS.split(" ").map((field) => [field, null])),
  blockers: [],
  levers: [],
  summary: "They have talked.",
};

/** The messages in a prompt, one a line. */
const linesIn = ({ messages }) =>
  (messages.at(-1)?.content ?? "")
    .split("\n")
    .flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));

const MADE = {
  first_lead_message(body) {
    const { id, text } = linesIn(body).find(({ from }) => from === "lead") ?? {};
    if (id === undefined) return NEUTRAL;
    const evidence = { message_id: id, quote: text, confidence: 0.9 };
    return {
      ...NEUTRAL,
      primary_objective: { ...evidence, value: text },
      verbatim: evidence,
      summary: `The lead wrote: ${text}`,
    };
  },
};

function contentOf({ answer, from, prose }, body) {
  const given = answer ?? MADE[from]?.(body) ?? NEUTRAL;
  const text = typeof given === "string" ? given : JSON.stringify(given);
  return prose === undefined ? text : `${prose}\n\`\`\`json\n${text}\n\`\`\`\n${prose}`;
}

function completionOf({ reaction, body }) {
  const content = reaction.refusal === undefined ? contentOf(reaction, body) : null;
  const message =
    reaction.message === undefined
      ? { role: "assistant", content, refusal: reaction.refusal ?? null }
      : reaction.message;
  const [prompt_tokens, completion_tokens] = [JSON.stringify(body.messages), content ?? ""].map(
    (text) => Math.ceil(text.length / 4),
  );
  return {
    id: "chatcmpl-double",
    object: "chat.completion",
    model: body.model,
    choices: [{ index: 0, message, finish_reason: reaction.finish_reason ?? "stop" }],
    usage:
      reaction.usage === undefined
        ? { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
        : reaction.usage,
  };
}

/**
 * The keywords of strict mode (OpenAI, Structured Outputs, "Supported schemas"), without those of
 * ranges, which not every model supports.
 */
const KEYWORDS = new Set([
  "type",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "anyOf",
  "enum",
  "const",
  "description",
]);

function isStrict(schema) {
  if (
    typeof schema !== "object" ||
    schema === null ||
    Object.keys(schema).some((keyword) => !KEYWORDS.has(keyword))
  )
    return false;
  const { type, properties = {}, required = [], additionalProperties, items, anyOf } = schema;
  const names = Object.keys(properties);
  const isClosed =
    additionalProperties === false &&
    names.length === required.length &&
    names.every((name) => required.includes(name));
  if (type === "object" && !isClosed) return false;
  if (type === "array" && items === undefined) return false;
  return [...Object.values(properties), ...(items ? [items] : []), ...(anyOf ?? [])].every(
    isStrict,
  );
}

/** True if strict mode accepts the requested format of the answer, if there is one. */
function takesFormat(format) {
  if (format === undefined) return true;
  const { name, strict, schema } = format.json_schema ?? {};
  return (
    format.type === "json_schema" &&
    /^[\w-]{1,64}$/.test(name) &&
    strict === true &&
    schema?.type === "object" &&
    isStrict(schema)
  );
}

const isKnown = ({ headers }, { secret }) =>
  secret === undefined || headers.authorization === `Bearer ${secret}`;
const unsupportedIn = (body, { unsupported = [] }) =>
  unsupported.find((parameter) => parameter in body);

export const llm = {
  path: /^\/llm\/([^/]+)\/v1\/chat\/completions$/,
  keyOf: (_, name) => name,
  recipientOf: () => undefined,
  isValid: ({ request, body, account }) =>
    isKnown(request, account) &&
    unsupportedIn(body, account) === undefined &&
    typeof body.model === "string" &&
    Array.isArray(body.messages) &&
    takesFormat(body.response_format),
  success: completionOf,
  /** Refuses a request with OpenAI's messages. */
  refuse({ request, response, body, account }) {
    if (!isKnown(request, account))
      return json(response, 401, {
        error: { message: "Incorrect API key provided.", param: null },
      });
    const unsupported = unsupportedIn(body, account);
    const param = account.namesUnsupported ? unsupported : null;
    json(response, 400, {
      error: {
        message: unsupported ? "Unsupported parameter." : "Invalid schema for response_format.",
        param,
      },
    });
  },
};
