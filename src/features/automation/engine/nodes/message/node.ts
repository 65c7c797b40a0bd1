import { saveVariable } from "#features/automation/engine/lead-changes";
import type { Reply, RunEvent } from "#features/automation/engine/run";
import { findContentFaults } from "#features/automation/engine/sending/check";
import {
  linksIn,
  type MessageContent,
  messageContent,
  templateContent,
} from "#features/automation/engine/sending/content";
import { afterSending, goOn, send } from "#features/automation/engine/sending/send";
import {
  type Detail,
  leaveWith,
  type StepContext,
  stay,
  type Transition,
} from "#features/automation/engine/transition";
import { contentOf } from "#features/messaging/outbound/compose";
import { uploadsIn } from "#features/messaging/outbound/uploads";
import { awaitReply, handleOfReply, keepReply } from "../await-reply";
import { defineNode, type NodeWith } from "../definition";
import { savedVariable, withinAsked } from "../fields";
import { formHandles, formVariables, isOwnForm, receiveAnswers } from "../form-answers";
import { after, keeping, ON_REPLY } from "../passage";
import { timeoutFaults, whenWaitUnconnected } from "../timeouts";
import { whenUnconnected } from "../unconnected";
import { answerWords, choicesOf, chosen, FIXED, idFaults } from "./choices";
import { documentation, MessageSettings } from "./settings";

type Message = NodeWith<MessageSettings>;

const WITHOUT_WAIT = ["next", "failed"];

const ofForm = ({ flow, wait }: MessageSettings) => (flow ? formHandles(wait?.flow) : []);

const handlesOf = (data: MessageSettings) =>
  data.wait ? [...choicesOf(data).map(({ id }) => id), ...ofForm(data), ...FIXED] : WITHOUT_WAIT;
const HANDLES =
  "`failed`, and `next`; with `wait`, instead of it the id of each button, row or reply on a " +
  "card, `answers` of a form and `invalid` where some are required, else `reply`, and `timeout`";

/** The message itself, and the template that replaces it when the window is closed. */
function contentsOf({
  on_window_closed: otherwise,
  within: _,
  wait: __,
  ...content
}: MessageSettings) {
  const contents: MessageContent[] = [messageContent(content)];
  if (typeof otherwise === "object") contents.push(templateContent(otherwise, "on_window_closed"));
  return contents;
}

/** The transition of a run whose message was sent, or goes without. */
const then =
  (node: Message, context: StepContext) =>
  (detail: Detail = null): Transition => {
    const { wait } = node.data;
    if (!wait) return goOn(detail);
    const transition = awaitReply(context, wait, (reply) => receive(node, context, reply));
    return transition.kind === "wait" ? { ...transition, detail } : transition;
  };

function receive({ data, next }: Message, context: StepContext, reply: Reply): Transition {
  if (data.flow && reply.answers)
    return isOwnForm(reply, context.run)
      ? receiveAnswers(data.wait?.flow, context, reply, next)
      : stay;
  keepReply(context, reply);
  const given = reply.text?.trim() || reply.place;
  if (data.wait?.save_to != null && given) saveVariable(context, data.wait.save_to, given);
  return leaveWith("given", handleOfReply(next, chosen(data, reply, context)));
}

function react(node: Message, context: StepContext, event: RunEvent) {
  if (event.kind === "sending") return afterSending(node, event, then(node, context));
  if (event.kind === "time") return leaveWith("none", "timeout");
  return event.kind === "reply" ? receive(node, context, event) : undefined;
}

const isAnswer = (handle: string) => ![...WITHOUT_WAIT, "timeout"].includes(handle);

function passage(data: MessageSettings, handle: string) {
  const { wait, within } = data;
  if (!wait || handle === "failed") return keeping(data);
  if (handle === "timeout") return after(within == null ? wait.timeout_seconds : null);
  return ON_REPLY;
}

function whenWaiting(handle: string, data: MessageSettings) {
  if (!data.wait) return whenUnconnected(handle);
  const isChoice = ![...FIXED, "invalid"].includes(handle);
  return isChoice ? "unconnected_match" : whenWaitUnconnected(handle, data.wait);
}

export const message = defineNode({
  type: "message",
  documentation,
  settings: MessageSettings,
  handles: [{ of: handlesOf, words: HANDLES }],
  arrive: (node, context) =>
    send(node, node.data, node.data.on_window_closed, context, then(node, context)),
  waitsFor: ({ wait }) => (wait ? ["sending", "reply"] : ["sending"]),
  waits: ({ wait }, handle) => wait != null && handle !== "failed",
  react,
  isAnswer,
  passage,
  findFaults: (data, context) => [
    ...findContentFaults(contentsOf(data), context),
    ...(data.wait ? [...timeoutFaults(data.wait, "wait."), ...idFaults(data)] : []),
  ],
  whenUnconnected: whenWaiting,
  references: (data, shortUrlBase) => [
    ...linksIn(contentsOf(data), shortUrlBase),
    ...uploadsIn(contentOf(data)).map(({ id, field }) => ({
      ...{ kind: "medium" as const, ref: id, path: field },
    })),
  ],
  asksHours: withinAsked,
  sends: ({ type, on_window_closed: whenClosed, within }) => ({
    ...{ type, isTemplate: false, whenClosed },
    isWithin: within != null,
  }),
  sets: ({ wait }) => [...savedVariable(wait ?? {}), ...formVariables(wait?.flow)],
  answerWords: (data) => (data.wait ? answerWords(data) : []),
  isFilled: true,
});
