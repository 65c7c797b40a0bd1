import { type Language, useLanguage } from "./language";

/** A text, or a function of what stands in it. */
// biome-ignore lint/suspicious/noExplicitAny: functions of any parameters.
type Text = string | ((...parts: any[]) => string);
type Texts = { [name: string]: Text | Texts };

/** The same names, with texts of the same parameters. */
type Like<T> = T extends string
  ? string
  : T extends (...parts: infer Parts) => string
    ? (...parts: Parts) => string
    : { [Name in keyof T]: Like<T[Name]> };

export type Catalogue<T> = Record<Language, T>;

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

/** The texts of a part of the console, in every language. A text that one lacks does not compile. */
export function catalogue<T extends Texts>(texts: {
  en: T;
  fr: Like<NoInfer<T>>;
}): Catalogue<Like<T>>;
export function catalogue({ en, fr }: Catalogue<unknown>): Catalogue<unknown> {
  return { en, fr: allBound(fr as Texts) };
}

export const useTexts = <T>(texts: Catalogue<T>): T => texts[useLanguage()];
