import { useCallback, useMemo, useState } from "react";

/** The chosen leads: those of these ids, or all that match the filters. */
export type Selection = { isAll: boolean; ids: ReadonlySet<number> };

/** The rows at hand. */
type Rows = { count: number; idAt: (row: number) => number | undefined };

const NONE: Selection = { isAll: false, ids: new Set() };

/** The leads that are chosen of a list, which `key` names. */
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
      /**
       * Chooses the lead of a row or not; with `isRange` all rows from the last one, else from
       * `from`.
       */
      toggle({ row, from, isRange }: { row: number; from: number; isRange: boolean }, rows: Rows) {
        const own = rows.idAt(row);
        if (own === undefined) return;
        const start = isRange ? (anchor ?? from) : row;
        const chosen = new Set(ids);
        const isChosen = isRange || !has(own);
        // Without one of all that match there are left those at hand.
        if (isAll) for (const id of idsOf(rows, 0, rows.count - 1)) chosen.add(id);
        for (const id of idsOf(rows, Math.min(start, row), Math.max(start, row)))
          isChosen ? chosen.add(id) : chosen.delete(id);
        set({ isAll: false, ids: chosen }, row);
      },
      chooseAll: () => set({ isAll: true, ids: NONE.ids }),
      clear: () => set(NONE),
    };
  }, [selection, anchor, set]);
}

function* idsOf({ idAt }: Rows, from: number, to: number) {
  for (let row = from; row <= to; row++) {
    const id = idAt(row);
    if (id !== undefined) yield id;
  }
}

export type Chosen = ReturnType<typeof useSelection>;
