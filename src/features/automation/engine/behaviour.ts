import type { RunWait } from "../../../domain/automation";
import { analyze, takeAnalysis } from "./analysis";
import { addTags, removeTags, updateLead } from "./changes";
import { branchThatHolds } from "./conditions";
import { type Course, end, leave, type Move, type Sound } from "./course";
import type { Memory, RunEvent } from "./run";
import { afterSending, sendMessage, sendTemplate } from "./sending";
import { branchOf } from "./split";
import { delay, takeEvent, takeReply, waitForEvent, waitForReply } from "./waits";
import { ask, askAgain, takeAnswer } from "./webhook";

/** What a node does with a run that comes to it. */
export function arrive(node: Sound, course: Course): Move {
  const { run, now, effects } = course;
  switch (node.type) {
    case "start":
      return leave("next");
    case "message":
      return sendMessage(node, course);
    case "template":
      return sendTemplate(node, course);
    case "delay":
      return delay(node, course);
    case "wait_for_reply":
      return waitForReply(node, course);
    case "wait_for_event":
      return waitForEvent(node, course);
    case "condition":
      return leave(branchThatHolds(node.data, run, now));
    case "split":
      return leave(branchOf(node.data, run.id, node.id));
    case "add_tag":
      addTags(node.data, course);
      return leave("next");
    case "remove_tag":
      removeTags(node.data, course);
      return leave("next");
    case "update_lead":
      updateLead(node.data, course);
      return leave("next");
    case "webhook":
      return ask(node, course);
    case "ai_analyze":
      return analyze(node, course);
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
export function react(node: Sound, course: Course, event: RunEvent): Move | undefined {
  const isTime = event.kind === "time";
  switch (node.type) {
    case "message":
    case "template":
      return event.kind === "sending" ? afterSending(node, event) : undefined;
    case "delay":
      return isTime ? leave("next") : undefined;
    case "wait_for_reply":
      if (isTime) return leave("timeout");
      return event.kind === "reply" ? takeReply(node, course, event) : undefined;
    case "wait_for_event":
      if (isTime) return leave("timeout");
      return event.kind === node.data.event ? takeEvent(node, event) : undefined;
    case "webhook":
      if (isTime) return askAgain(node, course);
      return event.kind === "webhook" ? takeAnswer(node, course, event) : undefined;
    case "ai_analyze":
      if (isTime) return leave("failed", { reason: "timeout" });
      return event.kind === "analysis" ? takeAnalysis(event) : undefined;
    default:
      return undefined;
  }
}
