import type { ImportFailureCode } from "#client";

export default {
  empty: "The file is empty.",
  no_header: "The file has no row with the names of the columns.",
  too_many_columns: "The file has more than 500 columns.",
  array: "The file is one JSON array. Save it with one object a line.",
  binary: "The file is neither CSV, Excel nor JSON lines.",
  old_excel: "The file is an old or protected workbook. Save it as .xlsx without a password.",
  broken: "The workbook is damaged.",
  no_sheet: "The workbook has no such sheet.",
  too_large: "The workbook is too large when it is unpacked. Save it as CSV.",
  too_many_cells: "The sheet has more than 5,000,000 cells. Save it as CSV.",
  too_many_rows: "The sheet has more than 200,000 rows. Save it as CSV.",
  file_gone: "The file is gone. Send it again.",
  row_refused: "The service could not read or write a row of the file.",
  reading_broken_off: "The file is too large to be read. Save it as CSV, or split it.",
  rows_broken_off: "A row of the file is too large to be imported.",
  undoing_broken_off: "The import could not be undone. Try it once more.",
} satisfies Record<ImportFailureCode, string>;
