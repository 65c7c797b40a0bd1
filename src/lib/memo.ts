/** As `make`, which is called once for each object. */
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

/** As `make`, which is called once for each text as long as its value is remembered: `max` of them at most. */
export function remembered<Value extends object | null>(max: number, make: (text: string) => Value) {
  const made = new Map<string, Value>();
  return (text: string): Value => {
    const known = made.get(text);
    if (known !== undefined) return known;
    if (made.size >= max) made.clear();
    const value = make(text);
    made.set(text, value);
    return value;
  };
}
