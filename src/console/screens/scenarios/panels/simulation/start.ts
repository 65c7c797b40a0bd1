import type { BookingState, Platform, SimulatedCause, SimulationInput } from "#client";
import { platformRow } from "#console/data/platforms";

/** The way by which a simulated run starts. Empty: somebody enrols the lead. */
export type StartChoice = Pick<SimulationInput, "started_by" | "trigger_id">;

/** Before the id of a trigger that is chosen. */
const OF_TRIGGER = "trigger ";
export const choiceOf = (trigger: string) => OF_TRIGGER + trigger;

/** The causes that can be chosen, each with the member that is asked for. */
const CAUSES = {
  message: { type: "message", asked: "text" },
  story_reply: { type: "message", asked: "text", needs: "hasStories", story_id: "any" },
  ad_click: { type: "message", asked: "text", ad_id: "any" },
  comment: { type: "comment", asked: "text", needs: "hasComments" },
  tag_added: { type: "tag_added", asked: "tag_id" },
  stage_changed: { type: "stage_changed", asked: "to" },
  lead_created: { type: "lead_created", asked: null },
  click: { type: "click", asked: "short_link_id" },
  booking: { type: "booking", asked: "booking" },
  event: { type: "event", asked: "name" },
} as const satisfies Record<string, CauseRow>;

type CauseRow = Pick<SimulatedCause, "type" | "story_id" | "ad_id"> & {
  asked: keyof SimulatedCause | null;
  /** The trait without which the platform has no such thing. */
  needs?: "hasStories" | "hasComments";
};

export type CauseName = keyof typeof CAUSES;
const rowOf = (name: CauseName): CauseRow => CAUSES[name];
const isCause = (choice: string): choice is CauseName => Object.hasOwn(CAUSES, choice);

/** The causes that there are on a platform. */
export const causesOn = (platform: Platform) =>
  Object.keys(CAUSES)
    .filter(isCause)
    .filter((name) => {
      const { needs } = rowOf(name);
      return needs === undefined || platformRow(platform)[needs];
    });

/** The fields that are asked for beside a choice. */
export const askedBy = (choice: string) => (isCause(choice) ? CAUSES[choice].asked : null);

/** The start that somebody has chosen; undefined while a part of it is missing. */
export function startOf(choice: string, value: string): StartChoice | undefined {
  if (choice.startsWith(OF_TRIGGER)) return { trigger_id: choice.slice(OF_TRIGGER.length) };
  if (!isCause(choice)) return {};
  const { asked, needs: _, ...cause } = rowOf(choice);
  if (asked === null) return { started_by: cause };
  if (value.trim() === "") return;
  if (asked === "booking")
    return { started_by: { ...cause, booking: { state: value as BookingState } } };
  const given = asked === "tag_id" || asked === "short_link_id" ? Number(value) : value;
  return { started_by: { ...cause, [asked]: given } };
}
