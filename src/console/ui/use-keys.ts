import { useEffectEvent, useLayoutEffect } from "react";

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

const isElsewhere = (target: EventTarget | null) =>
  target instanceof Element && target.closest("[role=dialog],[role=menu],[popover]") !== null;

/** Calls what a key stands for, unless somebody types, or a dialog or a menu is open. */
export function useKeys(keys: Record<string, (isHeld: boolean) => void>) {
  // The keys work on what is on the screen now, so the handler reads the newest props.
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) || isElsewhere(event.target)) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act(event.repeat);
  });
  // Together with what is shown, or a key pressed at once would be lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
