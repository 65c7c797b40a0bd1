const fileErrors = {
  empty: "The file is empty.",
  no_header: "The file has no row with the names of the columns.",
  too_many_columns: "The file has more than 500 columns.",
  array: "The file is one JSON array. Send one object a line (NDJSON).",
  binary: "The file is neither CSV, NDJSON nor XLSX.",
  old_excel:
    "The file is an old or encrypted workbook. Save it as .xlsx without a password, or CSV.",
  broken: "The XLSX file is damaged.",
  no_sheet: "The workbook has no such sheet.",
  too_large: "The workbook is too large when it is unpacked. Save it as CSV.",
  too_many_rows: "The sheet has more than 200,000 rows. Save it as CSV.",
} as const;
export type FileError = keyof typeof fileErrors;

/** A file that can't be imported. Nothing else is thrown for what a file holds. */
export class UnreadableFile extends Error {
  constructor(readonly code: FileError) {
    super(fileErrors[code]);
  }
}

export const rowErrors = {
  too_long: "The row is longer than 1 MiB.",
  open_quote: "The row opens a quote that is never closed.",
  unreadable: "The row holds characters that the file's encoding can't have, or NUL.",
  too_many_cells: "The row has more cells than the file has columns.",
  not_json: "The row is not a JSON object.",
} as const;
export type RowError = keyof typeof rowErrors;
