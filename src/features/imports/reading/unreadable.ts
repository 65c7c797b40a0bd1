import { faultTexts } from "#lib/validation-messages";

export const fileErrors = {
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
  too_many_cells: "The sheet has more than 5,000,000 cells. Save it as CSV.",
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
  too_long: faultTexts.row_too_long,
  open_quote: faultTexts.row_open_quote,
  unreadable: faultTexts.row_unreadable,
  too_many_cells: faultTexts.row_too_many_cells,
  not_json: faultTexts.row_not_json,
} as const;
export type RowError = keyof typeof rowErrors;
