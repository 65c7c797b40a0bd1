import type { ErrorCode, FieldErrorCode, FieldErrorParams } from "./generated/types.gen";
import { retryAfter } from "./retry-after";

/** Messages by field; a nested field's key is its path, such as `tag_ids.1`. */
export type FieldErrors = Record<string, string[]>;

/** An answer with an error of the API, or of something between you and the API. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    message: string,
    readonly status: number,
    /** The errors of each field, of a 422. */
    readonly errors: FieldErrors,
    /** The ids of the leads in the way, by field. */
    readonly conflicts: Record<string, number>,
    /** Names the request in the service's log. */
    readonly requestId: string | null,
    /** Seconds to wait before another attempt, of a 429 or 503. */
    readonly retryAfter: number | null,
    /** The code of each of `errors`. */
    readonly codes: Record<string, FieldErrorCode[]> = {},
    /** The parameters of the messages in `errors`, such as `{ least: 1 }`. */
    readonly params: Record<string, FieldErrorParams[]> = {},
    /** The id of the lead that the lead of the request was merged into, of a 404. */
    readonly mergedInto: number | null = null,
    /** The cause, a stable word; null where something between you and the API has answered. */
    readonly code: ErrorCode | null = null,
    /** The ability that the token lacks, of a `missing_ability`. */
    readonly ability: string | null = null,
  ) {
    super(message);
  }
}

/** Of a page, or a redirect, which a browser shows as the status 0. */
function sayingOf({ headers }: Response) {
  const target = headers.get("Location");
  return `The answer is not the API's: is baseUrl right?${target ? ` See ${target}` : ""}`;
}

/** The error of an answer whose body was read. A proxy may answer JSON of any form. */
export function errorOf(body: unknown, response: Response): ApiError {
  const { status, statusText, headers } = response;
  // An object of nothing is empty.
  const { message, errors, conflicts, codes, params, ...others } = Object(body);
  const { merged_into: mergedInto = null, code = null, ability = null } = others;
  const wait = retryAfter(headers);
  const own = typeof message === "string" && message;
  return new ApiError(
    own || (status < 400 ? sayingOf(response) : statusText || `HTTP ${status}`),
    status,
    Object.fromEntries(
      Object.entries<string[]>(Object(errors)).filter(([, of]) => Array.isArray(of)),
    ),
    Object(conflicts),
    headers.get("X-Request-Id"),
    wait && Math.ceil(wait / 1000),
    Object(codes),
    Object(params),
    mergedInto,
    code,
    ability,
  );
}

/**
 * Throws where a page has come from something between you and the API, as if it were the answer.
 */
export async function refusePages(response: Response) {
  const { ok, headers } = response;
  const isPage = headers.get("Content-Type")?.startsWith("text/html");
  if (!ok || !isPage || headers.get("X-Request-Id")) return;
  await response.body?.cancel();
  throw errorOf(null, response);
}
