import { createStore, useStore } from "../data/store";

export const languages = ["en", "fr"] as const;
export type Language = (typeof languages)[number];

const KEY = "language";

const isLanguage = (text: string | null | undefined): text is Language =>
  languages.some((language) => language === text);

/** The reader's choice, else the first language of the browser that there is. */
function initial(): Language {
  const chosen = localStorage.getItem(KEY);
  if (isLanguage(chosen)) return chosen;
  const known = navigator.languages.map((tag) => tag.split("-")[0]).find(isLanguage);
  return known ?? "en";
}

const language = createStore(initial());
document.documentElement.lang = language.get();

export const getLanguage = language.get;

/** Has its texts read before: see `setLanguage`. */
export function showLanguage(next: Language) {
  document.documentElement.lang = next;
  localStorage.setItem(KEY, next);
  language.set(next);
}

export const useLanguage = () => useStore(language);
