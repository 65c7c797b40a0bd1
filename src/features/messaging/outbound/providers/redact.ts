import type { Account } from "./provider";

const encoder = new TextEncoder();
const [PLUS, BACKSLASH] = [0x2b, 0x5c];

/**
 * A percent-encoded byte, or characters that are escaped for JSON, each possibly encoded several
 * times; or any other character.
 */
const SPELLINGS = /%(?:25)*([0-9a-f]{2})|(?:\\{1,8}u[0-9a-f]{4})+|./gisu;

const unescaped = (text: string) =>
  text.replace(/\\+u(.{4})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

const bytesOf = (spelling: string, percent?: string) =>
  percent
    ? [Number.parseInt(percent, 16)]
    : encoder.encode(/^\\./.test(spelling) ? unescaped(spelling) : spelling);

/** A text as bytes, the same however it is encoded or escaped, each with its span in the text. */
function decoded(text: string) {
  const [codes, spans]: [string[], [start: number, end: number][]] = [[], []];
  for (const { 0: spelling, 1: percent, index } of text.matchAll(SPELLINGS))
    for (const byte of bytesOf(spelling, percent)) {
      if (byte === BACKSLASH) continue;
      codes.push(byte === PLUS ? " " : String.fromCharCode(byte));
      spans.push([index, index + spelling.length]);
    }
  return { bytes: codes.join(""), spans };
}

function without(text: string, secret: string) {
  const [{ bytes, spans }, { bytes: wanted }] = [decoded(text), decoded(secret)];
  if (!wanted) return text;
  let [kept, end] = ["", 0];
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + wanted.length)) {
    const [first, last] = [spans.at(at), spans.at(at + wanted.length - 1)];
    if (!first || !last) return "[redacted]";
    kept += `${text.slice(end, first[0])}[redacted]`;
    end = last[1];
  }
  return kept + text.slice(end);
}

/**
 * The text without any value of the credentials, be it plain, percent-encoded or escaped for JSON,
 * and without the key of a signing secret.
 */
export const redact = (text: string, credentials: Account["credentials"]) =>
  Object.values(credentials)
    .flatMap((secret) => (secret ? [secret, secret.replace(/^whsec_/, "")] : []))
    .toSorted((a, b) => b.length - a.length)
    .reduce(without, text);
