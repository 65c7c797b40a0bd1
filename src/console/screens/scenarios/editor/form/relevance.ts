import { type Settings, textFor } from "../graph";

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
  booking: ["states", "source_ids"],
  custom: ["name"],
};

const membersFor = (known: Record<string, string[]>, kind: unknown) => {
  const name = textFor(kind);
  return Object.hasOwn(known, name) ? known[name] : undefined;
};

/**
 * Members of a setting that mean nothing as its owner is set. Those that are set are never among
 * them.
 */
export function irrelevantIn(name: string, value: Settings, owner: Settings, members: string[]) {
  const relevant =
    name === "goal"
      ? [
          "type",
          ...(membersFor(OF_GOALS, value.type) ?? []),
          ...(value.event === "custom" ? ["name"] : []),
        ]
      : name === "filter"
        ? (membersFor(OF_EVENTS, owner.event) ?? members)
        : members;
  return members.filter((member) => !relevant.includes(member) && value[member] == null);
}
