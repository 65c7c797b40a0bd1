import { useEffect, useState, useSyncExternalStore } from "react";

const MINUTE_MS = 60_000;

/** The time, to the minute. */
export function useNow() {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS / 2);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const onVisibility = (listener: () => void) => {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
};

/** True while the tab can be seen. */
export const useIsVisible = () => useSyncExternalStore(onVisibility, () => !document.hidden);
