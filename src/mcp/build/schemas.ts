// The schemas of the OpenAPI document as those of arguments: in one piece, and small.

// biome-ignore lint/suspicious/noExplicitAny: the document is JSON.
export type Json = Record<string, any>;
/** `depth`: how many levels of objects are shown. `words`: of descriptions, how many characters. */
export type Detail = { depth: number; words: number; bounds?: boolean };

const KEPT = ["type", "enum", "const", "required"];
const RANGE = ["minimum", "maximum"];
const BOUNDS = [...RANGE, "maxLength", "maxItems", "format"];

export const resolve = (document: Json, part: Json): Json =>
  part.$ref ? { ...resolve(document, at(document, part.$ref)), ...omit(part, "$ref") } : part;
const at = (document: Json, ref: string): Json =>
  ref
    .slice(2)
    .split("/")
    .reduce((inner, key) => inner[key], document);
const omit = (part: Json, name: string) =>
  Object.fromEntries(Object.entries(part).filter(([key]) => key !== name));

const MOST_CHOICES = 6;
const isObject = (document: Json) => (choice: Json) => resolve(document, choice).type === "object";
const isNull = ({ type }: Json) => type === "null";

/** The first sentence of a description, if it is short enough. */
function wordsOf(description: string | undefined, most: number) {
  const sentence = /^.*?\.(?=\s|$)/s.exec(description ?? "")?.[0] ?? description;
  return sentence && sentence.length <= most ? sentence : undefined;
}

/** Any of these, each once: what tells two apart may be too small to be shown. */
function anyOf(choices: Json[]): Json {
  const distinct = [...new Map(choices.map((one) => [JSON.stringify(one), one])).values()];
  const [first, ...others] = distinct;
  return others.length > 0 ? { anyOf: distinct } : { ...first };
}

/** A schema in one piece, without `null`, examples and what is too deep. */
export function compact(document: Json, schema: Json, detail: Detail): Json {
  const whole = resolve(document, schema);
  const description = wordsOf(whole.description, detail.words);
  const says = description && { description };
  const choices = [...(whole.anyOf ?? []), ...(whole.oneOf ?? [])].filter(
    (choice) => !isNull(resolve(document, choice)),
  );
  if (choices.length === 1) return { ...compact(document, choices[0], detail), ...says };
  if (choices.length > 1)
    return detail.depth === 0 || choices.length > MOST_CHOICES
      ? { ...(choices.every(isObject(document)) && { type: "object" }), ...says }
      : { ...anyOf(choices.map((choice) => compact(document, choice, detail))), ...says };
  const names = detail.bounds ? [...KEPT, ...BOUNDS] : KEPT;
  const kept = Object.fromEntries(
    names.filter((name) => whole[name] !== undefined).map((name) => [name, whole[name]]),
  );
  if (Array.isArray(kept.type)) kept.type = kept.type.find((type: string) => type !== "null");
  if (Array.isArray(kept.enum)) kept.enum = kept.enum.filter((value: unknown) => value !== null);
  if (kept.required?.length === 0 || !whole.properties || detail.depth === 0) delete kept.required;
  const inner = { ...detail, depth: detail.depth - 1 };
  return {
    ...kept,
    ...says,
    ...(whole.items && { items: compact(document, whole.items, detail) }),
    ...(whole.properties &&
      detail.depth > 0 && {
        properties: mapped<Json, Json>(whole.properties, (one: Json) =>
          compact(document, one, inner),
        ),
      }),
  };
}

export const mapped = <Value, Result>(
  object: Record<string, Value>,
  map: (value: Value, name: string) => Result,
): Record<string, Result> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)]));
