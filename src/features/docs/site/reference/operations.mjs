import { html } from "../html.mjs";
import { codeBlock, renderDescription, renderInline } from "../markdown.mjs";
import { exampleOfContent } from "./examples.mjs";
import { pythonOf } from "./python.mjs";
import { curlOf, exampleOf, planeOf, typescriptOf } from "./samples.mjs";
import { field, fields, resolve } from "./schemas.mjs";

const METHODS = ["get", "post", "put", "patch", "delete"];

/** All operations of the document, in its order. */
export const operationsOf = (document) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      method: method.toUpperCase(),
      path,
      parameters: [...(item.parameters ?? []), ...(item[method].parameters ?? [])].map(
        (parameter) => resolve(document, parameter),
      ),
      operation: item[method],
    })),
  );

export const methodBadge = (method) =>
  html`<span class="method method-${method.toLowerCase()}">${method}</span>`;

const PLACES = [
  ["path", "Path parameters"],
  ["query", "Query parameters"],
  ["header", "Headers"],
];

function parametersHtml(document, parameters) {
  return PLACES.map(([place, title]) => {
    const some = parameters.filter((parameter) => parameter.in === place);
    if (some.length === 0) return undefined;
    const list = html`<ul class="fields">${some.map(
      ({ name, schema = {}, required, description }) =>
        field(document, name, schema, { isRequired: required, description }),
    )}</ul>`;
    return some.length > 8 || place === "header"
      ? html`<details class="part"><summary>${title} <small>${some.length}</small></summary>\
${list}</details>`
      : html`<h3>${title}</h3>${list}`;
  });
}

const jsonOf = (content = {}) => content["application/json"];

const typesOf = (body) => Object.keys({ ...body.content, ...body["x-other-content"] });

function bodyHtml(document, body) {
  if (!body) return undefined;
  const content = jsonOf(body.content);
  if (!content) return html`<h3>Body</h3><p>${typesOf(body).join(", ")}</p>`;
  return html`<h3>Body</h3>${renderDescription(body.description)}
${fields(document, content.schema, { marksRequired: true })}`;
}

function answerHtml(document, status, whole) {
  const answer = resolve(document, whole);
  const content = jsonOf(answer.content);
  // Errors have one form, which the overview describes.
  const list = content && status < 400 && fields(document, content.schema);
  const others = Object.keys(answer["x-other-content"] ?? {}).map((type) => `\`${type}\``);
  const also = others.length > 0 ? ` Also ${others.join(" and ")}, if \`Accept\` asks for it.` : "";
  const summary = html`<b class="status status-${status[0]}">${status}</b> \
${renderInline(answer.description + also)}`;
  if (!list) return html`<li>${summary}</li>`;
  return html`<li><details><summary>${summary}</summary>${list}</details></li>`;
}

/** The data that the form which tries an operation needs. */
const trialOf = ({ method, path, parameters, operation }, body) =>
  JSON.stringify({
    method,
    path,
    parameters: parameters
      .filter(({ in: place }) => place !== "header")
      .map(({ in: place, name, required }) => ({ place, name, required: required === true })),
    body,
    plane: planeOf(operation),
  });

const part = (title, content) =>
  html`<details class="part"><summary>${title}</summary>${content}</details>`;

/** One operation as a section of its page. */
export function operationHtml(document, described) {
  const { method, path, parameters, operation } = described;
  const body = resolve(document, operation.requestBody);
  const example = exampleOf(document, described);
  const call = typescriptOf(document, described);
  const statuses = Object.entries(operation.responses);
  const [success, answer] =
    statuses.findLast(([status]) => status === "200" || status === "201") ??
    statuses.find(([status]) => status.startsWith("2")) ??
    [];
  const shown = answer && jsonOf(resolve(document, answer).content);
  const sample = shown && JSON.stringify(exampleOfContent(document, shown), null, 2);
  return html`<section class="operation">
<h2 id="${operation.operationId}">${operation.summary}<a class="anchor" \
href="#${operation.operationId}" aria-label="Link to ${operation.summary}">#</a></h2>
<p class="endpoint">${methodBadge(method)} <code>${path}</code></p>
<div class="halves"><div>
${renderDescription(operation.description)}
${parametersHtml(document, parameters)}
${bodyHtml(document, body)}
<h3>Answers</h3>
<ul class="answers">${statuses.map(([status, each]) => answerHtml(document, status, each))}</ul>
</div><div class="samples">
${codeBlock(curlOf(document, described), "sh")}
${call && part("TypeScript", codeBlock(call, "ts"))}
${call && part("Python", codeBlock(pythonOf(document, described), "python"))}
${sample && codeBlock(sample, `json ${success}`, true)}
<div class="try" data-operation="${trialOf(described, example)}"></div>
</div></div>
</section>`;
}
