import { useSyncExternalStore } from "react";

type Readable<State> = { get: () => State; subscribe: (listener: () => void) => () => void };

/** A value outside of React, which components follow by `useStore`. */
export type Store<State> = Readable<State> & { set: (next: State) => void };

export function createStore<State>(state: State): Store<State> {
  const listeners = new Set<() => void>();
  let current = state;
  return {
    get: () => current,
    set(next) {
      current = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A store's value, or the part that `select` makes of it: the same for the same value. */
export function useStore<State>(store: Readable<State>): State;
export function useStore<State, Part>(store: Readable<State>, select: (state: State) => Part): Part;
export function useStore<State>(store: Readable<State>, select = (state: State): unknown => state) {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
