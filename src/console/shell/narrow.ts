import { useState } from "react";
import { useMedia } from "../ui/media";

const KEY = "navigation";
const NARROW = "narrow";

/** Whether the navigation shows icons alone, and what changes that where there is room for names. */
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
