import { holds } from "./holds";
import { fieldErrors, validationMessages } from "./validation-messages";

/** The `code` of an error in its answer: a stable word for each cause. */
export type ProblemCode =
  | "unauthenticated"
  | "missing_ability"
  | "suspended"
  | "invalid_signature"
  | "https_required"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "conflict"
  | "in_progress"
  | "answer_lost"
  | "stale"
  | "timed_out"
  | "too_large"
  | "unsupported_media_type"
  | "validation_failed"
  | "already_taken"
  | "key_reused"
  | "quota_reached"
  | "upgrade_required"
  | "rate_limited"
  | "server_error"
  | "unavailable";

/** Messages by field; a nested field's key is its path, `tag_ids.1`. */
export type FieldErrors = Record<string, string[]>;

/**
 * An error for the caller. http/problems.ts maps its code to a status and a message; one with
 * errors of fields is a 422, whatever its code.
 */
export class Problem extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly details: {
      message?: string;
      errors?: FieldErrors;
      /** The ability that the token lacks. */
      ability?: string;
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

export const invalid = (errors: FieldErrors) => new Problem("validation_failed", { errors });

/** Others have the values of these fields. `conflicts`: the ids of the leads that have them. */
export const taken = (fields: string[], conflicts?: Record<string, number>) =>
  new Problem("already_taken", {
    errors: fieldErrors(fields, validationMessages.taken),
    ...(conflicts && { conflicts }),
  });

/** True if a problem is that of invalid fields, in whatever way. */
export const isInvalid = (error: unknown): error is Problem =>
  error instanceof Problem && error.details.errors !== undefined;

/** Throws an `invalid` problem if there are errors. */
export function throwErrors(errors: FieldErrors) {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** No valid bearer token came with the request. */
export const unauthenticated = () =>
  new Problem("unauthenticated", { headers: { "WWW-Authenticate": "Bearer" } });

/** Throws a `missing_ability` problem unless the token has all that it needs. */
export function requireAbilities(abilities: readonly string[], required: readonly string[]) {
  const ability = required.find((name) => !holds(abilities, name));
  if (ability !== undefined) throw new Problem("missing_ability", { ability });
}

export const notFound = (mergedInto?: number) =>
  new Problem("not_found", mergedInto === undefined ? {} : { mergedInto });

/** Returns the row; throws a `not_found` problem if there is none. */
export function found<T>(row: T | null | undefined): T {
  if (row == null) throw notFound();
  return row;
}
