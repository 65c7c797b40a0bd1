/** True if a part of a path is an id: a positive integer. */
export const isId = (text: string) =>
  /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text));
