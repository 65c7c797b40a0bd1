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

/** Whether the tab can be seen. */
export const useIsVisible = () => useSyncExternalStore(onVisibility, () => !document.hidden);

/** A value once it has stayed the same for a while. */
export function useSettled<Value>(value: Value, afterMs = 300) {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
