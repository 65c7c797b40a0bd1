import { useEffectEvent, useLayoutEffect } from "react";

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input, textarea, select"));

/** A dialog may have lost the focus, as with the button that is at work. */
const isElsewhere = (target: EventTarget | null) =>
  document.querySelector("[role=dialog]:not([popover])") !== null ||
  (target instanceof Element && target.closest("[role=menu]") !== null);

const hasSelectedText = () => (getSelection()?.toString() ?? "") !== "";

type Shortcuts = {
  undo: () => void;
  redo: () => void;
  copy: () => void;
  paste: () => void;
  duplicate: () => void;
  find: () => void;
};

/** ⌘ or Ctrl with Z, Y, C, V, D, and `/`, where nobody types a text. */
export function useShortcuts({ undo, redo, copy, paste, duplicate, find }: Shortcuts) {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (isTyping(event.target) || isElsewhere(event.target)) return;
    const key = event.key.toLowerCase();
    if (!event.metaKey && !event.ctrlKey) {
      if (key !== "/") return;
      event.preventDefault();
      return find();
    }
    const run = { z: event.shiftKey ? redo : undo, y: redo, c: copy, v: paste, d: duplicate }[key];
    if (!run || (key === "c" && hasSelectedText())) return;
    event.preventDefault();
    run();
  });
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => act(event);
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}
