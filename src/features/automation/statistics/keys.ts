// The keys of the counters of a scenario: the figure, and what it is about in hexadecimal digits,
// so that any id makes a key that SQL can name. A figure alone is the sum of all nodes. SQL
// triggers write some of them (triggers/statistics.sql).

/**
 * The number of active runs that are at a node: a present state, where the other figures are
 * events.
 */
export const ACTIVE = "at";

/** The figures of a scenario's triggers, where those of nodes name nodes. */
export const BEGAN = "began";
export const REFUSED = "refused";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export const keyOf = (figure: string, ...about: string[]) =>
  [figure, ...about.map((text) => encoder.encode(text).toHex().toUpperCase())].join("_");

export function readKey(key: string) {
  const [figure = "", ...about] = key.split("_");
  return { figure, about: about.map((hex) => decoder.decode(Uint8Array.fromHex(hex))) };
}
