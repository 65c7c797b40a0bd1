import { useEffect, useRef, useState } from "react";

const REST_MS = 250;

/** What is typed into a search, at once. `onRest` is told it, trimmed, when the typing rests. */
export function useSearchText(searched: string, onRest: (text: string) => void) {
  const [text, setText] = useState(searched);
  const told = useRef(searched);
  const latest = useRef(onRest);
  latest.current = onRest;
  // The address may also change by itself, such as when one goes back. Where it follows what was
  // told, more may have been typed meanwhile.
  useEffect(() => {
    if (searched === told.current) return;
    told.current = searched;
    setText(searched);
  }, [searched]);
  useEffect(() => {
    if (text.trim() === told.current) return;
    const timer = setTimeout(() => {
      told.current = text.trim();
      latest.current(told.current);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText] as const;
}
