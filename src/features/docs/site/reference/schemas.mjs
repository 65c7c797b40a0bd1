import { html } from "../html.mjs";
import { renderDescription } from "../markdown.mjs";

/** The depth to which members are shown in place; deeper named schemas are only linked. */
const MAX_DEPTH = 2;

export const SCHEMAS_URL = "/docs/reference/schemas";

const nameOf = ({ $ref }) => $ref?.split("/").at(-1);

/** The object that a `$ref` leads to in the document, or the object itself. */
export const resolve = (document, object) =>
  object?.$ref
    ? object.$ref
        .slice(2)
        .split("/")
        .reduce((node, key) => node[key.replaceAll("~1", "/").replaceAll("~0", "~")], document)
    : object;

const isNull = (schema) => schema.type === "null" || schema.const === null;
const choicesOf = (schema) => schema.oneOf ?? schema.anyOf ?? [];

/** The schema without `null`, and whether `null` is allowed beside it. */
function withoutNull(schema) {
  const choices = choicesOf(schema);
  const others = choices.filter((choice) => !isNull(choice));
  if (others.length < choices.length) {
    const rest = { ...schema, anyOf: undefined, oneOf: undefined };
    const left = others.length === 1 ? { ...rest, ...others[0] } : { ...rest, anyOf: others };
    return { schema: left, isNullable: true };
  }
  if (Array.isArray(schema.type) && schema.type.includes("null")) {
    const types = schema.type.filter((type) => type !== "null");
    return { schema: { ...schema, type: types.length === 1 ? types[0] : types }, isNullable: true };
  }
  return { schema, isNullable: false };
}

const isScalar = (schema) =>
  schema.enum !== undefined ||
  schema.const !== undefined ||
  ["string", "integer", "number", "boolean"].includes(schema.type);

/** The type of a schema in words, with links to named schemas. */
function typeOf(document, whole) {
  const { schema, isNullable } = withoutNull(whole);
  const orNull = isNullable && " or null";
  const name = nameOf(schema);
  if (name) {
    const target = resolve(document, schema);
    return isScalar(target)
      ? html`${typeOf(document, target)}${orNull}`
      : html`<a href="${SCHEMAS_URL}#${name}">${name}</a>${orNull}`;
  }
  if (schema.const !== undefined)
    return html`<code>${JSON.stringify(schema.const)}</code>${orNull}`;
  const choices = choicesOf(schema);
  if (choices.length > 0) {
    if (choices.length > 4) return html`one of ${choices.length} kinds${orNull}`;
    const types = choices.map((choice, i) => [i > 0 && " or ", typeOf(document, choice)]);
    return html`${types}${orNull}`;
  }
  if (schema.type === "array")
    return html`list of ${schema.items ? typeOf(document, schema.items) : "any values"}${orNull}`;
  const type = [schema.type ?? (schema.properties ? "object" : "any value")].flat().join(" or ");
  return html`${schema.enum && type === "any value" ? "string" : type}${orNull}`;
}

const LIMITS = {
  format: (value) => value,
  minLength: (value) => (value === 1 ? "not empty" : `at least ${value} characters`),
  maxLength: (value) => `at most ${value} characters`,
  minimum: (value) => `from ${value}`,
  exclusiveMinimum: (value) => `above ${value}`,
  maximum: (value) => (value === Number.MAX_SAFE_INTEGER ? undefined : `up to ${value}`),
  minItems: (value) => `at least ${value} items`,
  maxItems: (value) => `at most ${value} items`,
  default: (value) => `default ${JSON.stringify(value)}`,
};

function limitsOf(document, whole) {
  const { schema } = withoutNull(whole);
  const all = { ...resolve(document, schema), ...schema };
  return Object.entries(LIMITS)
    .map(([keyword, say]) => all[keyword] !== undefined && say(all[keyword]))
    .filter(Boolean)
    .join(", ");
}

/** The values that are allowed, if they are listed. */
function valuesOf(document, whole) {
  const { schema } = withoutNull(whole);
  const target = resolve(document, schema.type === "array" ? (schema.items ?? {}) : schema);
  const values = target?.enum?.filter((value) => value !== null);
  return (
    values && html`<p class="values">${values.map((value) => html`<code>${value}</code> `)}</p>`
  );
}

/** The list that is shown beneath a member: its own members, or the kinds that it can be. */
function nested(document, whole, options) {
  const { schema } = withoutNull(whole);
  const inner = schema.type === "array" ? withoutNull(schema.items ?? {}).schema : schema;
  const name = nameOf(inner);
  if (name && options.depth >= MAX_DEPTH) return undefined;
  const content = fields(document, inner, { ...options, depth: options.depth + 1 });
  if (!content) return undefined;
  const title = name ? `Members of ${name}` : "Members";
  return html`<details><summary>${title}</summary>${content}</details>`;
}

/** One member, parameter or header with all that is known of it. */
export function field(document, name, schema, { isRequired, description, depth = 0, ...options }) {
  const target = resolve(document, withoutNull(schema).schema);
  const limits = limitsOf(document, schema);
  const about = description ?? schema.description ?? (isScalar(target) ? target.description : "");
  return html`<li><div class="field"><code>${name}</code> \
<span class="type">${typeOf(document, schema)}</span>
${limits && html`<span class="limits">${limits}</span>`}
${isRequired && html`<span class="required">required</span>`}</div>
${renderDescription(about)}
${valuesOf(document, schema)}${nested(document, schema, { ...options, depth })}</li>`;
}

/**
 * The members of a schema as a list; undefined for one without members. `marksRequired` says which
 * members a request must have.
 */
export function fields(document, whole, options = {}) {
  const { depth = 0, marksRequired = false } = options;
  const { schema } = withoutNull(resolve(document, withoutNull(whole).schema));
  const { properties = {}, required = [] } = schema;
  const names = Object.keys(properties);
  if (names.length > 0)
    return html`<ul class="fields">${names.map((name) =>
      field(document, name, properties[name], {
        isRequired: marksRequired && required.includes(name),
        marksRequired,
        depth,
      }),
    )}</ul>`;
  const kinds = choicesOf(schema).filter((kind) => !isScalar(resolve(document, kind)));
  if (kinds.length > 0)
    return html`<ul class="fields">${kinds.map(
      (
        kind,
      ) => html`<li><div class="field"><span class="type">${typeOf(document, kind)}</span></div>
${nested(document, kind, { ...options, depth: depth + 1 })}</li>`,
    )}</ul>`;
  if (schema.type === "array") return fields(document, schema.items ?? {}, options);
  return undefined;
}

/** A named schema with its members, for the page of all schemas. */
export function namedSchema(document, name) {
  const schema = document.components.schemas[name];
  const scalar = () =>
    html`<p>${typeOf(document, schema)} ${limitsOf(document, schema)}</p>\
${valuesOf(document, schema)}`;
  return html`<section class="schema"><h2 id="${name}">${name}</h2>
${renderDescription(schema.description)}
${fields(document, schema, { depth: MAX_DEPTH }) ?? scalar()}
</section>`;
}
