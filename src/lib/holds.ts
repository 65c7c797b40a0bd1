/** True if a list names a value; `*` names all values, those of later versions too. */
export const holds = (list: readonly string[], value: string) =>
  list.includes("*") || list.includes(value);
