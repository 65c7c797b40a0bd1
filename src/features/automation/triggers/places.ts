// The places where texts may begin in a long one. A workspace looks for thousands of texts in each
// message, and looks at those places alone that begin alike.

/** The characters by which places are found. */
const SHORT = 2;
const LONG = 3;
const SLOTS = 8_192;

/** The slot of the first characters of a text, from a place on. */
function slotOf(text: string, place: number, characters: number) {
  let slot = 0;
  for (let at = place; at < place + characters; at++)
    slot = (Math.imul(slot, 31) + text.charCodeAt(at)) & (SLOTS - 1);
  return slot;
}

/** A text that is looked for, with the slot of its beginning. */
export type Sought = { text: string; size: 0 | typeof SHORT | typeof LONG; slot: number };

export function soughtText(text: string): Sought {
  const size = text.length >= LONG ? LONG : text.length === SHORT ? SHORT : 0;
  return { text, size, slot: slotOf(text, 0, size) };
}

/** The places of a text by slot: the last one of each, and the one before each. */
type Table = { last: Int32Array; before: Int32Array };

function tableOf(text: string, size: number): Table {
  const table = { last: new Int32Array(SLOTS).fill(-1), before: new Int32Array(text.length) };
  for (let place = 0; place + size <= text.length; place++) {
    const slot = slotOf(text, place, size);
    table.before[place] = table.last[slot] ?? -1;
    table.last[slot] = place;
  }
  return table;
}

/** Tells whether a text holds another at a place that `fits`. */
export function searcherOf(text: string) {
  const tables: { [size in typeof SHORT | typeof LONG]?: Table } = {};
  return ({ text: part, size, slot }: Sought, fits = (_: number) => true) => {
    if (size === 0) return placesOf(text, part).some(fits);
    tables[size] ??= tableOf(text, size);
    const { last, before } = tables[size];
    for (let place = last[slot] ?? -1; place >= 0; place = before[place] ?? -1)
      if (text.startsWith(part, place) && fits(place)) return true;
    return false;
  };
}

function placesOf(text: string, part: string) {
  const places: number[] = [];
  if (part === "") return places;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) places.push(at);
  return places;
}
