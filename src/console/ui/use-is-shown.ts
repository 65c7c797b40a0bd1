import { useEffect, useRef } from "react";

/** Tells whether the component is still shown: who has left it meanwhile is not to be led back. */
export function useIsShown() {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return () => isShown.current;
}
