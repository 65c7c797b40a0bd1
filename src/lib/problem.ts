export type ProblemCode =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "conflict"
  | "precondition_failed"
  | "too_large"
  | "upgrade_required"
  | "too_many_attempts"
  | "misconfigured"
  | "unavailable";

/** Messages by field; a nested field's key is its path, `tag_ids.1`. */
export type FieldErrors = Record<string, string[]>;

/** An error for the caller. http/problems.ts maps its code to a status and a message. */
export class Problem extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly details: {
      message?: string;
      errors?: FieldErrors;
      /** The ids of the leads in the way, by field. */
      conflicts?: Record<string, number>;
      /** The id of the lead that a lead which is gone was merged into. */
      mergedInto?: number;
      headers?: Record<string, string>;
    } = {},
  ) {
    super(details.message ?? code);
  }
}

export const invalid = (errors: FieldErrors) => new Problem("invalid", { errors });

/** Throws an `invalid` problem if there are errors. */
export function throwErrors(errors: FieldErrors) {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** No valid bearer token came with the request. */
export const unauthenticated = () =>
  new Problem("unauthenticated", { headers: { "WWW-Authenticate": "Bearer" } });

export const notFound = (mergedInto?: number) =>
  new Problem("not_found", mergedInto === undefined ? {} : { mergedInto });

/** Returns the row; throws a `not_found` problem if there is none. */
export function found<T>(row: T | null | undefined): T {
  if (row == null) throw notFound();
  return row;
}
