import { useSyncExternalStore } from "react";
import { ofSession } from "./of-session";

export type Mode = "reply" | "note";
type Draft = { text: string; mode: Mode };

const EMPTY: Draft = { text: "", mode: "reply" };
const listeners = new Set<() => void>();
/** Of this tab, by conversation: what was begun is there when one comes back. */
const drafts = ofSession(() => new Map<number, Draft>());

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function setDraft(conversation: number, change: Partial<Draft>) {
  drafts().set(conversation, { ...(drafts().get(conversation) ?? EMPTY), ...change });
  for (const listener of listeners) listener();
}

export const useDraft = (conversation: number) =>
  useSyncExternalStore(subscribe, () => drafts().get(conversation) ?? EMPTY);
