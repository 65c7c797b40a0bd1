import { useSyncExternalStore } from "react";

export const languages = ["en", "fr"] as const;
export type Language = (typeof languages)[number];

const KEY = "language";
const listeners = new Set<() => void>();

const isLanguage = (text: string | null | undefined): text is Language =>
  languages.some((language) => language === text);

/** What the reader has chosen, else the first language of the browser that there is. */
function initial(): Language {
  const chosen = localStorage.getItem(KEY);
  if (isLanguage(chosen)) return chosen;
  const known = navigator.languages.map((tag) => tag.split("-")[0]).find(isLanguage);
  return known ?? "en";
}

let current = initial();
document.documentElement.lang = current;

const getLanguage = () => current;

export function setLanguage(language: Language) {
  current = language;
  document.documentElement.lang = language;
  localStorage.setItem(KEY, language);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useLanguage = () => useSyncExternalStore(subscribe, getLanguage);
