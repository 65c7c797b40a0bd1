import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useSession } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { toast } from "#console/ui/toasts";
import { type DraftSettings, isStatus, keepUnderWay, readDraft, save } from "./draft-api";
import type { Graph } from "./graph";
import { texts } from "./texts";

export type SaveState = "published" | "saved" | "unsaved" | "saving" | "failed" | "conflict";

type Content = { graph: Graph; settings: DraftSettings };

const QUIET_MS = 900;
/** The queries that show drafts, by the first part of their key. */
const OF_DRAFTS = ["scenario-stored-draft", "scenario-diff"];

/** Somebody has begun a draft since there was none. */
class OthersDraft extends Error {}

const isSame = (one: Content, other: Content) =>
  one.graph === other.graph && one.settings === other.settings;

/**
 * Saves the draft when its author pauses. Somebody else's save in the meantime is a `conflict`:
 * then nothing is saved until `overwrite`.
 */
export function useAutosave(
  scenario: number,
  content: Content,
  initial: { etag: string | null; mayEdit: boolean },
) {
  const t = useTexts(texts);
  const { client, signal } = useSession();
  const queries = useQueryClient();
  const [state, setState] = useState<SaveState>(initial.etag === null ? "published" : "saved");
  const [error, setError] = useState<unknown>(null);
  const etag = useRef(initial.etag);
  const latest = useRef(content);
  useLayoutEffect(() => {
    latest.current = content;
  });
  const saved = useRef(content);
  const running = useRef<Promise<boolean>>(undefined);
  const isBlocked = useRef(false);
  const mayCreate = useRef(false);

  /** The API can't be asked to save only where there is no draft yet. */
  async function findOthers() {
    const theirs = await readDraft(client, scenario);
    if (theirs) throw new OthersDraft();
  }

  async function send() {
    while (!isSame(saved.current, latest.current)) {
      const { graph, settings } = latest.current;
      setState("saving");
      try {
        if (etag.current === null && !mayCreate.current) await findOthers();
        ({ etag: etag.current } = await save(client, scenario, graph, settings, etag.current));
        saved.current = { graph, settings };
        setError(null);
        setState("saved");
        void queries.invalidateQueries({ queryKey: ["scenarios", "list"] });
        for (const key of OF_DRAFTS) void queries.invalidateQueries({ queryKey: [key, scenario] });
      } catch (problem) {
        isBlocked.current = problem instanceof OthersDraft || isStatus(problem, 412);
        setError(problem);
        setState(isBlocked.current ? "conflict" : "failed");
        return false;
      }
    }
    return true;
  }

  /** Saves what is not saved, or other content, and resolves to whether all is. */
  function flush(other?: Content) {
    if (other) latest.current = other;
    if (isBlocked.current) return Promise.resolve(false);
    running.current ??= send().finally(() => {
      running.current = undefined;
    });
    return running.current;
  }

  const flushLatest = useEffectEvent(() => flush());
  const sayLost = useEffectEvent(() => toast(t.lost));

  useEffect(() => {
    if (!initial.mayEdit || isBlocked.current || running.current) return;
    if (isSame(saved.current, content)) {
      setState((now) =>
        now === "unsaved" ? (etag.current === null ? "published" : "saved") : now,
      );
      return;
    }
    setState("unsaved");
    const timer = setTimeout(() => void flushLatest(), QUIET_MS);
    return () => clearTimeout(timer);
  }, [content, initial.mayEdit]);

  useEffect(() => {
    const isUnsaved = () => !isSame(saved.current, latest.current);
    const warn = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    const retry = () => {
      if (isUnsaved() && initial.mayEdit) void flushLatest();
    };
    addEventListener("beforeunload", warn);
    addEventListener("online", retry);
    return () => {
      removeEventListener("beforeunload", warn);
      removeEventListener("online", retry);
      if (!isUnsaved() || !initial.mayEdit) return;
      const saving = flushLatest();
      keepUnderWay(scenario, saving);
      void saving.then((isSaved) => {
        if (!isSaved && !signal.aborted) sayLost();
      });
    };
  }, [signal, scenario, initial.mayEdit]);

  return {
    state,
    error,
    flush,
    getEtag: () => etag.current,
    /** Saves all changes, and resolves to the stored state of the draft; to null if that fails. */
    async settled() {
      if (!(await flush())) return null;
      return etag.current === null ? "published" : "draft";
    },
    /** Takes what is shown, or what is about to be, as published. */
    settle(next = latest.current) {
      latest.current = next;
      saved.current = next;
      etag.current = null;
      isBlocked.current = false;
      setError(null);
      setState("published");
    },
    /** Saves over the draft that somebody else has saved. */
    overwrite(theirs: string | null) {
      etag.current = theirs;
      mayCreate.current = theirs === null;
      isBlocked.current = false;
      return flush();
    },
  };
}

export type Autosave = ReturnType<typeof useAutosave>;
