import { discardEarlyEvents } from "#features/automation/engine/early-events";
import { saveVariable } from "#features/automation/engine/lead-changes";
import { regionOfLead } from "#features/automation/engine/region";
import type { Reply, RunEvent } from "#features/automation/engine/run";
import {
  leaveWith,
  type StepContext,
  stay,
  type Transition,
  wait,
} from "#features/automation/engine/transition";
import { defineNode, type NodeWith } from "../definition";
import { savedVariable } from "../fields";
import { after, ON_REPLY } from "../passage";
import { timeoutAt, timeoutFaults, whenWaitUnconnected } from "../timeouts";
import { answerWords } from "./answer-words";
import { matchingHandle, validValue } from "./read-reply";
import { documentation, WaitForReplySettings } from "./settings";

type WaitForReply = NodeWith<WaitForReplySettings>;

const handlesOf = ({ matches, validate }: WaitForReplySettings) => [
  "reply",
  ...(matches ?? []).map(({ handle }) => handle),
  ...(validate ? ["invalid"] : []),
  "timeout",
];
const HANDLES = "the first fitting match's, else `reply`; `invalid` with `validate`; `timeout`";

const isAnswer = (handle: string) => handle !== "timeout";

/** Waits, unless a reply came while the message before was still being sent. */
function arrive(node: WaitForReply, context: StepContext): Transition {
  const { run, now } = context;
  const { early } = run;
  const waiting = wait("reply", timeoutAt(node.data, now));
  if (!early) return waiting;
  discardEarlyEvents(run);
  const transition = receiveReply(node, context, early);
  return transition.kind === "stay" ? waiting : transition;
}

function react(node: WaitForReply, context: StepContext, event: RunEvent) {
  if (event.kind === "time") return leaveWith("none", "timeout");
  return event.kind === "reply" ? receiveReply(node, context, event) : undefined;
}

function receiveReply(
  { data, next }: WaitForReply,
  context: StepContext,
  reply: Reply,
): Transition {
  const { run } = context;
  run.lead = { ...run.lead, lastReply: reply.text };
  countReply(context);
  const value = validValue(data, reply, regionOfLead(run));
  if (value === undefined) return rejectReply(data, context);
  if (data.save_to != null && value !== null) saveVariable(context, data.save_to, value);
  const handle = matchingHandle(data, reply);
  return leaveWith("given", handle !== undefined && next.has(handle) ? handle : "reply");
}

/** The first reply to a message counts. */
function countReply({ run: { memory }, effects }: StepContext) {
  if (memory.asked)
    effects.push({ kind: "replied", nodeId: memory.asked.node, at: memory.asked.at });
  delete memory.asked;
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
  const isMatch = (data.matches ?? []).some((match) => match.handle === handle);
  return warning !== null && isMatch ? "unconnected_match" : warning;
}

export const waitForReply = defineNode({
  type: "wait_for_reply",
  documentation,
  settings: WaitForReplySettings,
  handles: [{ of: handlesOf, words: HANDLES }],
  arrive,
  waitsFor: () => "reply",
  waits: () => true,
  react,
  isAnswer,
  passage: ({ timeout_seconds: seconds }, handle) => (isAnswer(handle) ? ON_REPLY : after(seconds)),
  findFaults: timeoutFaults,
  whenUnconnected,
  sets: savedVariable,
  answerWords,
  hasPatterns: true,
});
