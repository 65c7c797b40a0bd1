import { useState } from "react";
import { useMedia } from "../ui/media";

const KEY = "navigation";
const NARROW = "narrow";

/** The navigation shows icons alone, or names too where there is room for them. */
export function useNarrow() {
  const hasRoom = useMedia("(width >= 68rem)");
  const [isChosen, setChosen] = useState(() => localStorage.getItem(KEY) === NARROW);
  if (!hasRoom) return { isNarrow: true };
  const toggle = () => {
    localStorage.setItem(KEY, isChosen ? "" : NARROW);
    setChosen(!isChosen);
  };
  return { isNarrow: isChosen, toggle };
}
