import { nodeTypes } from "virtual:node-types";
import { useMemo, useState } from "react";
import { useTexts } from "#console/texts/catalogue";
import { toast } from "#console/ui/toasts";
import { useSwitchToast } from "../full";
import { actionsOn } from "./actions";
import { graphOf, type Opened, settingsOf } from "./draft-api";
import { graphIn, useEditor, useEditorStore } from "./store";
import { texts } from "./texts";
import { triggerTexts } from "./triggers/texts";
import { useAutosave } from "./use-autosave";
import { problemsByNode, useCheck, withoutNew } from "./use-check";
import { useHeadAddress, useNamedHead } from "./use-head-address";
import { usePlaces } from "./use-places";
import { usePublished } from "./use-published";

/** A scenario while it is edited: its graph and settings, their faults, and if they are saved. */
export function useDraft(opened: Opened, mayEdit: boolean) {
  const t = useTexts(texts);
  const triggerWords = useTexts(triggerTexts);
  const toastProblem = useSwitchToast(triggerWords);
  const [initial] = useState(() => graphOf(opened));
  const [settings, setSettings] = useState(() => settingsOf(opened));
  const store = useEditorStore(initial, useNamedHead());
  useHeadAddress(store);
  const graph = useEditor(store, graphIn);
  const { places, latestPlaces } = usePlaces(graph);
  const sayFull = () => toast(triggerWords.atMost(nodeTypes.mostTriggers));
  const [actions] = useState(() => actionsOn(store, () => latestPlaces.current, sayFull));
  const { scenario, ...published } = usePublished(opened, {
    onSwitched(before, after) {
      toast(after.scenario.is_active ? t.nowActive : t.nowPaused);
      if (settings.base_version !== before.version) return;
      const based = { ...settings, base_version: after.version };
      setSettings(based);
      if (autosave.state === "published") autosave.settle({ graph, settings: based });
    },
    onFailed: toastProblem,
  });
  const content = useMemo(() => ({ graph, settings }), [graph, settings]);
  const autosave = useAutosave(scenario.id, content, {
    etag: opened.draft?.etag ?? null,
    mayEdit,
  });
  const check = useCheck(scenario.id, graph, settings.platform);
  // Nodes that were added since have no problems until their author has begun with them.
  const [known, setKnown] = useState(initial);
  const shownCheck = useMemo(() => withoutNew(check, graph, known), [check, graph, known]);
  const problems = useMemo(() => problemsByNode(shownCheck, graph), [shownCheck, graph]);
  return {
    ...published,
    scenario,
    store,
    graph,
    actions,
    settings,
    setSettings,
    places,
    latestPlaces,
    autosave,
    check: shownCheck,
    problems,
    /** Shows the problems of steps that are new, too: somebody asks for them, or publishes. */
    showAllProblems: () => setKnown(store.get().graph),
  };
}

export type Draft = ReturnType<typeof useDraft>;
