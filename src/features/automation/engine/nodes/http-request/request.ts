import { oncePer } from "../../../../../lib/memo";
import { fill, parseTemplate, valuesOf } from "../../../../links/placeholders";
import { fillText } from "../../../../messaging/outbound/variables";
import type { HttpRequest, Run } from "../../run";
import type { NodeWith } from "../definition";
import type { HttpRequestSettings } from "./settings";

type HttpRequestNode = NodeWith<HttpRequestSettings>;
type Lookup = (name: string) => string | undefined;

/** A request without an outcome this long after its timeout is lost: its process died. */
const GRACE_MS = 60_000;

/** By when a request that is made now has an outcome. */
export const answerDueBy = (timeoutMs: number, now: number) => now + timeoutMs + GRACE_MS;

/** The request with the lead's values filled in. */
export function buildRequest(node: HttpRequestNode, run: Run): HttpRequest {
  const { timeout_seconds: timeout, save_to: saveTo, method } = node.data;
  const lookup = valuesOf(run.lead);
  const body = method === "GET" || method === "DELETE" ? null : bodyOf(node, run, lookup);
  return {
    visit: run.visits,
    attempt: (run.memory.attempts ?? 0) + 1,
    url: urlOf(node, lookup),
    method,
    headers: headersOf(node, body !== null, lookup),
    body,
    timeoutMs: timeout * 1000,
    isSaved: saveTo != null,
  };
}

const templateOnce = oncePer(({ url }: HttpRequestSettings) => validated(parseTemplate(url)));

const urlOf = ({ data }: HttpRequestNode, lookup: Lookup) =>
  validated(fill(templateOnce(data), lookup));

/** The settings guarantee a URL that can be filled with any values. */
function validated<T>(value: T | null): T {
  if (value === null) throw new Error("The URL of an HTTP request node was not validated.");
  return value;
}

function headersOf({ data }: HttpRequestNode, hasBody: boolean, lookup: Lookup) {
  const given = Object.entries(data.headers ?? {}).map(
    ([name, value]) => [name, headerValue(value, lookup)] as const,
  );
  const isTyped = !hasBody || given.some(([name]) => name.toLowerCase() === "content-type");
  const type = typeof data.body === "string" ? "text/plain; charset=utf-8" : "application/json";
  return Object.fromEntries(isTyped ? given : [["Content-Type", type] as const, ...given]);
}

/** Removes control characters: a line break in a value would begin another header. */
const headerValue = (text: string, lookup: Lookup) =>
  fillText(text, lookup)
    .replace(/\p{Cc}+/gu, "")
    .trim();

function bodyOf({ id, data }: HttpRequestNode, run: Run, lookup: Lookup) {
  if (typeof data.body === "string") return fillText(data.body, lookup);
  return JSON.stringify(data.body == null ? defaultBody(id, run) : fillJson(data.body, lookup));
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
function fillJson(value: unknown, lookup: Lookup): unknown {
  if (typeof value === "string") return fillText(value, lookup);
  if (Array.isArray(value)) return value.map((one) => fillJson(one, lookup));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, fillJson(one, lookup)]),
  );
}
