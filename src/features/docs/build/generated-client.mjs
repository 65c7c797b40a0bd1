// Changes what the generator writes, for the client of this API. A change that finds nothing to
// change fails: the generator is another one then.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Options without a meaning for operations, which all answer with the body, and none in events. */
const NO_OPTIONS = [
  "responseStyle",
  ...["onRequest", "onSseError", "onSseEvent"],
  ...["sseDefaultRetryDelay", "sseMaxRetryAttempts", "sseMaxRetryDelay"],
].map((name) => `'${name}'`);

const ANSWER_OR_ERROR = "($1 & { error?: undefined }) | { data?: undefined; error: Error }";

/** The changes of each file: a pattern, and its replacement. */
const CHANGES = {
  "sdk.gen.ts": [
    // An operation that takes any file sends the file's own type.
    [/'\*\/\*'/g, "options.body.type || 'application/octet-stream'"],
    [/You can provide a client instance[\s\S]*?custom client\./, "Made by `createClient`."],
  ],
  "client/client.gen.ts": [
    // Options would be members of a request: Deno has a `client` of its own.
    [/redirect: 'follow',\s+\.\.\.opts,/, "...requestInitOf(opts),"],
    [/import \{ createSseClient \}.*/, "import { requestInitOf } from '../../request-init';"],
    [/\? undefined\n(?=\s+: \{\s+error: finalError)/, "? { error: finalError }\n"],
    [/ {2}const makeSseFn = [\s\S]*?\n {2}\};\n\n/, ""],
    [/ {4}sse: \{[\s\S]*?\n {4}\},\n/, ""],
  ],
  "client/types.gen.ts": [
    [/(?<=TResponseStyle extends 'data'\s+\? )(\(TData.*\)) \| undefined/, ANSWER_OR_ERROR],
    [/(?<='body' \| 'path' \| 'query' \| 'url')/, NO_OPTIONS.map((name) => ` | ${name}`).join("")],
    [/, SseFn> & \{/, "> & {"],
    [/type SseFn = [\s\S]*?;\n\n/, ""],
    [/ {2}ServerSentEventsResult,\n/, ""],
  ],
};

function change(path, changes) {
  let text = readFileSync(path, "utf8");
  for (const [from, to] of changes) {
    if (text.search(from) < 0) throw new Error(`${path} has no ${from}`);
    text = text.replace(from, to);
  }
  writeFileSync(path, text);
}

/** Changes a generated client, in its folder. */
export function changeClient(folder) {
  for (const [name, changes] of Object.entries(CHANGES)) change(join(folder, name), changes);
  // The client of those who make none of their own: it would have no token.
  rmSync(join(folder, "client.gen.ts"));
}
