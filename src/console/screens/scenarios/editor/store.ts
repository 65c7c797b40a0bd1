import { useCallback, useState, useSyncExternalStore } from "react";
import type { Graph } from "./graph";

const MOST_STEPS = 200;

type State = {
  graph: Graph;
  selected: readonly string[];
  canUndo: boolean;
  canRedo: boolean;
};

/** The graph that is edited, with what can be undone. */
function createEditorStore(initial: Graph) {
  const listeners = new Set<() => void>();
  let past: Graph[] = [];
  let future: Graph[] = [];
  /** Changes that have the same name, one after the other, are undone together. */
  let lastName: string | undefined;
  let state: State = { graph: initial, selected: [], canUndo: false, canRedo: false };

  function set(graph: Graph, selected = state.selected) {
    const ids = new Set(graph.nodes.map(({ id }) => id));
    const kept = selected.every((id) => ids.has(id))
      ? selected
      : selected.filter((id) => ids.has(id));
    state = {
      graph,
      selected: kept,
      canUndo: past.length > 0,
      canRedo: future.length > 0,
    };
    for (const listener of listeners) listener();
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change(edit: (graph: Graph) => Graph, name?: string) {
      const graph = edit(state.graph);
      if (graph === state.graph) return;
      if (name === undefined || name !== lastName)
        past = [...past.slice(1 - MOST_STEPS), state.graph];
      lastName = name;
      future = [];
      set(graph);
    },
    undo() {
      const graph = past.at(-1);
      if (!graph) return;
      past = past.slice(0, -1);
      future = [state.graph, ...future];
      lastName = undefined;
      set(graph);
    },
    redo() {
      const [graph, ...later] = future;
      if (!graph) return;
      past = [...past, state.graph];
      future = later;
      lastName = undefined;
      set(graph);
    },
    select(ids: readonly string[]) {
      const before = state.selected;
      if (ids.length === before.length && ids.every((id) => before.includes(id))) return;
      set(state.graph, ids);
    },
    /** Begins anew with another graph. */
    reset(graph: Graph) {
      [past, future, lastName] = [[], [], undefined];
      set(graph, []);
    },
  };
}

export type EditorStore = ReturnType<typeof createEditorStore>;

export const useEditorStore = (initial: Graph) => useState(() => createEditorStore(initial))[0];

/** A part of the state. `select` must return the same for the same state. */
export const useEditor = <Part>(store: EditorStore, select: (state: State) => Part): Part =>
  useSyncExternalStore(
    store.subscribe,
    useCallback(() => select(store.get()), [store, select]),
  );

export const graphIn = ({ graph }: State) => graph;
export const selectedIn = ({ selected }: State) => selected;
export const undoIn = ({ canUndo }: State) => canUndo;
export const redoIn = ({ canRedo }: State) => canRedo;
/** The one node that is selected. */
export const editedIn = ({ graph, selected }: State) =>
  selected.length === 1 ? graph.nodes.find(({ id }) => id === selected[0]) : undefined;
