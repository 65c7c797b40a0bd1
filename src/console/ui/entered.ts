import { type FormEvent, useRef } from "react";

/** A search text is no loss. */
const isSearch = (element: Element) => element.matches("[type=search], [role=combobox]");

/** Knows whether somebody has entered something below, in what is still shown. */
export function useEntered() {
  const changed = useRef(new Set<Element>());
  return {
    onInput({ target }: FormEvent) {
      if (target instanceof Element && !isSearch(target)) changed.current.add(target);
    },
    hasEntered: () => [...changed.current].some(({ isConnected }) => isConnected),
  };
}
