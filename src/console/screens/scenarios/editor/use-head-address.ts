import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import type { EditorSearch } from "../panels/panel-name";
import { type EditorStore, editedTriggerIn, useEditor } from "./store";

/** The trigger that the address names, and that is chosen when the editor opens. */
export const useNamedHead = () =>
  useSearch({ from: "/scenarios/$scenario", select: ({ head }: EditorSearch) => head });

/** Has the address name the trigger that is chosen, so that it can be handed on. */
export function useHeadAddress(store: EditorStore) {
  const navigate = useNavigate({ from: "/scenarios/$scenario" });
  const named = useNamedHead();
  const chosen = useEditor(store, editedTriggerIn)?.id;
  const name = useEffectEvent((head: string | undefined) => {
    if (head === named) return;
    void navigate({ search: (now: EditorSearch) => ({ ...now, head }), replace: true });
  });
  useEffect(() => {
    name(chosen);
  }, [chosen]);
}
