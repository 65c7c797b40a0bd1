import { createStore, useStore } from "#console/data/store";
import { ofSession, type Session, useSession } from "#console/session/session";

export type Mode = "reply" | "note";
/** `quote`: the message that the reply quotes, and what is shown of it. */
type Draft = { text: string; mode: Mode; quote: { id: number; text: string } | null };

const EMPTY: Draft = { text: "", mode: "reply", quote: null };
/** Of this tab, by conversation: what was begun is there when one comes back. */
const draftsOf = ofSession(() => createStore<ReadonlyMap<number, Draft>>(new Map()));

export function setDraft(session: Session, conversation: number, change: Partial<Draft>) {
  const drafts = draftsOf(session);
  const draft = { ...(drafts.get().get(conversation) ?? EMPTY), ...change };
  drafts.set(new Map(drafts.get()).set(conversation, draft));
}

export const useDraft = (conversation: number) =>
  useStore(draftsOf(useSession()), (drafts) => drafts.get(conversation) ?? EMPTY);
