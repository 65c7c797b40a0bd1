import { at, parsed } from "./completion";

/** The number of braces in the prose around an answer that are tried. Each is read to its end. */
const MAX_TRIES = 20;

/** The one JSON object in a model's text; prose may have braces of its own. Undefined if none. */
export function objectIn(text: string): unknown {
  const widest = parsed(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
  if (widest !== undefined) return widest;
  const [found, ...others] = answersIn(text);
  return others.length === 0 ? found : undefined;
}

/** The objects in a text that have a summary, as every answer does. */
function answersIn(text: string): unknown[] {
  const found: unknown[] = [];
  let start = text.indexOf("{");
  for (let tries = MAX_TRIES; start >= 0 && tries > 0; tries--) {
    const end = endOfObject(text, start);
    const object = end === undefined ? undefined : parsed(text.slice(start, end));
    if (typeof at(object, "summary") === "string") found.push(object);
    start = text.indexOf("{", object === undefined ? start + 1 : end);
  }
  return found;
}

/** The place behind the brace that closes the one at `start`; undefined if none does. */
function endOfObject(text: string, start: number): number | undefined {
  let [depth, isQuoted] = [0, false];
  for (let place = start; place < text.length; place++) {
    const character = text[place];
    if (isQuoted && character === "\\") place++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === "{") depth++;
    else if (!isQuoted && character === "}" && --depth === 0) return place + 1;
  }
  return undefined;
}
