import { globSync, readFileSync } from "node:fs";

/** The texts of files by their path in a folder. */
export const readTexts = (folder: string, patterns: string[]): Record<string, string> =>
  Object.fromEntries(
    globSync(patterns, { cwd: folder })
      .toSorted()
      .map((path) => [path, readFileSync(`${folder}/${path}`, "utf8")]),
  );
