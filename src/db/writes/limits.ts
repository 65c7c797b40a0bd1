// D1's limits that are not held locally: https://developers.cloudflare.com/d1/platform/limits/

const MAX_VALUE_BYTES = 2_000_000;

/** A shorter text is within the limit, whatever its characters: one takes 3 bytes at most. */
const MEASURED_LENGTH = 500_000;

const encoder = new TextEncoder();

const isTooLong = (value: unknown) =>
  typeof value === "string" &&
  value.length > MEASURED_LENGTH &&
  (value.length > MAX_VALUE_BYTES || encoder.encode(value).length > MAX_VALUE_BYTES);

/**
 * Throws an error for a parameter that D1 refuses, before it is asked. The error is a refusal
 * (`isRefusal`), as D1's own is: another attempt would fail as well.
 */
export function requireStorable(params: readonly unknown[]) {
  const index = params.findIndex(isTooLong);
  if (index >= 0)
    throw new Error(
      `SQLITE_TOOBIG: parameter ${index + 1} has more than ${MAX_VALUE_BYTES} bytes, D1's limit.`,
    );
}
