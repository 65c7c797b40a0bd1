import type { RunWait } from "../../../domain/automation";
import { analyze, takeAnalysis } from "./analysis";
import { branchThatHolds } from "./conditions";
import { addTags, removeTags, updateLead } from "./lead-changes";
import type { Memory, RunEvent } from "./run";
import { afterSending, sendMessage, sendTemplate } from "./sending";
import { branchOf } from "./split";
import { end, leave, type Sound, type StepContext, type Transition } from "./transition";
import { delay, takeEvent, takeReply, waitForEvent, waitForReply } from "./waits";
import { ask, askAgain, takeAnswer } from "./webhook";

/** What a node does with a run that comes to it. */
export function arrive(node: Sound, context: StepContext): Transition {
  const { run, now, effects } = context;
  switch (node.type) {
    case "start":
      return leave("next");
    case "message":
      return sendMessage(node, context);
    case "template":
      return sendTemplate(node, context);
    case "delay":
      return delay(node, context);
    case "wait_for_reply":
      return waitForReply(node, context);
    case "wait_for_event":
      return waitForEvent(node, context);
    case "condition":
      return leave(branchThatHolds(node.data, run, now));
    case "split":
      return leave(branchOf(node.data, run.id, node.id));
    case "add_tag":
      addTags(node.data, context);
      return leave("next");
    case "remove_tag":
      removeTags(node.data, context);
      return leave("next");
    case "update_lead":
      updateLead(node.data, context);
      return leave("next");
    case "webhook":
      return ask(node, context);
    case "ai_analyze":
      return analyze(node, context);
    case "start_scenario":
      effects.push({
        kind: "start_scenario",
        scenarioId: node.data.scenario_id,
        memory: handedOn(run.memory),
      });
      return leave("next");
    case "handoff":
      return end("handed_off", "handoff", { reason: node.data.reason ?? null });
    case "exit":
      return end("exited", "exit_node", { reason: node.data.reason ?? null });
  }
}

/** What a run that is started goes on counting, so that no loop gets round its guard through other scenarios. */
const handedOn = ({ steps = 0, said }: Memory) => ({ steps, ...(said && { said }) });

/** What a node waits for; null where it is none that does. */
export function awaitedBy(node: Sound): RunWait | null {
  switch (node.type) {
    case "message":
    case "template":
      return "sending";
    case "delay":
      return "time";
    case "wait_for_reply":
      return "reply";
    case "wait_for_event":
      return node.data.event;
    case "webhook":
      return "webhook";
    case "ai_analyze":
      return "analysis";
    default:
      return null;
  }
}

/** What a node makes of an event that it waits for, or of its time that has come; undefined where it is not that one. */
export function react(node: Sound, context: StepContext, event: RunEvent): Transition | undefined {
  const isTime = event.kind === "time";
  switch (node.type) {
    case "message":
    case "template":
      return event.kind === "sending" ? afterSending(node, event) : undefined;
    case "delay":
      return isTime ? leave("next") : undefined;
    case "wait_for_reply":
      if (isTime) return leave("timeout");
      return event.kind === "reply" ? takeReply(node, context, event) : undefined;
    case "wait_for_event":
      if (isTime) return leave("timeout");
      return event.kind === node.data.event ? takeEvent(node, event) : undefined;
    case "webhook":
      if (isTime) return askAgain(node, context);
      return event.kind === "webhook" ? takeAnswer(node, context, event) : undefined;
    case "ai_analyze":
      if (isTime) return leave("failed", { reason: "timeout" });
      return event.kind === "analysis" ? takeAnalysis(event) : undefined;
    default:
      return undefined;
  }
}
