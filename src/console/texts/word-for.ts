/** What texts call something by its name in the API; undefined where they have no word for it. */
export const wordFor = (words: Record<string, string>, name: unknown): string | undefined =>
  Object.entries(words).find(([key]) => key === name)?.[1];
