import { createStore, useStore } from "#console/data/store";
import { ofSession, type Session, useSession } from "#console/session/session";

/** Long work on leads. It goes on while other screens are shown, until the tab is closed. */
export type Work = {
  id: number;
  kind: "addTags" | "removeTags" | "stage" | "export";
  /** Its subject, such as the labels of tags. */
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

const worksOf = ofSession(() => createStore<readonly Work[]>([]));

let lastId = 0;

/** Begins work that reports what is `done` and `failed` since its last report. */
export async function startWork(
  session: Session,
  about: Pick<Work, "kind" | "about" | "total">,
  run: (report: Report, signal: AbortSignal) => Promise<void>,
) {
  const works = worksOf(session);
  const id = ++lastId;
  const controller = new AbortController();
  const signal = AbortSignal.any([controller.signal, session.signal]);
  const begun = { id, done: 0, failed: 0, state: "running", error: null } as const;
  const underWay = works.get().filter(({ state }) => state === "running");
  works.set([...underWay, { ...about, ...begun, stop: () => controller.abort() }]);
  const change = (changes: (work: Work) => Partial<Work>) =>
    works.set(works.get().map((work) => (work.id === id ? { ...work, ...changes(work) } : work)));
  try {
    await run(
      ({ done = 0, failed = 0 }) =>
        change((work) => ({ done: work.done + done, failed: work.failed + failed })),
      signal,
    );
    change(() => ({ state: "done" }));
  } catch (error) {
    change(() => (signal.aborted ? { state: "stopped" } : { state: "failed", error }));
  }
}

/** The jobs of this session on many leads, and a way to dismiss the line of one that is done. */
export function useWorks() {
  const works = worksOf(useSession());
  const dismiss = (id: number) => works.set(works.get().filter((work) => work.id !== id));
  return { works: useStore(works), dismiss };
}
