/** The first items of a list, of which no more pages are asked for than these take. */
export async function firstOf<Item>(list: AsyncIterable<Item>, most: number): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) {
    items.push(item);
    if (items.length >= most) break;
  }
  return items;
}
