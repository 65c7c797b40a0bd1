import type { Language } from "#console/texts/language";
import { kinds, type NodeType } from "./node-kinds";

/** The words of all types in a language, as its catalogue has them. */
export function typeNamesIn(language: Language) {
  const listed = (place: 0 | 1) =>
    // `kinds` has every type.
    Object.fromEntries(
      Object.entries(kinds).map(([type, kind]) => [type, kind[language][place]]),
    ) as Record<NodeType, string>;
  return { types: listed(0), about: listed(1) };
}
