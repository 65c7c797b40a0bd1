// Takes values from answers, as `the` of the README does, one after another: reads an answer and an
// expression, each with a NUL behind it, and writes what `node -p` would print, or nothing for one
// that fails, with a NUL behind it.

import { createRequire } from "node:module";
import { format } from "node:util";
import { runInThisContext } from "node:vm";

globalThis.require = createRequire(import.meta.url);

/** The text of an expression's value. */
function valueIn(answer, expression) {
  try {
    const text = JSON.stringify(answer);
    const script = `{ const answer = JSON.parse(${text}), { data } = answer; ${expression} }`;
    return `${format(runInThisContext(script))}\n`;
  } catch {
    return "";
  }
}

let read = "";
process.stdin.setEncoding("utf8");
for await (const part of process.stdin) {
  read += part;
  const parts = read.split("\0");
  while (parts.length > 2) {
    const [answer, expression] = parts.splice(0, 2);
    process.stdout.write(`${valueIn(answer, expression)}\0`);
  }
  read = parts.join("\0");
}
