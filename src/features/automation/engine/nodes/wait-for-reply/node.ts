import { platformsWith } from "#domain/platforms";
import { saveVariable } from "#features/automation/engine/lead-changes";
import { regionOfLead } from "#features/automation/engine/region";
import type { Reply, RunEvent } from "#features/automation/engine/run";
import {
  leaveWith,
  type StepContext,
  stay,
  type Transition,
} from "#features/automation/engine/transition";
import { warnAt } from "#features/automation/scenarios/warnings";
import { awaitReply, handleOfReply, keepReply } from "../await-reply";
import { defineNode, type NodeWith } from "../definition";
import { savedVariable } from "../fields";
import { formHandles, formVariables, isOwnForm, receiveAnswers } from "../form-answers";
import { after, ON_REPLY } from "../passage";
import { timeoutFaults, whenWaitUnconnected } from "../timeouts";
import { answerWords } from "./answer-words";
import { matchingHandle, validValue } from "./read-reply";
import { documentation, WaitForReplySettings } from "./settings";

type WaitForReply = NodeWith<WaitForReplySettings>;

const handlesOf = ({ matches, validate, flow }: WaitForReplySettings) => [
  ...new Set([
    "reply",
    ...(matches ?? []).map(({ handle }) => handle),
    ...(flow ? formHandles(flow) : []),
    ...(validate ? ["invalid"] : []),
    "timeout",
  ]),
];
const HANDLES =
  "the first fitting match's, else `reply`; `answers` with `flow`; `invalid` with `validate` or " +
  "with required answers; `timeout`";

const isAnswer = (handle: string) => handle !== "timeout";

const arrive = (node: WaitForReply, context: StepContext) =>
  awaitReply(context, node.data, (reply) => receiveReply(node, context, reply));

function react(node: WaitForReply, context: StepContext, event: RunEvent) {
  if (event.kind === "time") return leaveWith("none", "timeout");
  return event.kind === "reply" ? receiveReply(node, context, event) : undefined;
}

function receiveReply(
  { data, next }: WaitForReply,
  context: StepContext,
  reply: Reply,
): Transition {
  if (data.flow && reply.answers)
    return isOwnForm(reply, context.run) ? receiveAnswers(data.flow, context, reply, next) : stay;
  keepReply(context, reply);
  const value = validValue(data, reply, regionOfLead(context.run));
  if (value === undefined) return rejectReply(data, context);
  if (data.save_to != null && value !== null) saveVariable(context, data.save_to, value);
  return leaveWith("given", handleOfReply(next, matchingHandle(data, reply)));
}

/** Waits for another reply while there are attempts and time left. */
function rejectReply(
  { max_attempts: most }: WaitForReplySettings,
  { run, now }: StepContext,
): Transition {
  const attempts = (run.memory.attempts ?? 0) + 1;
  if (attempts >= most) return leaveWith("invalid", "invalid", { attempts });
  run.memory.attempts = attempts;
  const until = run.waiting?.until ?? null;
  return until !== null && until <= now ? leaveWith("none", "timeout") : stay;
}

function whenUnconnected(handle: string, data: WaitForReplySettings) {
  const warning = whenWaitUnconnected(handle, data);
  const ownHandles = [
    ...(data.matches ?? []).map((one) => one.handle),
    ...(data.flow ? ["answers"] : []),
  ];
  const isMatch = ownHandles.includes(handle);
  return warning !== null && isMatch ? "unconnected_match" : warning;
}

export const waitForReply = defineNode({
  type: "wait_for_reply",
  documentation,
  settings: WaitForReplySettings,
  handles: [{ of: handlesOf, words: HANDLES }],
  arrive,
  waitsFor: () => ["reply"],
  waits: () => true,
  react,
  isAnswer,
  passage: ({ timeout_seconds: seconds }, handle) => (isAnswer(handle) ? ON_REPLY : after(seconds)),
  findFaults: (data, { platform }) => [
    ...timeoutFaults(data),
    ...(data.validate === "location" && !platformsWith("location").includes(platform)
      ? [warnAt("validate", "setting_not_on_platform", { platform })]
      : []),
  ],
  whenUnconnected,
  sets: (data) => [...savedVariable(data), ...formVariables(data.flow)],
  answerWords,
  hasPatterns: true,
});
