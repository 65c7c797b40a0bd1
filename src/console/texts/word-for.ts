/** The word of a text for a name of the API; undefined where it has none. */
export const wordFor = (words: Record<string, string>, name: unknown): string | undefined =>
  Object.entries(words).find(([key]) => key === name)?.[1];
