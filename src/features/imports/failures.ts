import { type FileError, fileErrors } from "./reading/unreadable";

// The reasons for which an import fails for good, by code. The sentence is what is kept.

export const failures = {
  ...fileErrors,
  file_gone: "The file is gone. Send it again.",
  row_refused: "The service could not read or write a row of the file.",
  reading_broken_off: "The file is too large to be read: the service broke off three times.",
  rows_broken_off:
    "A row of the file is too large to be worked: the service broke off three times.",
  undoing_broken_off: "The import can't be undone: the service broke off three times.",
} as const;

export type Failure = keyof typeof failures;

// `Object.keys` loses what the keys are.
export const failureCodes = Object.keys(failures) as [FileError, ...Failure[]];

/** The code of a reason; null for one of its own, such as that of a quota. */
export const failureOf = (reason: string | null): Failure | null =>
  failureCodes.find((code) => failures[code] === reason) ?? null;
