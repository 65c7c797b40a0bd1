import { useSyncExternalStore } from "react";
import { onSignOut } from "#console/session/session";

/** Long work on leads. It goes on while other screens are shown, until the tab is closed. */
export type Work = {
  id: number;
  kind: "addTags" | "removeTags" | "stage" | "export";
  /** What it is about, such as the labels of tags. */
  about: string;
  done: number;
  failed: number;
  /** Null while nobody has counted. */
  total: number | null;
  state: "running" | "done" | "stopped" | "failed";
  error: unknown;
  stop: () => void;
};

type Report = (progress: { done?: number; failed?: number }) => void;

const listeners = new Set<() => void>();
let works: readonly Work[] = [];
let lastId = 0;

function set(next: readonly Work[]) {
  works = next;
  for (const listener of listeners) listener();
}

const change = (id: number, changes: Partial<Work>) =>
  set(works.map((work) => (work.id === id ? { ...work, ...changes } : work)));

/** Begins work that reports what is `done` and `failed` since its last report. */
export async function startWork(
  about: Pick<Work, "kind" | "about" | "total">,
  run: (report: Report, signal: AbortSignal) => Promise<void>,
) {
  const id = ++lastId;
  const controller = new AbortController();
  const { signal } = controller;
  const begun = { id, done: 0, failed: 0, state: "running", error: null } as const;
  const underWay = works.filter(({ state }) => state === "running");
  set([...underWay, { ...about, ...begun, stop: () => controller.abort() }]);
  const report: Report = ({ done = 0, failed = 0 }) =>
    set(
      works.map((work) =>
        work.id === id ? { ...work, done: work.done + done, failed: work.failed + failed } : work,
      ),
    );
  try {
    await run(report, signal);
    change(id, { state: "done" });
  } catch (error) {
    change(id, signal.aborted ? { state: "stopped" } : { state: "failed", error });
  }
}

onSignOut(() => {
  for (const { stop } of works) stop();
  set([]);
});

export const dismiss = (id: number) => set(works.filter((work) => work.id !== id));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useWorks = () => useSyncExternalStore(subscribe, () => works);
