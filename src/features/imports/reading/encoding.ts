import { UnreadableFile } from "./unreadable";

export const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type Encoding = (typeof encodings)[number];

const MARKS: [Encoding, number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/** The length of the encoding's byte order mark at the start of the file, in bytes. */
export const markLength = (head: Uint8Array, encoding: Encoding) => {
  const mark = MARKS.find(([name]) => name === encoding)?.[1] ?? [];
  return mark.every((byte, at) => head[at] === byte) ? mark.length : 0;
};

/**
 * The encoding of a text file whose first bytes are `head`: by its byte order mark, else UTF-16 if
 * many of its bytes are NUL, else UTF-8 if it is valid, else Windows-1252.
 */
export function detectEncoding(head: Uint8Array, isWhole: boolean): Encoding {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => head[at] === byte));
  if (marked) return marked[0];
  const nuls = [0, 0];
  head.forEach((byte, at) => {
    if (byte === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = nuls;
  const many = head.length / 10;
  if (odd > many && even * 10 < odd) return "utf-16le";
  if (even > many && odd * 10 < even) return "utf-16be";
  if (even + odd > many) throw new UnreadableFile("binary");
  return isUtf8(head, isWhole) ? "utf-8" : "windows-1252";
}

function isUtf8(head: Uint8Array, isWhole: boolean) {
  try {
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(head, { stream: !isWhole });
    return true;
  } catch {
    return false;
  }
}

/**
 * The length of the encoding's smallest unit in bytes, and the one of them that tells ASCII apart.
 */
export const unitOf = (encoding: Encoding) => ({
  width: encoding.startsWith("utf-16") ? 2 : 1,
  low: encoding === "utf-16be" ? 1 : 0,
});

/** Decodes bytes; undefined if they are not of the encoding, or hold NUL. */
export function decoderOf(encoding: Encoding): (bytes: Uint8Array) => string | undefined {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  return (bytes) => {
    try {
      const text = decoder.decode(bytes);
      return text.includes("\0") ? undefined : text;
    } catch {
      return undefined;
    }
  };
}

/** A character as the encoding's bytes; undefined if it has none. */
export function encoded(character: string, encoding: Encoding): Uint8Array | undefined {
  if (encoding === "utf-8") return new TextEncoder().encode(character);
  if (encoding !== "windows-1252") {
    const bytes = [...character].flatMap((_, at) => {
      const unit = character.charCodeAt(at);
      return encoding === "utf-16le" ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255];
    });
    return Uint8Array.from(bytes);
  }
  const all = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, at) => at));
  const byte = all.indexOf(character);
  return byte < 0 ? undefined : Uint8Array.of(byte);
}
