import { withChange, withTags } from "../lead-changes";
import { definitionOf } from "../nodes/registry";
import { routeOfRun } from "../route";
import type { Lead, Run } from "../run";
import { advance, type SimulationState } from "./advance";
import { type BookingChange, changeBooking } from "./bookings";
import type { Planned, SimulatedEvent } from "./script";

/** Applies a scripted event to the lead. Returns whether it concerned the run. */
export function applyLeadEvent(state: SimulationState, { index, event }: Planned): boolean {
  switch (event.kind) {
    case "reply": {
      const { weak } = event;
      const isAnswer = weak === undefined || state.run.memory.words?.includes(weak);
      return isAnswer ? reply(state, index + 1, event) : optOut(state);
    }
    case "click":
      return advance(state, {
        kind: "link_clicked",
        shortLinkId: event.shortLinkId ?? awaitedLink(state),
        isOwn: state.hasSentLink,
      });
    case "read": {
      const nodeId = lastSender(state);
      return nodeId !== null && advance(state, { kind: "message_read", nodeId });
    }
    case "tag_added":
      return addTag(state, event.tagId);
    case "stage_changed":
      return changeStage(state, event.stage);
    case "booking":
      return changeBookings(state, event);
    case "custom":
      return advance(state, event);
    case "opt_out":
      return optOut(state);
    default:
      return false;
  }
}

function changeLead(state: SimulationState, change: Partial<Lead>) {
  state.run = { ...state.run, lead: { ...state.run.lead, ...change } };
}

function optOut(state: SimulationState) {
  changeLead(state, { isOptout: true });
  return advance(state, { kind: "time" });
}

function reply(
  state: SimulationState,
  messageId: number,
  { text, tapped = null, place, endsMarketing, answers }: SimulatedEvent & { kind: "reply" },
) {
  const conversations = conversationsAfterReply(state.run, state.now);
  changeLead(state, {
    ...{ lastReply: text, conversations },
    ...(endsMarketing && { isMarketingOptout: true }),
  });
  const given = {
    ...(place && { place }),
    ...(answers && { answers: { runId: state.run.id, values: answers } }),
  };
  return advance(state, { kind: "reply", messageId, text, tapped, ...given });
}

/** A reply opens the window. */
export function conversationsAfterReply(
  run: Pick<Run, "lead" | "platform" | "channelId">,
  now: number,
) {
  const { channel, conversation } = routeOfRun(run);
  const { lead, platform } = run;
  const opened = {
    ...(conversation ?? { id: 0, channelId: channel?.id ?? null, platform }),
    lastInboundAt: now,
  };
  return [...lead.conversations.filter((one) => one !== conversation), opened];
}

/** A click on no link in particular counts for the link that the run waits for. */
function awaitedLink({ graph, run }: SimulationState) {
  const node = graph.nodes.get(run.nodeId ?? "");
  if (!node?.isValid) return null;
  const { waitsFor, references } = definitionOf(node);
  if (!waitsFor?.(node.data).includes("link_clicked")) return null;
  const link = references?.(node.data, run.workspace.shortUrlBase).find(
    ({ kind }) => kind === "link",
  );
  return typeof link?.ref === "number" ? link.ref : null;
}

/** The id of the node that sent the last message. */
const lastSender = ({ trail }: SimulationState) =>
  trail.findLast(({ effects }) => effects.some(({ kind }) => kind === "send"))?.nodeId ?? null;

/** A tag that moves the lead to another stage is two events. */
function addTag(state: SimulationState, tagId: number) {
  const { lead } = state.run;
  if (lead.tagIds.includes(tagId)) return false;
  changeLead(state, withTags(state.run, [tagId]));
  return advance(state, { kind: "tag_added", tagId }) || reportStage(state, stageOf(lead));
}

/** The run's own booking may time its wait anew. */
function changeBookings(state: SimulationState, change: BookingChange) {
  const { bookings, event, isChange } = changeBooking(state.run, change, state.now);
  state.run = { ...state.run, bookings };
  const isOwn = state.run.bookingId === event.bookingId;
  return isChange && (advance(state, event) || (isOwn && advance(state, { kind: "rebooked" })));
}

function changeStage(state: SimulationState, stage: string | null) {
  const { lead } = state.run;
  changeLead(state, withChange(lead, { fields: { pipeline_stage: stage }, variables: {} }));
  return reportStage(state, stageOf(lead));
}

function reportStage(state: SimulationState, from: string | null) {
  const to = stageOf(state.run.lead);
  return from !== to && advance(state, { kind: "stage_changed", from, to });
}

const stageOf = ({ fields: { pipeline_stage: stage } }: Lead) =>
  typeof stage === "string" ? stage : null;
