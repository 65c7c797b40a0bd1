import type { Settings } from "../graph";

/** The members of a split's goal that its type takes. */
const OF_GOALS: Record<string, string[]> = {
  tag: ["tag_id"],
  stage: ["stage"],
  node: ["node_id"],
  event: ["event"],
};
/** The members of a filter that the event which is awaited takes. */
const OF_EVENTS: Record<string, string[]> = {
  link_clicked: ["short_link_ids"],
  message_read: ["node_ids"],
  tag_added: ["tag_ids"],
  stage_changed: ["stages"],
  custom: ["name"],
};

/** Members of a setting that say nothing as its owner is set. Those that are set are never among them. */
export function irrelevantIn(name: string, value: Settings, owner: Settings, members: string[]) {
  const relevant =
    name === "goal"
      ? [
          "type",
          ...(OF_GOALS[String(value.type)] ?? []),
          ...(value.event === "custom" ? ["name"] : []),
        ]
      : name === "filter"
        ? (OF_EVENTS[String(owner.event)] ?? members)
        : members;
  return members.filter((member) => !relevant.includes(member) && value[member] == null);
}
