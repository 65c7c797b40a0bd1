import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import {
  type ExportKind,
  exportKinds,
  exportStates,
  importFormats,
  importStates,
  rowStatuses,
} from "#domain/imports";
import { workspaceId } from "./access";
import { changedBy, id, tally } from "./columns";

/** A part of a file as it was sent: the pieces that R2 has of it, in their order, in bytes. */
export type FilePart = { part: number; upload: string; pieces: number[] };

/**
 * Files of leads, and what has become of their rows. The file itself is in R2.
 *
 * Triggers: counters.sql.
 */
export const imports = sqliteTable(
  "imports",
  {
    id: id(),
    workspaceId: workspaceId(),
    name: text().notNull(),
    state: text({ enum: importStates }).notNull().default("uploading"),
    format: text({ enum: importFormats }),
    parts: text({ mode: "json" }).$type<FilePart[]>().notNull().default([]),
    /** The lines that a workbook was turned into, in R2 as the file is. */
    lines: text({ mode: "json" }).$type<FilePart[]>().notNull().default([]),
    bytes: tally(),
    /** True if R2 may have something of the file. */
    hasFile: integer({ mode: "boolean" }).notNull().default(true),
    /**
     * The way to read the file (imports/reading/layout.ts). This, the columns and the mapping are
     * null once a lead was erased and the import was over: a file without a header begins with a
     * person.
     */
    layout: text({ mode: "json" }).$type<unknown>(),
    columns: text({ mode: "json" }).$type<string[]>(),
    /** The mapping that is suggested, or was given. */
    mapping: text({ mode: "json" }).$type<Record<string, string>>(),
    /** The columns that speak of consent. */
    consentColumns: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    settings: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default({}),
    /** Each start is another attempt, which has rejected rows of its own. */
    attempt: tally(),
    isDry: integer({ mode: "boolean" }).notNull().default(false),
    /** Where the next row begins: its number, and its place in bytes. */
    row: tally(),
    offset: tally(),
    /** The rows by their outcome. */
    created: tally(),
    updated: tally(),
    unchanged: tally(),
    conflict: tally(),
    invalid: tally(),
    /** The number of rows that were taken with warnings. */
    warned: tally(),
    /** The people whom its starts (no dry run) have unsubscribed, less those undone for good. */
    optedOut: tally(),
    /** The bytes of rejected rows that are kept to be mended. */
    keptBytes: tally(),
    /** Up to which of its leads an import is undone, how many were deleted, how many kept. */
    undoneTo: tally(),
    undone: tally(),
    kept: tally(),
    reason: text(),
    startedBy: changedBy(),
    createdAt: integer().notNull(),
    startedAt: integer(),
    finishedAt: integer(),
  },
  (t) => [
    index("imports_workspace").on(t.workspaceId),
    index("imports_worked")
      .on(t.id)
      .where(sql`state in ('reading', 'checking', 'running', 'undoing')`),
    index("imports_created").on(t.createdAt),
    index("imports_files").on(t.createdAt).where(sql`has_file = 1`),
  ],
);

/**
 * The rows of imports that were not taken, to be mended and sent again, and those that were taken
 * with warnings.
 */
export const importRows = sqliteTable(
  "import_rows",
  {
    workspaceId: workspaceId(),
    importId: integer().notNull(),
    attempt: integer().notNull(),
    row: integer().notNull(),
    status: text({ enum: rowStatuses }).notNull(),
    /** By field; empty if a lead was erased since, as a text may quote a cell. */
    errors: text({ mode: "json" }).$type<Record<string, string[]>>().notNull(),
    conflicts: text({ mode: "json" }).$type<Record<string, number | null>>(),
    warnings: text({ mode: "json" }).$type<unknown[]>(),
    /** The cells by column; null where they are too long to be kept, or a lead was erased since. */
    cells: text(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.importId, t.attempt, t.row] }),
    // The rows that an erasure empties (imports/erase.ts).
    index("import_rows_quoting")
      .on(t.workspaceId)
      .where(sql`cells is not null or errors <> '{}' or warnings is not null`),
    index("import_rows_status").on(t.workspaceId, t.importId, t.attempt, t.status, t.row),
  ],
);

/** The leads that an import has created: `count` of them from an id on. */
export const importedLeads = sqliteTable(
  "imported_leads",
  {
    workspaceId: workspaceId(),
    importId: integer().notNull(),
    firstId: integer().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.importId, t.firstId] })],
);

/** A file of an export; the manifest is of no kind. */
export type ExportFile = {
  name: string;
  kind: ExportKind | null;
  rows: number | null;
  bytes: number;
  sha256: string;
};

/**
 * Exports of all that a workspace has. Their files are in R2.
 *
 * Triggers: counters.sql.
 */
export const exports = sqliteTable(
  "exports",
  {
    id: id(),
    workspaceId: workspaceId(),
    state: text({ enum: exportStates }).notNull().default("running"),
    /** Of which kind the next file is, and behind which row it begins. No kind: the manifest. */
    kind: text({ enum: exportKinds }).default(exportKinds[0]),
    cursor: integer(),
    counts: text({ mode: "json" })
      .$type<Partial<Record<ExportKind, number>>>()
      .notNull()
      .default({}),
    files: text({ mode: "json" }).$type<ExportFile[]>().notNull().default([]),
    bytes: tally(),
    reason: text(),
    createdAt: integer().notNull(),
    finishedAt: integer(),
    keptUntil: integer().notNull(),
    /** Since when it is hidden: its files go next, then the row. */
    deletedAt: integer(),
  },
  (t) => [
    index("exports_workspace").on(t.workspaceId),
    index("exports_worked").on(t.id).where(sql`state = 'running' and deleted_at is null`),
    index("exports_kept").on(t.keptUntil).where(sql`deleted_at is null`),
    index("exports_deleted").on(t.deletedAt).where(sql`deleted_at is not null`),
  ],
);
