import { createStore, useStore } from "../data/store";

export const themes = ["system", "light", "dark"] as const;
type Theme = (typeof themes)[number];

const KEY = "theme";

const stored = localStorage.getItem(KEY);
const theme = createStore<Theme>(themes.find((known) => known === stored) ?? "system");
document.documentElement.dataset.theme = theme.get();

export function setTheme(next: Theme) {
  document.documentElement.dataset.theme = next;
  localStorage.setItem(KEY, next);
  theme.set(next);
}

export const useTheme = () => useStore(theme);
