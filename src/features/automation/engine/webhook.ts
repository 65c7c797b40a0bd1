import { oncePer } from "../../../lib/memo";
import { fill, parseTemplate, valuesOf } from "../../links/placeholders";
import { fillText } from "../../messaging/outbound/variables";
import { save } from "./lead-changes";
import type { Run, RunEvent, WebhookRequest } from "./run";
import { leave, type NodeOf, type StepContext, type Transition, wait } from "./transition";

type Webhook = NodeOf<"webhook">;
type LookUp = (name: string) => string | undefined;

const MAX_ATTEMPTS = 3;
/** Beyond the time that the request may take: whoever made it has then died. */
const GRACE_MS = 60_000;

/** Has the request made. `attempts` counts those whose answers never came. */
export function ask(node: Webhook, { run, now, effects }: StepContext) {
  const { timeout_seconds: timeout, save_to: saveTo, method } = node.data;
  const lookUp = valuesOf(run.lead);
  const body = method === "GET" || method === "DELETE" ? null : bodyOf(node, run, lookUp);
  const request: WebhookRequest = {
    visit: run.visits,
    attempt: (run.memory.attempts ?? 0) + 1,
    url: fill(urlOf(node), lookUp)!,
    method,
    headers: headersOf(node, body !== null, lookUp),
    body,
    timeoutMs: timeout * 1000,
    isSaved: saveTo != null,
  };
  effects.push({ kind: "request", request });
  return wait("webhook", now + request.timeoutMs + GRACE_MS);
}

/** Nobody has told what the answer was. */
export function askAgain(node: Webhook, context: StepContext): Transition {
  const { run } = context;
  const attempts = (run.memory.attempts ?? 0) + 1;
  if (attempts >= MAX_ATTEMPTS) return leave("failed", { status: null });
  run.memory.attempts = attempts;
  run.waiting = ask(node, context).waiting;
  return { kind: "stay" };
}

export function takeAnswer(
  { data }: Webhook,
  context: StepContext,
  { isOk, status, saved }: RunEvent & { kind: "webhook" },
): Transition {
  if (isOk && data.save_to != null && saved !== undefined) save(context, data.save_to, saved);
  return leave(isOk ? "success" : "failed", { status });
}

const urlOf = oncePer(({ data }: Webhook) => parseTemplate(data.url)!);

/** Line breaks, and other characters that can't be seen, would break out of a header. */
const headerValue = (text: string, lookUp: LookUp) =>
  fillText(text, lookUp)
    .replace(/\p{Cc}+/gu, "")
    .trim();

function headersOf({ data }: Webhook, hasBody: boolean, lookUp: LookUp) {
  const given = Object.entries(data.headers ?? {}).map(
    ([name, value]) => [name, headerValue(value, lookUp)] as const,
  );
  const isTyped = !hasBody || given.some(([name]) => name.toLowerCase() === "content-type");
  const type = typeof data.body === "string" ? "text/plain; charset=utf-8" : "application/json";
  return Object.fromEntries(isTyped ? given : [["Content-Type", type] as const, ...given]);
}

function bodyOf({ id, data }: Webhook, run: Run, lookUp: LookUp) {
  if (typeof data.body === "string") return fillText(data.body, lookUp);
  return JSON.stringify(data.body == null ? defaultBody(id, run) : filled(data.body, lookUp));
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
function filled(value: unknown, lookUp: LookUp): unknown {
  if (typeof value === "string") return fillText(value, lookUp);
  if (Array.isArray(value)) return value.map((one) => filled(one, lookUp));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, filled(one, lookUp)]),
  );
}
