/**
 * What becomes of an import: its file is sent (`uploading`) and, if it is a workbook, unpacked
 * (`reading`); it is tried (`checking`, then `checked`), carried out, and undone.
 */
export const importStates = [
  "uploading",
  "reading",
  "ready",
  "checking",
  "checked",
  "running",
  "completed",
  "cancelled",
  "failed",
  "undoing",
  "undone",
] as const;
export type ImportState = (typeof importStates)[number];

/** The states in which the worker has something to do. */
export const WORKED = [
  "reading",
  "checking",
  "running",
  "undoing",
] as const satisfies ImportState[];

export const importFormats = ["csv", "ndjson", "xlsx"] as const;
export type ImportFormat = (typeof importFormats)[number];
