import { useState } from "react";
import { createStore, useStore } from "#console/data/store";
import type { Graph } from "./graph";
import { headOf, triggerIdOf } from "./triggers/heads";

const MOST_STEPS = 200;

type State = {
  graph: Graph;
  selected: readonly string[];
  canUndo: boolean;
  canRedo: boolean;
};

/** The graph that is edited, with what can be undone, and a trigger that is chosen at first. */
function createEditorStore(initial: Graph, chosen: string | undefined) {
  const first = initial.triggers.filter(({ id }) => id === chosen).map(headOf);
  const store = createStore<State>({
    graph: initial,
    selected: first,
    canUndo: false,
    canRedo: false,
  });
  let past: Graph[] = [];
  let future: Graph[] = [];
  /** Changes that have the same name, one after the other, are undone together. */
  let lastName: string | undefined;

  function set(graph: Graph, selected = store.get().selected) {
    const ids = new Set([...graph.nodes.map(({ id }) => id), ...graph.triggers.map(headOf)]);
    const kept = selected.every((id) => ids.has(id))
      ? selected
      : selected.filter((id) => ids.has(id));
    store.set({
      graph,
      selected: kept,
      canUndo: past.length > 0,
      canRedo: future.length > 0,
    });
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    change(edit: (graph: Graph) => Graph, name?: string) {
      const before = store.get().graph;
      const graph = edit(before);
      if (graph === before) return;
      if (name === undefined || name !== lastName) past = [...past.slice(1 - MOST_STEPS), before];
      lastName = name;
      future = [];
      set(graph);
    },
    undo() {
      const graph = past.at(-1);
      if (!graph) return;
      past = past.slice(0, -1);
      future = [store.get().graph, ...future];
      lastName = undefined;
      set(graph);
    },
    redo() {
      const [graph, ...later] = future;
      if (!graph) return;
      past = [...past, store.get().graph];
      future = later;
      lastName = undefined;
      set(graph);
    },
    select(ids: readonly string[]) {
      const { graph, selected: before } = store.get();
      if (ids.length === before.length && ids.every((id) => before.includes(id))) return;
      set(graph, ids);
    },
    /** Begins anew with another graph. */
    reset(graph: Graph) {
      [past, future, lastName] = [[], [], undefined];
      set(graph, []);
    },
  };
}

export type EditorStore = ReturnType<typeof createEditorStore>;

export const useEditorStore = (initial: Graph, chosen: string | undefined) =>
  useState(() => createEditorStore(initial, chosen))[0];

/** A part of the state. `select` must return the same for the same state. */
export const useEditor = <Part>(store: EditorStore, select: (state: State) => Part): Part =>
  useStore(store, select);

export const graphIn = ({ graph }: State) => graph;
export const selectedIn = ({ selected }: State) => selected;
export const undoIn = ({ canUndo }: State) => canUndo;
export const redoIn = ({ canRedo }: State) => canRedo;
/** The one node that is selected. */
export const editedIn = ({ graph, selected }: State) =>
  selected.length === 1 ? graph.nodes.find(({ id }) => id === selected[0]) : undefined;
/** The one trigger that is selected. */
export const editedTriggerIn = ({ graph, selected: [one, ...others] }: State) => {
  const wanted = one === undefined || others.length > 0 ? undefined : triggerIdOf(one);
  return wanted === undefined ? undefined : graph.triggers.find(({ id }) => id === wanted);
};
