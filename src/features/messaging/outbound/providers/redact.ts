import type { Account } from "./provider";

const encoder = new TextEncoder();
const [PLUS, BACKSLASH] = [0x2b, 0x5c];

/** A byte that is percent-encoded, characters that JSON has escaped, each perhaps several times over; or any other character. */
const SPELLINGS = /%(?:25)*([0-9a-f]{2})|(?:\\{1,8}u[0-9a-f]{4})+|./gisu;

const unescaped = (text: string) =>
  text.replace(/\\+u(.{4})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

const bytesOf = (spelling: string, percent?: string) =>
  percent
    ? [Number.parseInt(percent, 16)]
    : encoder.encode(/^\\./.test(spelling) ? unescaped(spelling) : spelling);

/** A text as bytes that are the same however it is encoded or escaped, and where in the text each stands. */
function plain(text: string) {
  const [codes, spans]: [string[], [number, number][]] = [[], []];
  for (const { 0: spelling, 1: percent, index } of text.matchAll(SPELLINGS))
    for (const byte of bytesOf(spelling, percent)) {
      if (byte === BACKSLASH) continue;
      codes.push(byte === PLUS ? " " : String.fromCharCode(byte));
      spans.push([index, index + spelling.length]);
    }
  return { bytes: codes.join(""), spans };
}

function without(text: string, secret: string) {
  const [{ bytes, spans }, wanted] = [plain(text), plain(secret).bytes];
  let [kept, end] = ["", 0];
  for (
    let at = bytes.indexOf(wanted);
    wanted && at >= 0;
    at = bytes.indexOf(wanted, at + wanted.length)
  ) {
    kept += `${text.slice(end, spans[at]![0])}[redacted]`;
    end = spans[at + wanted.length - 1]![1];
  }
  return kept + text.slice(end);
}

/** The text without any value of the credentials, be it as it is, percent-encoded or escaped for JSON; and without a signing secret's bare key. */
export const redact = (text: string, credentials: Account["credentials"]) =>
  Object.values(credentials)
    .flatMap((secret) => (secret ? [secret, secret.replace(/^whsec_/, "")] : []))
    .toSorted((a, b) => b.length - a.length)
    .reduce(without, text);
