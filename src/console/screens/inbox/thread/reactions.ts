import type { Message } from "#client";
import { membersOf, textOf } from "#console/data/messages/members";
import { emojiOf } from "./payload";

/** The emoji that stand at a message: the team's, and the lead's. */
export type Reactions = { ours: string | null; theirs: string | null };
export const NO_REACTIONS: Reactions = { ours: null, theirs: null };

/** The message that a reaction is about: our id of it, or the platform's. */
const aboutOf = ({ payload }: Message) => {
  const { message_id, mid } = { ...payload, ...membersOf(payload.reaction) };
  return typeof message_id === "number" ? message_id : (textOf(message_id) ?? textOf(mid));
};

/**
 * The reactions by the ids of the messages that they are about, and those that stand in no line of
 * their own: they stand at their message, or were given up.
 */
export function reactionsIn(newestFirst: readonly Message[]) {
  const known = new Map<number | string, number>();
  for (const { id, external_id: external } of newestFirst) {
    known.set(id, id);
    if (external !== null) known.set(external, id);
  }
  const at = new Map<number, Partial<Reactions>>();
  const placed = new Set<number>();
  for (const message of newestFirst) {
    if (message.type !== "reaction" || message.status === "failed") continue;
    const [about, emoji] = [aboutOf(message), emojiOf(message)];
    const target = about === null ? undefined : known.get(about);
    const isOurs = message.direction === "outbound";
    if (target !== undefined || emoji === null || isOurs) placed.add(message.id);
    if (target !== undefined)
      at.set(target, { [isOurs ? "ours" : "theirs"]: emoji, ...at.get(target) });
  }
  return {
    at: new Map([...at].map(([id, given]) => [id, { ...NO_REACTIONS, ...given }])),
    placed,
  };
}
