import { type BlockReason, blockReasonTexts, isWindowReason } from "#domain/block-reasons";
import type { EndReason } from "#domain/end-reasons";
import { needsWindow } from "#domain/messaging";
import { hasTemplates } from "#domain/platforms";
import {
  contentOf,
  faultsIn,
  openPlaceholders,
  privateReplyFaults,
} from "#features/messaging/outbound/compose";
import type { Faults } from "#features/messaging/outbound/faults";
import { withLongestUrls } from "#features/messaging/outbound/longest-urls";
import { blockReason, isPrivateReply } from "#features/messaging/outbound/route";
import { oncePer } from "#lib/memo";
import { fieldMessage } from "#lib/validation-messages";
import { holdOfMessage } from "../hours";
import type { NodeWith } from "../nodes/definition";
import type { MessageSettings } from "../nodes/message/settings";
import type { TemplateSettings } from "../nodes/template/settings";
import { routeOfRun } from "../route";
import type { RunEvent } from "../run";
import { type Detail, end, leave, type StepContext, type Transition, wait } from "../transition";
import { countInConversation } from "./automatic";
import { fillPlaceholders } from "./fill";
import { isRepeatedTooOften } from "./repeats";

/** A reply under a comment. */
type PublicReply = { type: "comment_reply"; text: string };

type Content = Omit<MessageSettings, "wait"> | TemplateSettings | PublicReply;

/** The transition of a run whose message was sent, or goes without; `detail` says why without. */
type GoOn = (detail?: Detail) => Transition;

export const goOn: GoOn = (detail = null) => leave("next", detail);

/** The message of a node before its placeholders are filled, and the faults that it always has. */
const preparedOnce = oncePer((data: Content) => {
  const composed = contentOf("name" in data ? { type: "template", template: data } : data);
  return { composed, unclosed: openPlaceholders(composed) };
});

/**
 * Sends a message, or waits for the hours in which it may be sent; `then` goes on. The run waits
 * for the outcome only where an edge leaves by `failed`.
 */
export function send(
  node: NodeWith<{ within?: unknown; [setting: string]: unknown }>,
  data: Content,
  onWindowClosed: MessageSettings["on_window_closed"],
  context: StepContext,
  then: GoOn,
): Transition {
  const { run, now, effects } = context;
  const target = routeOfRun(run);
  const { composed: unfilled, unclosed } = preparedOnce(data);
  const { composed, tooLong } = fillPlaceholders(unfilled, run, now);
  const { shortUrlBase } = run.workspace;
  const sending = { channel: target.channel, shortUrlBase };
  const refused = faultsIn(withLongestUrls(composed, shortUrlBase), run.platform, sending);
  const faults = { ...unclosed, ...tooLong, ...refused };
  if (Object.keys(faults).length > 0)
    return fail(node, then, "invalid_content", { faults: withMessages(faults) });
  const sent = { type: composed.type, comment: run.comment };
  const reason = blockReason(run.lead, target, sent, now);
  if (isWindowReason(reason)) {
    if (onWindowClosed === "skip") return then({ skipped: reason });
    if (typeof onWindowClosed === "object" && hasTemplates(run.platform))
      return send(node, onWindowClosed, "fail", context, then);
  }
  if (reason) return fail(node, then, reason);
  const answered = isPrivateReply(sent, target, now) ? run.comment : null;
  const comment = needsWindow(sent.type) ? answered : run.comment;
  const unfit = answered ? privateReplyFaults(composed) : {};
  if (Object.keys(unfit).length > 0)
    return fail(node, then, "invalid_content", { faults: withMessages(unfit) });
  const message = { isTemplate: composed.type === "template", isWithin: node.data.within != null };
  const { until } = holdOfMessage(run.lead, target, message, run.workspace, now);
  if (until > now) return wait("time", until);
  if (run.workspace.usedUp?.includes("messages_per_day"))
    return fail(node, then, "quota_reached", { quota: "messages_per_day" });
  const counted = countInConversation(context, target);
  if (!counted || isRepeatedTooOften(run, composed)) return end("failed", "loop_detected");
  effects.push({
    ...{ kind: "send", visit: run.visits, nodeId: node.id, target, composed, ...counted },
    ...(comment && { commentId: comment.id }),
  });
  if (answered) run.comment = { ...answered, isAnswered: true };
  if (sent.type !== "comment_reply") run.memory.asked = { node: node.id, at: now };
  return node.next.has("failed") ? wait("sending", null) : then();
}

const withMessages = (faults: Faults): Faults =>
  Object.fromEntries(
    Object.entries(faults).map(([field, fault]) => [field, fieldMessage(field, fault)]),
  );

/** The transition of the run once the message was sent or has failed. */
export function afterSending(
  node: NodeWith<unknown>,
  { isSent, reason }: RunEvent & { kind: "sending" },
  then: GoOn,
): Transition {
  if (isSent) return then();
  return fail(node, then, isBlockReason(reason) ? reason : "not_sent", { reason });
}

const isBlockReason = (reason: string | null): reason is BlockReason =>
  reason !== null && Object.hasOwn(blockReasonTexts, reason);

/**
 * Leaves by `failed`, or ends the run where no edge does. An opt-out of all messages always ends
 * it, and one of marketing never.
 */
function fail(
  node: NodeWith<unknown>,
  then: GoOn,
  reason: EndReason | "marketing_opted_out",
  more: Record<string, unknown> = {},
): Transition {
  const detail = { reason, ...more };
  if (reason === "opted_out") return end("exited", reason, detail);
  if (node.next.has("failed")) return leave("failed", detail);
  return reason === "marketing_opted_out" ? then(detail) : end("failed", reason, detail);
}
