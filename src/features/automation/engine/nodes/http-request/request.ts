import { valuesOfRun } from "#features/automation/engine/placeholders";
import type { HttpRequest, Run } from "#features/automation/engine/run";
import { fill, parseTemplate } from "#features/links/placeholders";
import { fillText } from "#features/messaging/outbound/variables";
import { oncePer } from "#lib/memo";
import { type Room, roomFor, takeRoom } from "#lib/room";
import { utf8Bytes } from "#lib/text";
import type { NodeWith } from "../definition";
import { type HttpRequestSettings, MAX_REQUEST_BYTES } from "./settings";

type HttpRequestNode = NodeWith<HttpRequestSettings>;
/** The values of a request's placeholders, and the room for all of it. */
type Filling = { lookup: (name: string) => string | undefined; room: Room };

/** A request without an outcome this long after its timeout is lost: its process died. */
const GRACE_MS = 60_000;

/** By when a request that is made now has an outcome. */
export const answerDueBy = (timeoutMs: number, now: number) => now + timeoutMs + GRACE_MS;

/** The request with the lead's values; null if it is too large, and is then not built whole. */
export function buildRequest(node: HttpRequestNode, run: Run, now: number): HttpRequest | null {
  const { timeout_seconds: timeout, save_to: saveTo, method } = node.data;
  const filling = { lookup: valuesOfRun(run, now), room: roomFor(MAX_REQUEST_BYTES) };
  const url = urlOf(node, filling);
  const body = method === "GET" || method === "DELETE" ? null : bodyOf(node, run, filling);
  const headers = headersOf(node, body !== null, filling);
  if (filling.room.left < 0 || bytesOf(url, headers, body) > MAX_REQUEST_BYTES) return null;
  return {
    visit: run.visits,
    attempt: (run.memory.attempts ?? 0) + 1,
    url,
    method,
    headers,
    body,
    timeoutMs: timeout * 1000,
    isSaved: saveTo != null,
  };
}

const bytesOf = (url: string, headers: Record<string, string>, body: string | null) =>
  utf8Bytes([url, ...Object.entries(headers).flat(), body ?? ""].join(""));

const templateOnce = oncePer(({ url }: HttpRequestSettings) => validated(parseTemplate(url)));

const urlOf = ({ data }: HttpRequestNode, { lookup, room }: Filling) =>
  validated(fill(templateOnce(data), lookup, room));

/** The settings guarantee a URL that can be filled with any values. */
function validated<T>(value: T | null): T {
  if (value === null) throw new Error("The URL of an HTTP request node was not validated.");
  return value;
}

function headersOf({ data }: HttpRequestNode, hasBody: boolean, filling: Filling) {
  const given = Object.entries(data.headers ?? {}).map(
    ([name, value]) => [name, headerValue(value, filling)] as const,
  );
  const isTyped = !hasBody || given.some(([name]) => name.toLowerCase() === "content-type");
  const type = typeof data.body === "string" ? "text/plain; charset=utf-8" : "application/json";
  return Object.fromEntries(isTyped ? given : [["Content-Type", type] as const, ...given]);
}

/** Removes control characters: a line break in a value would begin another header. */
const headerValue = (text: string, filling: Filling) =>
  filled(text, filling)
    .replace(/\p{Cc}+/gu, "")
    .trim();

/** Nothing is filled once there is no room left. */
const filled = (text: string, { lookup, room }: Filling) =>
  room.left < 0 ? "" : fillText(text, lookup, room);

function bodyOf({ id, data }: HttpRequestNode, run: Run, filling: Filling) {
  if (typeof data.body === "string") return filled(data.body, filling);
  if (data.body != null) return JSON.stringify(fillJson(data.body, filling));
  const body = JSON.stringify(defaultBody(id, run));
  takeRoom(filling.room, body);
  return body;
}

function defaultBody(nodeId: string, { id: runId, lead }: Run) {
  const { id, first_name, last_name, email, phone, ext_id, variables } = lead;
  return {
    lead: { id, first_name, last_name, email, phone, ext_id, variables },
    run_id: runId,
    node_id: nodeId,
  };
}

/** Fills every text of a JSON value; null for what finds no room. */
function fillJson(value: unknown, filling: Filling): unknown {
  if (filling.room.left < 0) return null;
  if (typeof value === "string") return filled(value, filling);
  const isPlain = typeof value !== "object" || value === null;
  takeRoom(filling.room, isPlain ? String(value) : "[]");
  if (isPlain) return value;
  if (Array.isArray(value)) return value.map((one) => fillJson(one, filling));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      takeRoom(filling.room, name);
      return [name, fillJson(one, filling)];
    }),
  );
}
