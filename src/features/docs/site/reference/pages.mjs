import { html } from "../html.mjs";
import { codeBlock, renderDescription } from "../markdown.mjs";
import { exampleOfContent } from "./examples.mjs";
import { methodBadge, operationHtml, operationsOf } from "./operations.mjs";
import { fields, namedSchema, resolve, SCHEMAS_URL } from "./schemas.mjs";

export const REFERENCE_URL = "/docs/reference";

const section = (anchor, heading) => ({ depth: 2, anchor, heading });

const tagUrl = (name) => `${REFERENCE_URL}/${name.toLowerCase().replace(/[^a-z]+/g, "-")}`;

function tagPage(document, { name, description }, operations) {
  return {
    url: tagUrl(name),
    title: name,
    sections: operations.map(({ operation }) => section(operation.operationId, operation.summary)),
    content: html`<h1>${name}</h1>${renderDescription(description)}
${operations.map((operation) => operationHtml(document, operation))}`,
  };
}

function bodiesPage(document) {
  const posts = Object.entries(document.webhooks ?? {});
  return {
    url: `${REFERENCE_URL}/webhook-bodies`,
    title: "Webhook bodies",
    sections: posts.map(([type]) => section(type, type)),
    content: html`<h1>Webhook bodies</h1><p>What the service posts to your endpoints, by type.</p>
${posts.map(([type, { post }]) => {
  const content = resolve(document, post.requestBody).content["application/json"];
  const example = JSON.stringify(exampleOfContent(document, content), null, 2);
  return html`<section class="operation"><h2 id="${type}">${type}</h2>
<div class="halves"><div>${renderDescription(post.description)}\
${fields(document, content.schema)}</div>
<div class="samples">${codeBlock(example, "json")}</div></div></section>`;
})}`,
  };
}

function schemasPage(document) {
  const names = Object.keys(document.components.schemas).sort();
  return {
    url: SCHEMAS_URL,
    title: "Schemas",
    sections: names.map((name) => section(name, name)),
    content: html`<h1>Schemas</h1><p>The named parts of requests and answers.</p>
${names.map((name) => namedSchema(document, name))}`,
  };
}

function overview(document, tags) {
  return {
    url: REFERENCE_URL,
    title: "Overview",
    sections: tags.map(({ name }) => section(tagUrl(name).split("/").at(-1), name)),
    content: html`<h1>Reference</h1>${renderDescription(document.info.description)}
<p>The same as an OpenAPI document: <a href="/openapi.json">/openapi.json</a>. \
As a collection for Postman and Bruno: \
<a href="/docs/collection.json">/docs/collection.json</a>.</p>
${tags.map(
  ({
    name,
    operations,
  }) => html`<h2 id="${tagUrl(name).split("/").at(-1)}"><a href="${tagUrl(name)}">${name}</a></h2>
<ul class="operations">${operations.map(
    ({ method, path, operation }) => html`<li><a href="${tagUrl(name)}#${operation.operationId}">
${methodBadge(method)} <code>${path}</code> <span>${operation.summary}</span></a></li>`,
  )}</ul>`,
)}`,
  };
}

/** The pages of the reference, and what the search finds of each operation. */
export function referencePages(document) {
  const all = operationsOf(document);
  const tags = document.tags
    .map((tag) => ({
      ...tag,
      operations: all.filter(({ operation }) => operation.tags?.[0] === tag.name),
    }))
    .filter(({ operations }) => operations.length > 0);
  const found = tags.flatMap(({ name, operations }) =>
    operations.map(({ method, path, operation }) => ({
      url: `${tagUrl(name)}#${operation.operationId}`,
      title: operation.summary,
      page: `${method} ${path}`,
      text: `${operation.operationId} ${operation.description ?? ""}`,
    })),
  );
  const pages = [
    overview(document, tags),
    ...tags.map((tag) => tagPage(document, tag, tag.operations)),
    bodiesPage(document),
    schemasPage(document),
  ];
  return { pages, found };
}
