import { ApiError } from "../client/index";

/** What the command ends with, for scripts. */
export const exitCodes = {
  /** It has failed, or has found what it looks for: problems, differences, rejected rows. */
  failed: 1,
  /** It was called wrongly. */
  usage: 2,
  /** Not signed in, or the token may not do that. */
  notAllowed: 3,
  /** The service can't be reached. */
  unreachable: 4,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** An error whose message says to the reader what to do. */
export class CliError extends Error {
  override readonly name = "CliError";

  constructor(
    message: string,
    readonly exitCode: ExitCode = exitCodes.failed,
  ) {
    super(message);
  }
}

function describeApiError({ status, message, errors, requestId }: ApiError) {
  const fields = Object.entries(errors).flatMap(([field, messages]) =>
    messages.map((text) => `  ${field}: ${text}`),
  );
  const request = status >= 500 && requestId ? [`  Request: ${requestId}`] : [];
  return [`${message} (${status})`, ...fields, ...request].join("\n");
}

/** The lines that an error is shown by, and what the command then ends with. */
export function describe(error: unknown): { message: string; exitCode: ExitCode } {
  if (error instanceof CliError) return error;
  if (error instanceof ApiError) {
    const isRefused = error.status === 401 || error.status === 403;
    const exitCode = isRefused ? exitCodes.notAllowed : exitCodes.failed;
    return { message: describeApiError(error), exitCode };
  }
  // `fetch` says no more than that it failed. Its cause says why.
  if (error instanceof TypeError && error.message === "fetch failed")
    return {
      message: `The service can't be reached: ${(error.cause as Error | undefined)?.message}`,
      exitCode: exitCodes.unreachable,
    };
  const message = error instanceof Error ? error.message : String(error);
  return { message, exitCode: exitCodes.failed };
}
