/** Memoizes `make` for each object. */
export function oncePer<Key extends WeakKey, Value extends object>(make: (key: Key) => Value) {
  const made = new WeakMap<Key, Value>();
  return (key: Key): Value => {
    const known = made.get(key);
    if (known) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

/**
 * Memoizes `make` by text, and starts over when the values weigh more than `max`: by default, 1
 * each.
 */
export function remembered<Value extends object | null>(
  max: number,
  make: (text: string) => Value,
  weigh: (value: Value) => number = () => 1,
) {
  const made = new Map<string, Value>();
  let weight = 0;
  return (text: string): Value => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const value = make(text);
    weight += weigh(value);
    if (weight > max) {
      made.clear();
      weight = weigh(value);
    }
    made.set(text, value);
    return value;
  };
}
