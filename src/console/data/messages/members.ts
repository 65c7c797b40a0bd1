// Payloads of platforms may have any form: they are read by looking.

type Members = Record<string, unknown>;

export const membersOf = (value: unknown): Members =>
  typeof value === "object" && value !== null ? (value as Members) : {};

export const textOf = (value: unknown) =>
  typeof value === "string" && value !== "" ? value : null;

export const itemsOf = (value: unknown): Members[] =>
  Array.isArray(value) ? value.map(membersOf) : [];
