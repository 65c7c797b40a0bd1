import { createStore, useStore } from "#console/data/store";
import { ofSession, type Session, useSession } from "#console/session/session";

export type Mode = "reply" | "note";
type Draft = { text: string; mode: Mode };

const EMPTY: Draft = { text: "", mode: "reply" };
/** Of this tab, by conversation: what was begun is there when one comes back. */
const draftsOf = ofSession(() => createStore<ReadonlyMap<number, Draft>>(new Map()));

export function setDraft(session: Session, conversation: number, change: Partial<Draft>) {
  const drafts = draftsOf(session);
  const draft = { ...(drafts.get().get(conversation) ?? EMPTY), ...change };
  drafts.set(new Map(drafts.get()).set(conversation, draft));
}

export const useDraft = (conversation: number) =>
  useStore(draftsOf(useSession()), (drafts) => drafts.get(conversation) ?? EMPTY);
