import { saveVariable } from "#features/automation/engine/lead-changes";
import type { RunEvent } from "#features/automation/engine/run";
import {
  leave,
  type StepContext,
  stay,
  type Transition,
  wait,
} from "#features/automation/engine/transition";
import { warnAt } from "#features/automation/scenarios/warnings";
import { isAllowedOutbound } from "#lib/outbound-url";
import { type CheckContext, defineNode, type NodeWith } from "../definition";
import { savedVariable } from "../fields";
import { whenFailureUnconnected } from "../unconnected";
import { answerDueBy, buildRequest } from "./request";
import { documentation, HttpRequestSettings } from "./settings";

type HttpRequestNode = NodeWith<HttpRequestSettings>;

const MAX_ATTEMPTS = 3;

function arrive(node: HttpRequestNode, { run, now, effects }: StepContext): Transition {
  const request = buildRequest(node, run, now);
  if (!request) return leave("failed", { status: null, reason: "request_too_large" });
  effects.push({ kind: "request", request });
  return wait("webhook", answerDueBy(request.timeoutMs, now));
}

const QUOTA = "http_requests_per_day";

/** Over the quota of requests, the run goes on as if the request had failed. */
const begin = (node: HttpRequestNode, context: StepContext) =>
  context.run.workspace.usedUp?.includes(QUOTA)
    ? leave("failed", { status: null, reason: "quota_reached", quota: QUOTA })
    : arrive(node, context);

function react(node: HttpRequestNode, context: StepContext, event: RunEvent) {
  if (event.kind === "time") return retry(node, context);
  return event.kind === "webhook" ? receiveAnswer(node, context, event) : undefined;
}

/** Makes a lost request again. `memory.attempts` counts the lost ones. */
function retry(node: HttpRequestNode, context: StepContext): Transition {
  const { run } = context;
  const attempts = (run.memory.attempts ?? 0) + 1;
  if (attempts >= MAX_ATTEMPTS) return leave("failed", { status: null });
  run.memory.attempts = attempts;
  const arrived = arrive(node, context);
  if (arrived.kind !== "wait") return arrived;
  run.waiting = arrived.waiting;
  return stay;
}

function receiveAnswer(
  { data }: HttpRequestNode,
  context: StepContext,
  { isOk, status, saved }: RunEvent & { kind: "webhook" },
): Transition {
  if (isOk && data.save_to != null && saved !== undefined)
    saveVariable(context, data.save_to, saved);
  return leave(isOk ? "success" : "failed", { status });
}

const REFUSED_URL = warnAt("url", "webhook_url_refused", {});

const urlFaults = ({ url }: HttpRequestSettings, { known }: CheckContext) =>
  isAllowedOutbound(url, known.outbound) ? [] : [REFUSED_URL];

export const httpRequest = defineNode({
  type: "webhook",
  documentation,
  settings: HttpRequestSettings,
  handles: ["success", "failed"],
  arrive: begin,
  waitsFor: () => ["webhook"],
  react,
  findFaults: urlFaults,
  whenUnconnected: whenFailureUnconnected,
  sets: savedVariable,
  isFilled: true,
  passesOn: true,
});
