// The keys of the counters of a scenario: the figure, and what it is about in hexadecimal digits, so
// that any id makes a key that SQL can name. A figure alone is the sum of all nodes. Triggers write
// some of them (triggers/statistics.sql).

/** How many active runs stand at a node: not what has happened, but how it is. */
export const STANDING = "at";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const toHex = (text: string) =>
  [...encoder.encode(text)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const fromHex = (hex: string) =>
  decoder.decode(Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)));

export const keyOf = (figure: string, ...about: string[]) =>
  [figure, ...about.map((text) => toHex(text).toUpperCase())].join("_");

export function readKey(key: string) {
  const [figure = "", ...about] = key.split("_");
  return { figure, about: about.map(fromHex) };
}
