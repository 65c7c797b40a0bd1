import { taken } from "#lib/problem";

/**
 * The columns of the UNIQUE constraint that a write broke, such as `leads.email_key`; an empty list
 * for any other error. D1's text is in the error or in its cause.
 */
export function brokenUnique(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const columns = /UNIQUE constraint failed: ([\w., ]+)/.exec(error.message)?.[1]?.split(", ");
  return columns ?? brokenUnique(error.cause);
}

/** True if D1 refused a write with these words, from a constraint or from a trigger's RAISE. */
export const refusedFor = (error: unknown, words: string): boolean =>
  error instanceof Error && (error.message.includes(words) || refusedFor(error.cause, words));

/**
 * Throws "has already been taken" on the field of the column whose UNIQUE constraint a write broke;
 * throws any other error itself. `fields` maps columns to fields.
 */
export function throwConflict(error: unknown, fields: Record<string, string>): never {
  const field = brokenUnique(error)
    .map((column) => fields[column])
    .find((name) => name !== undefined);
  throw field ? taken([field]) : error;
}
