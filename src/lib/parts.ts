/**
 * Items in parts of at most `most` and, unless one alone has more, of at most `maxCharacters` as
 * JSON.
 */
export function inParts<Item>(items: Item[], most: number, maxCharacters: number): Item[][] {
  const parts: Item[][] = [];
  let [part, characters]: [Item[], number] = [[], 0];
  for (const item of items) {
    const size = JSON.stringify(item).length;
    if (part.length === most || (part.length > 0 && characters + size > maxCharacters)) {
      parts.push(part);
      [part, characters] = [[], 0];
    }
    part.push(item);
    characters += size;
  }
  return part.length > 0 ? [...parts, part] : parts;
}
