// Payloads of platforms may have any form: they are read by looking.

type Members = Record<string, unknown>;

export const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null;

export const membersOf = (value: unknown): Members => (isObject(value) ? value : {});

export const textOf = (value: unknown) =>
  typeof value === "string" && value !== "" ? value : null;

export const itemsOf = (value: unknown): Members[] =>
  Array.isArray(value) ? value.map(membersOf) : [];
