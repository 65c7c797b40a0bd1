import { getLanguage, type Language, showLanguage, useLanguage } from "./language";

/** A text, or a function of what stands in it. */
// biome-ignore lint/suspicious/noExplicitAny: functions of any parameters.
type Text = string | ((...parts: any[]) => string);
type Texts = { [name: string]: Text | Texts };

/** The same names, with texts of the same parameters. */
export type Like<T> = T extends string
  ? string
  : T extends (...parts: infer Parts) => string
    ? (...parts: Parts) => string
    : { [Name in keyof T]: Like<T[Name]> };

/** The texts of some screens, by the name of each part, in the languages in which they are read. */
export type Catalogue<T> = {
  in: (language: Language) => T;
  has: (language: Language) => boolean;
  read: (language: Language) => Promise<unknown>;
};
/** The texts of a part. */
export type Part<T> = (language: Language) => T;
export type TextsOf<P> = P extends Part<infer T> ? T : never;

type Load<T> = () => Promise<T>;

/** A French line never ends before the sign that a space sets apart, nor after «. */
const bound = (text: string) => text.replace(/(?<=«) | (?=[»!?:;])/g, "\u00a0");

const allBound = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]): [string, Text | Texts] => {
      if (typeof text === "string") return [name, bound(text)];
      if (typeof text === "object") return [name, allBound(text)];
      return [name, (...parts) => bound(text(...parts))];
    }),
  );

/** A catalogue by its files. A text that one of them lacks does not compile. */
export function catalogue<T>(files: {
  en: Load<T>;
  fr: Load<Like<NoInfer<T>>>;
}): Catalogue<Like<T>>;
export function catalogue(files: Record<Language, Load<unknown>>): Catalogue<unknown> {
  const texts = new Map<Language, unknown>();
  return {
    in(language) {
      if (!texts.has(language)) throw new Error("A part is shown before its texts are read.");
      return texts.get(language);
    },
    has: (language) => texts.has(language),
    async read(language) {
      const found = await files[language]();
      if (texts.has(language)) return;
      texts.set(language, language === "fr" ? allBound(found as Texts) : found);
    },
  };
}

/** The catalogues of which parts have been loaded. */
const wanted = new Set<Catalogue<unknown>>();

/** A part of a catalogue. Whoever loads it reads the catalogue too. */
export function part<T, Name extends keyof T>(whole: Catalogue<T>, name: Name): Part<T[Name]> {
  wanted.add(whole);
  return (language) => whole.in(language)[name];
}

const lacking = (language: Language) => [...wanted].filter((one) => !one.has(language));
const readAll = (language: Language) =>
  Promise.all(lacking(language).map((one) => one.read(language)));

/** Reads the texts of all parts that have been loaded: none is rendered before. */
export async function readTexts() {
  while (lacking(getLanguage()).length > 0) await readAll(getLanguage());
}

/** Shows another language, as soon as all that is there can be said in it. */
export async function setLanguage(language: Language) {
  while (lacking(language).length > 0) await readAll(language);
  showLanguage(language);
}

/** The texts of a part in the reader's language. */
export const useTexts = <T>(texts: Part<T>): T => texts(useLanguage());
