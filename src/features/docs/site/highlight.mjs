import { escapeHtml } from "./html.mjs";

const STRING = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`;
const NUMBER = String.raw`\b\d[\d_]*(?:\.\d+)?\b`;
const WORDS =
  "const|let|var|function|return|if|else|for|of|in|while|await|async|new|import|export|from|" +
  "default|throw|try|catch|class|extends|type|typeof|null|true|false|undefined";

/** By language, the kinds of tokens with their patterns; the first that matches counts. */
const GRAMMARS = {
  json: [
    ["key", String.raw`"(?:\\.|[^"\\])*"(?=\s*:)`],
    ["string", String.raw`"(?:\\.|[^"\\])*"`],
    ["number", `-?${NUMBER}`],
    ["word", String.raw`\b(?:true|false|null)\b`],
  ],
  sh: [
    ["comment", String.raw`(?<=^|\s)#[^\n]*`],
    ["variable", String.raw`\$\w+|\$\{\w+\}|^[A-Z_]+(?==)`],
    ["string", String.raw`'[^']*'|"(?:\\.|[^"\\])*"`],
    ["word", String.raw`(?<=^|[|(] ?)(?:curl|npm|npx|node|git|grep|head|cut|tee|sleep|tr|date)\b`],
    ["option", String.raw`(?<=\s)--?[A-Za-z][\w-]*`],
  ],
  js: [
    ["comment", String.raw`//[^\n]*|/\*[\s\S]*?\*/`],
    ["string", `${STRING}|\`(?:\\\\.|[^\`\\\\])*\``],
    ["word", String.raw`\b(?:${WORDS})\b`],
    ["number", NUMBER],
  ],
  python: [
    ["string", String.raw`f?"(?:\\.|[^"\\\n])*"`],
    ["word", String.raw`\b(?:import|True|False|None)\b`],
    ["number", NUMBER],
  ],
  http: [
    ["word", String.raw`^HTTP/[^\n]+|^(?:GET|POST|PUT|PATCH|DELETE)\b`],
    ["key", `^[A-Za-z-]+(?=:)`],
  ],
  toml: [
    ["comment", String.raw`#[^\n]*`],
    ["word", String.raw`^\[[^\n]+\]|\b(?:true|false)\b`],
    ["key", String.raw`^[\w.]+(?=\s*=)`],
    ["string", STRING],
    ["number", NUMBER],
  ],
  sql: [
    ["comment", String.raw`--[^\n]*`],
    ["string", `'[^']*'`],
    [
      "word",
      String.raw`\b(?:select|from|where|insert|into|values|update|set|delete|and|or|count)\b`,
    ],
  ],
};
const SAME = { bash: "sh", ts: "js", mjs: "js", javascript: "js", typescript: "js", jsonc: "json" };

/** Code as HTML, with a `span` of its kind around each token. Unknown languages stay plain. */
export function highlight(code, language) {
  const grammar = GRAMMARS[SAME[language] ?? language];
  if (!grammar) return escapeHtml(code);
  const any = new RegExp(grammar.map(([, pattern]) => `(${pattern})`).join("|"), "gm");
  let [done, at] = ["", 0];
  for (const match of code.matchAll(any)) {
    const kind = grammar[match.slice(1).findIndex((group) => group !== undefined)][0];
    done += escapeHtml(code.slice(at, match.index));
    done += `<span class="t-${kind}">${escapeHtml(match[0])}</span>`;
    at = match.index + match[0].length;
  }
  return done + escapeHtml(code.slice(at));
}
