import { consentIn, type Keywords } from "#features/access/settings/consent";
import type {
  SimulatedEvent as Event,
  Scripted,
} from "#features/automation/engine/simulation/script";
import { bookingChange } from "./booking-input";
import type { SimulatedEvent, TestRunEventInput } from "./input";

/** The events of a request as the script of the engine's simulation. */
export const scriptOf = (events: SimulatedEvent[], settings: Keywords): Scripted[] =>
  events.map((event) => ({ afterSeconds: event.after_seconds, event: eventOf(event, settings) }));

const replyOf = (text: string, tapped: string | null | undefined, settings: Keywords): Event => {
  const message =
    tapped == null
      ? { type: "text" as const, text }
      : { type: "interactive" as const, text, tapped };
  const consent = consentIn(message, settings);
  // An opt-out from marketing ends no run.
  const endsMarketing = consent?.kind === "opted_out" && consent.scope === "marketing";
  return consent?.kind === "opted_out" && !endsMarketing && consent.weak === undefined
    ? { kind: "opt_out" }
    : { kind: "reply", text, tapped: tapped ?? null, weak: consent?.weak, endsMarketing };
};

/** The engine's event for one of a request. Keywords count as in a message. */
export function eventOf(
  {
    reply,
    tapped,
    answers,
    click,
    short_link_id,
    read,
    tag_added,
    stage_changed,
    booking,
    custom,
    opt_out,
    location,
    webhook,
    analysis,
  }: TestRunEventInput,
  settings: Keywords,
): Event {
  if (reply != null) return replyOf(reply, tapped, settings);
  if (location) return { kind: "reply", text: null, place: location };
  if (answers != null) return { kind: "reply", text: null, answers };
  if (click) return { kind: "click", shortLinkId: short_link_id ?? null };
  if (read) return { kind: "read" };
  if (tag_added != null) return { kind: "tag_added", tagId: tag_added };
  if (stage_changed != null) return { kind: "stage_changed", stage: stage_changed };
  if (booking) return { kind: "booking", ...bookingChange(booking) };
  if (custom != null) return { kind: "custom", name: custom };
  if (opt_out) return { kind: "opt_out" };
  if (analysis)
    return {
      kind: "analysis",
      status: analysis.status,
      reason: analysis.reason ?? null,
      fields: given(analysis.fields ?? {}),
    };
  if (!webhook) return { kind: "nothing" };
  const { node_id, is_ok, status, saved } = webhook;
  return {
    kind: "webhook",
    nodeId: node_id ?? null,
    isOk: is_ok,
    ...(status != null && { status }),
    saved,
  };
}

/** The members that are not undefined. */
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]: Exclude<T[Name], undefined>;
  };
