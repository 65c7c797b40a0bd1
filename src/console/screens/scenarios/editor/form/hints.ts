type Hints = { hints: object; hintsOf: object };

const textIn = (texts: object, name: string): string | undefined =>
  Object.hasOwn(texts, name) ? Reflect.get(texts, name) : undefined;

/** The hint on a setting, which may differ by type of node. */
export const hintOf = ({ hints, hintsOf }: Hints, type: string, name: string) =>
  textIn(Object.hasOwn(hintsOf, type) ? Reflect.get(hintsOf, type) : {}, name) ??
  textIn(hints, name);
