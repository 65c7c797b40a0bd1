import { useCallback, useMemo, useState } from "react";

/** Which leads are chosen: those of these ids, or all that match the filters. */
export type Selection = { isAll: boolean; ids: ReadonlySet<number> };

const NONE: Selection = { isAll: false, ids: new Set() };

/** The leads that are chosen. `shown` is what the rows at hand are, of which a range may be chosen. */
export function useSelection(key: string) {
  const [state, setState] = useState({ key, selection: NONE, anchor: null as number | null });
  // Other filters find others.
  const { selection, anchor } = state.key === key ? state : { selection: NONE, anchor: null };

  const set = useCallback(
    (selection: Selection, anchor: number | null = null) => setState({ key, selection, anchor }),
    [key],
  );

  return useMemo(() => {
    const { isAll, ids } = selection;
    const has = (id: number) => isAll || ids.has(id);
    return {
      ...selection,
      isEmpty: !isAll && ids.size === 0,
      has,
      /** Chooses the lead of a row or not; with `isRange` all rows from the one before. */
      toggle(
        row: number,
        isRange: boolean,
        idAt: (row: number) => number | undefined,
        rows: number,
      ) {
        const start = isRange && anchor !== null ? anchor : row;
        const chosen = new Set(ids);
        const own = idAt(row);
        if (own === undefined) return;
        // Without one of all that match there are left those at hand.
        if (isAll) for (let at = 0; at < rows; at++) addTo(chosen, idAt(at));
        const isChosen = isRange || !has(own);
        for (let at = Math.min(start, row); at <= Math.max(start, row); at++) {
          const id = idAt(at);
          if (id !== undefined) isChosen ? chosen.add(id) : chosen.delete(id);
        }
        set({ isAll: false, ids: chosen }, row);
      },
      chooseAll: () => set({ isAll: true, ids: NONE.ids }),
      clear: () => set(NONE),
    };
  }, [selection, anchor, set]);
}

function addTo(ids: Set<number>, id: number | undefined) {
  if (id !== undefined) ids.add(id);
}

export type Chosen = ReturnType<typeof useSelection>;
