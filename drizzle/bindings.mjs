// The D1 databases of wrangler.toml by the names of their bindings, each once, however many
// environments have it: for the scripts that migrate them.
import { readFileSync } from "node:fs";

const BINDING = /\bbinding\s*=\s*"(DB(?:_[1-9]\d*)?|DIRECTORY)"/g;

/** The names in the text of a wrangler.toml, in the order of the text. Comments don't count. */
export const databasesIn = (toml) => [
  ...new Set(
    toml
      .split("\n")
      .filter((line) => !/^\s*#/.test(line))
      .flatMap((line) => [...line.matchAll(BINDING)].map(([, name]) => name)),
  ),
];

export const databases = () => databasesIn(readFileSync("wrangler.toml", "utf8"));
