import { oncePer } from "../../../../../lib/memo";
import { fill, parseTemplate, valuesOf } from "../../../../links/placeholders";
import { fillText } from "../../../../messaging/outbound/variables";
import type { HttpRequest, Run } from "../../run";
import type { NodeWith } from "../definition";
import type { HttpRequestSettings } from "./settings";

type HttpRequestNode = NodeWith<HttpRequestSettings>;
type LookUp = (name: string) => string | undefined;

/** The request with the lead's values filled in. */
export function buildRequest(node: HttpRequestNode, run: Run): HttpRequest {
  const { timeout_seconds: timeout, save_to: saveTo, method } = node.data;
  const lookUp = valuesOf(run.lead);
  const body = method === "GET" || method === "DELETE" ? null : bodyOf(node, run, lookUp);
  return {
    visit: run.visits,
    attempt: (run.memory.attempts ?? 0) + 1,
    url: urlOf(node, lookUp),
    method,
    headers: headersOf(node, body !== null, lookUp),
    body,
    timeoutMs: timeout * 1000,
    isSaved: saveTo != null,
  };
}

const templateOnce = oncePer(({ url }: HttpRequestSettings) => validated(parseTemplate(url)));

const urlOf = ({ data }: HttpRequestNode, lookUp: LookUp) =>
  validated(fill(templateOnce(data), lookUp));

/** The settings guarantee a URL that can be filled with any values. */
function validated<T>(value: T | null): T {
  if (value === null) throw new Error("The URL of an HTTP request node was not validated.");
  return value;
}

function headersOf({ data }: HttpRequestNode, hasBody: boolean, lookUp: LookUp) {
  const given = Object.entries(data.headers ?? {}).map(
    ([name, value]) => [name, headerValue(value, lookUp)] as const,
  );
  const isTyped = !hasBody || given.some(([name]) => name.toLowerCase() === "content-type");
  const type = typeof data.body === "string" ? "text/plain; charset=utf-8" : "application/json";
  return Object.fromEntries(isTyped ? given : [["Content-Type", type] as const, ...given]);
}

/** Removes control characters: a line break in a value would begin another header. */
const headerValue = (text: string, lookUp: LookUp) =>
  fillText(text, lookUp)
    .replace(/\p{Cc}+/gu, "")
    .trim();

function bodyOf({ id, data }: HttpRequestNode, run: Run, lookUp: LookUp) {
  if (typeof data.body === "string") return fillText(data.body, lookUp);
  return JSON.stringify(data.body == null ? defaultBody(id, run) : fillJson(data.body, lookUp));
}

function defaultBody(nodeId: string, { id: runId, lead }: Run) {
  const { id, first_name, last_name, email, phone, ext_id, variables } = lead;
  return {
    lead: { id, first_name, last_name, email, phone, ext_id, variables },
    run_id: runId,
    node_id: nodeId,
  };
}

/** Fills every text of a JSON value. */
function fillJson(value: unknown, lookUp: LookUp): unknown {
  if (typeof value === "string") return fillText(value, lookUp);
  if (Array.isArray(value)) return value.map((one) => fillJson(one, lookUp));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, fillJson(one, lookUp)]),
  );
}
