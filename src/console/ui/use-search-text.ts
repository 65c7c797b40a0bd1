import { useEffect, useEffectEvent, useRef, useState } from "react";

const REST_MS = 250;

/** The text of a search field. Calls `onRest` with it, trimmed, once the typing rests. */
export function useSearchText(searched: string, onRest: (text: string) => void) {
  const [text, setText] = useState(searched);
  const reported = useRef(searched);
  const rest = useEffectEvent(onRest);
  // The field follows the address when that changes by itself, such as when one goes back. When the
  // address only follows `onRest`, more may have been typed since.
  useEffect(() => {
    if (searched === reported.current) return;
    reported.current = searched;
    setText(searched);
  }, [searched]);
  useEffect(() => {
    if (text.trim() === reported.current) return;
    const timer = setTimeout(() => {
      reported.current = text.trim();
      rest(reported.current);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText] as const;
}
