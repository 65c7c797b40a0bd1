import type { EndReason } from "../../../domain/automation";
import { BLOCK_REASONS } from "../../../domain/block-reasons";
import { oncePer } from "../../../lib/memo";
import { fieldMessage } from "../../../lib/validation-messages";
import { valuesOf } from "../../links/placeholders";
import { replaceLinks } from "../../links/rewrite";
import {
  type Composed,
  contentOf,
  type Faults,
  faultsIn,
  openPlaceholders,
  rewrite,
} from "../../messaging/outbound/compose";
import { blockReason, routeOf } from "../../messaging/outbound/route";
import { fillText, oneLine } from "../../messaging/outbound/variables";
import type { NodeData } from "../scenarios/nodes";
import { hash53 } from "./hash";
import type { Run, RunEvent } from "./run";
import { end, leave, type NodeOf, type StepContext, type Transition, wait } from "./transition";

/** How often in a row a lead gets the same. */
const MAX_TIMES = 3;

/** No recipient's token is longer before there are 36^8 sends (sends/token.ts). */
const TOKEN = "x".repeat(24);

type Sending = NodeOf<"message"> | NodeOf<"template">;
type Content = NodeData["message"] | NodeData["template"];

/** What a node asks to send, before anything is filled in. It is made once. */
const askedOf = oncePer((data: Content) => {
  const composed = contentOf("name" in data ? { type: "template", template: data } : data);
  return { composed, open: openPlaceholders(composed) };
});

export const sendMessage = (node: NodeOf<"message">, context: StepContext) =>
  say(node, node.data, node.data.on_window_closed, context);

export const sendTemplate = (node: NodeOf<"template">, context: StepContext) =>
  say(node, node.data, "fail", context);

function say(
  node: Sending,
  data: Content,
  onWindowClosed: NodeData["message"]["on_window_closed"],
  context: StepContext,
): Transition {
  const { run, now, effects } = context;
  const target = routeOf(run.lead, { platform: run.platform })!;
  const { composed: wanted, open } = askedOf(data);
  const composed = filled(wanted, run);
  const faults = { ...open, ...faultsIn(withTokens(composed, run), run.platform) };
  if (Object.keys(faults).length > 0)
    return failed(node, "invalid_content", { faults: worded(faults) });
  const refusal = blockReason(run.lead, target, composed.type === "template", now);
  if (refusal === "window_closed" && onWindowClosed === "skip")
    return leave("next", { skipped: refusal });
  const isReplaced =
    refusal === "window_closed" &&
    typeof onWindowClosed === "object" &&
    run.platform === "whatsapp";
  if (isReplaced) return say(node, onWindowClosed, "fail", context);
  if (refusal) return failed(node, refusal);
  if (isSaidTooOften(run, composed)) return end("failed", "loop_detected");
  effects.push({ kind: "send", visit: run.visits, target, composed });
  return node.next.has("failed") ? wait("sending", null) : leave("next");
}

const worded = (faults: Faults): Faults =>
  Object.fromEntries(
    Object.entries(faults).map(([field, fault]) => [field, fieldMessage(field, fault)]),
  );

/** What has become of the message. */
export function afterSending(
  node: Sending,
  { isSent, reason }: RunEvent & { kind: "sending" },
): Transition {
  if (isSent) return leave("next");
  const isRefusal = reason !== null && Object.hasOwn(BLOCK_REASONS, reason);
  return failed(node, isRefusal ? (reason as keyof typeof BLOCK_REASONS) : "not_sent", { reason });
}

/** Without an edge for it, a failure is the run's end. An opt-out always is. */
function failed(node: Sending, reason: EndReason, more: Record<string, unknown> = {}): Transition {
  const detail = { reason, ...more };
  if (reason === "opted_out") return end("exited", reason, detail);
  return node.next.has("failed") ? leave("failed", detail) : end("failed", reason, detail);
}

function filled(composed: Composed, { lead }: Run) {
  const lookUp = valuesOf(lead);
  return rewrite(composed, (text, { isParameter }) =>
    isParameter ? oneLine(fillText(text, lookUp)) : fillText(text, lookUp),
  );
}

/** The message as long as it will be with the recipient's own URLs. */
const withTokens = (composed: Composed, { workspace: { shortUrlBase } }: Run) =>
  rewrite(composed, (text, { isUrlButton }) =>
    replaceLinks(text, shortUrlBase, (slug) => `${shortUrlBase}/${slug}/${TOKEN}`, isUrlButton),
  );

/** Counts what is said, and says whether it would be once more than it may be. */
function isSaidTooOften({ memory }: Run, { text, content }: Composed) {
  const hash = hash53(JSON.stringify([text, content])).toString(36);
  const times = memory.said?.hash === hash ? memory.said.times + 1 : 1;
  if (times > MAX_TIMES) return true;
  memory.said = { hash, times };
  return false;
}
