import { useCallback, useRef, useState } from "react";
import { useTexts } from "#console/texts/catalogue";
import { toast } from "#console/ui/toasts";
import type { CanvasView } from "./canvas-view";
import { type GraphNode, positionOf } from "./graph";
import type { NodeType } from "./node-kinds";
import { texts } from "./texts";
import { headPlaces } from "./triggers/heads";
import type { TriggerType } from "./triggers/kinds";
import type { Draft } from "./use-draft";
import { useShortcuts } from "./use-shortcuts";

/** The ways to show, open and add steps, by buttons and by keys. */
export function useSteps(
  { store, actions, latestPlaces }: Draft,
  { mayEdit, find }: { mayEdit: boolean; find: () => void },
) {
  const t = useTexts(texts);
  const view = useRef<CanvasView>(null);
  // The form of what is chosen when the editor opens has been asked for.
  const [focusOn, setFocusOn] = useState(() => store.get().selected[0]);
  const show = useCallback(
    (id: string) => {
      store.select([id]);
      const { graph } = store.get();
      const placeOf = (node: GraphNode) => positionOf(node) ?? latestPlaces.current?.get(node.id);
      const node = graph.nodes.find((one) => one.id === id);
      const place = node ? placeOf(node) : headPlaces(graph, placeOf).get(id);
      if (place) view.current?.show(place);
    },
    [store, latestPlaces],
  );
  const edit = useCallback(
    (id: string) => {
      show(id);
      setFocusOn(id);
    },
    [show],
  );

  function add(type: NodeType) {
    const { selected, graph: now } = store.get();
    const after = selected.length === 1 ? selected[0] : undefined;
    const last = now.nodes.length === 1 ? now.nodes[0]?.id : undefined;
    const near = view.current?.middle();
    const id = actions.add(type, { after: after ?? last, near });
    requestAnimationFrame(() => show(id));
  }

  function addTrigger(type: TriggerType) {
    const id = actions.addTrigger(type);
    requestAnimationFrame(() => show(id));
  }

  useShortcuts({
    undo: store.undo,
    redo: store.redo,
    copy() {
      const count = actions.copy();
      if (count > 0) toast(t.copied(count));
    },
    paste: () => mayEdit && actions.paste(),
    duplicate: () => mayEdit && actions.duplicate(),
    find,
  });

  return {
    /** Of the canvas. */
    view,
    show,
    /** Shows a step, whose form gets the focus when it opens. */
    edit,
    add,
    addTrigger,
    focusOn,
    onFocused: () => setFocusOn(undefined),
  };
}

export type Steps = ReturnType<typeof useSteps>;
