import { useSyncExternalStore } from "react";

export const themes = ["system", "light", "dark"] as const;
type Theme = (typeof themes)[number];

const KEY = "theme";
const listeners = new Set<() => void>();

const stored = localStorage.getItem(KEY);
let current: Theme = themes.find((theme) => theme === stored) ?? "system";
document.documentElement.dataset.theme = current;

export function setTheme(theme: Theme) {
  current = theme;
  document.documentElement.dataset.theme = theme;
  localStorage.setItem(KEY, theme);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTheme = () => useSyncExternalStore(subscribe, () => current);
