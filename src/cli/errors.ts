import { ApiError } from "#client";
import { plain } from "./output";

/** The exit codes of the command, for scripts. */
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

function describeApiError({ status, message, errors, ability, requestId }: ApiError) {
  const fields = Object.entries(errors).flatMap(([field, messages]) =>
    messages.map((text) => `  ${plain(field)}: ${plain(text)}`),
  );
  const request = status >= 500 && requestId ? [`  Request: ${plain(requestId)}`] : [];
  const lacks = ability ? [`  The token lacks the ability ${plain(ability)}.`] : [];
  return [`${plain(message)} (${status})`, ...lacks, ...fields, ...request].join("\n");
}

const FILE_FAULTS: Record<string, string> = {
  ENOENT: "is not there",
  ENOTDIR: "is in no folder",
  EISDIR: "is a folder",
  EACCES: "can't be opened: you may not",
  EPERM: "can't be changed: you may not",
  EROFS: "can't be written: the disk is read-only",
  ENOSPC: "can't be written: the disk is full",
};
/** The end of a file's name until it is whole: see replace-file.ts. */
const DRAFT = /\.[0-9a-f]{12}\.part$/;

/** The fault of a file, in words; undefined for an error of another kind. */
export function fileFaultOf(error: unknown): string | undefined {
  const { code = "", path = "" } = Object(error) as NodeJS.ErrnoException;
  const fault = FILE_FAULTS[code];
  if (!fault || !path) return undefined;
  if (code === "ENOENT" && DRAFT.test(path))
    return `${plain(path.replace(DRAFT, ""))} can't be written: its folder is not there.`;
  return `${plain(path.replace(DRAFT, ""))} ${fault}.`;
}

/**
 * The reason why a request got no answer. `fetch` says no more than that it failed; its cause says
 * why.
 */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  const { message: why, code } = (cause ?? {}) as NodeJS.ErrnoException;
  // Of several addresses that were tried, the cause has no message.
  return plain(why || code || message);
}

/**
 * The error that `fetch` throws where no answer came, and reading a body where it ended half-way.
 */
export const isLost = (error: unknown): error is TypeError =>
  error instanceof TypeError && ["fetch failed", "terminated"].includes(error.message);

type Described = { message: string; exitCode: ExitCode };

/** The lines that an error is shown by, and what the command then ends with. */
export function describe(error: unknown): Described {
  if (error instanceof CliError) return error;
  if (error instanceof ApiError) {
    const isRefused = error.status === 401 || error.status === 403;
    const exitCode = isRefused ? exitCodes.notAllowed : exitCodes.failed;
    return { message: describeApiError(error), exitCode };
  }
  const fault = fileFaultOf(error);
  if (fault) return { message: fault, exitCode: exitCodes.usage };
  if (isLost(error))
    return {
      message: `The service can't be reached: ${reasonOf(error)}`,
      exitCode: exitCodes.unreachable,
    };
  return { message: plain((error as Error)?.message ?? error), exitCode: exitCodes.failed };
}

/** An error for programs. */
export function jsonOf(error: unknown, { message, exitCode }: Described) {
  const api = error instanceof ApiError ? error : undefined;
  return {
    error: {
      message: api?.message ?? message,
      exit_code: exitCode,
      ...(api && {
        status: api.status,
        code: api.code,
        ...(api.ability && { ability: api.ability }),
        errors: api.errors,
        request_id: api.requestId,
      }),
    },
  };
}
