type Hints = { hints: object; hintsOf: object };

const textIn = (texts: object, name: string): string | undefined =>
  Object.hasOwn(texts, name) ? Reflect.get(texts, name) : undefined;

/** What to know of a setting, which may mean another thing for a type of node. */
export const hintOf = ({ hints, hintsOf }: Hints, type: string, name: string) =>
  textIn(Object.hasOwn(hintsOf, type) ? Reflect.get(hintsOf, type) : {}, name) ??
  textIn(hints, name);
