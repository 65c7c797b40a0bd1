import type { SimulatedCause, SimulationInput } from "#client";

/** The way by which a simulated run starts. Empty: somebody enrols the lead. */
export type StartChoice = Pick<SimulationInput, "started_by" | "trigger_id">;

/** Before the id of a trigger that is chosen. */
const OF_TRIGGER = "trigger ";
export const choiceOf = (trigger: string) => OF_TRIGGER + trigger;

/** The member of each cause that is asked for. */
const ASKED = {
  message: "text",
  comment: "text",
  tag_added: "tag_id",
  stage_changed: "to",
  lead_created: null,
  click: "short_link_id",
  event: "name",
} as const satisfies Record<SimulatedCause["type"], keyof SimulatedCause | null>;

export const causeTypes = Object.keys(ASKED) as (keyof typeof ASKED)[];
const isCause = (choice: string): choice is keyof typeof ASKED => Object.hasOwn(ASKED, choice);

/** The fields that are asked for beside a choice. */
export const askedBy = (choice: string) => (isCause(choice) ? ASKED[choice] : null);

/** The start that somebody has chosen; undefined while a part of it is missing. */
export function startOf(choice: string, value: string): StartChoice | undefined {
  if (choice.startsWith(OF_TRIGGER)) return { trigger_id: choice.slice(OF_TRIGGER.length) };
  if (!isCause(choice)) return {};
  const asked = ASKED[choice];
  if (asked === null) return { started_by: { type: choice } };
  if (value.trim() === "") return;
  const given = asked === "tag_id" || asked === "short_link_id" ? Number(value) : value;
  return { started_by: { type: choice, [asked]: given } };
}
