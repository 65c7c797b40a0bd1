import { useLayoutEffect, useRef } from "react";

/** A value as it was last shown, for callbacks that stay the same; effects: `useEffectEvent`. */
export function useLatest<Value>(value: Value) {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
