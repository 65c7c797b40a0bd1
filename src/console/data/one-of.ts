/** One of a closed list, if it is. Each visit loads what addresses may say, and no list for it. */
export const oneOf = <Value extends string>(value: unknown, values: Record<Value, unknown>) =>
  (Object.keys(values) as Value[]).find((known) => known === value);
