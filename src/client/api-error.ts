/** Messages by field; a nested field's key is its path, such as `tag_ids.1`. */
export type FieldErrors = Record<string, string[]>;

/** An answer with an error of the API, or of something between you and the API. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    message: string,
    readonly status: number,
    /** What is wrong with each field, of a 422. */
    readonly errors: FieldErrors,
    /** The ids of the leads in the way, by field. */
    readonly conflicts: Record<string, number>,
    /** Names the request in the service's log. */
    readonly requestId: string | null,
    /** Seconds to wait before another attempt, of a 429 or 503. */
    readonly retryAfter: number | null,
  ) {
    super(message);
  }
}

type ErrorBody = {
  message?: string;
  errors?: FieldErrors;
  conflicts?: Record<string, number>;
};

const isErrorBody = (body: unknown): body is ErrorBody => typeof body === "object" && body !== null;

/** The error of an answer whose body was read. */
export function errorOf(body: unknown, { status, statusText, headers }: Response): ApiError {
  const { message, errors = {}, conflicts = {} }: ErrorBody = isErrorBody(body) ? body : {};
  const retryAfter = headers.get("Retry-After");
  return new ApiError(
    message || statusText || `HTTP ${status}`,
    status,
    errors,
    conflicts,
    headers.get("X-Request-Id"),
    retryAfter === null ? null : Number(retryAfter),
  );
}
