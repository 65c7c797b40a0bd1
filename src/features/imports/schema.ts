import * as z from "zod";
import { importFormats, importStates, rowStatuses } from "#domain/imports";
import { MAX_TAGS, sources } from "#domain/leads";
import { PageQuery } from "#http/page";
import { at, boolean, choice, query, requiredChoice, requiredText } from "#lib/fields";
import { errorCodes } from "#lib/read-fault";
import { codePoints } from "#lib/text";
import { validationMessages } from "#lib/validation-messages";
import { country } from "../access/workspaces/schema";
import { BulkCounts, bulkModes, matchFields } from "../leads/bulk/schema";
import { LeadWarning } from "../leads/warning-schema";
import { failureCodes } from "./failures";
import { encodings } from "./reading/encoding";
import { Mapping } from "./reading/mapping";

export const MAX_PARTS = 20;

const settings = {
  mode: requiredChoice(bulkModes).describe("As in `POST /v1/leads/batch`."),
  match_by: z.array(z.enum(matchFields)).min(1).max(matchFields.length).optional(),
  create_tags: boolean()
    .optional()
    .describe("Creates the tags that do not exist yet. Without it, their rows are `invalid`."),
  default_country: country("Of national numbers. By default, the workspace's."),
  source: choice(sources).describe("Of the leads that are created: `import` by default."),
  tags: z
    .array(requiredText(255))
    .max(MAX_TAGS)
    .optional()
    .describe("The labels of tags to add to every lead."),
  ignore_consent_columns: boolean()
    .optional()
    .describe(
      "Starts although `consent_columns` are not mapped, which would import people as subscribed " +
        "who are not. Only for columns that say nothing about who may be written to.",
    ),
  notify: boolean()
    .optional()
    .describe("`false`: neither scenarios nor webhooks are told. The event feed is."),
};

export const ImportStart = z
  .object({
    ...settings,
    mapping: Mapping.optional().describe("By default, the one that the import shows."),
    dry_run: boolean()
      .optional()
      .describe("Only counts what would become of the rows, and shows those that are rejected."),
  })
  .meta({
    id: "ImportStart",
    examples: [
      {
        mode: "upsert",
        mapping: { "First Name": "first_name", Phone: "phone", City: "variables.city" },
        create_tags: true,
        dry_run: true,
      },
    ],
  });

export const ImportQuery = z.object({
  name: query.text(255).describe("The name of the file, to be recognised by."),
  encoding: query
    .choice(encodings)
    .describe("Of a CSV or NDJSON file. Without it, it is detected."),
  delimiter: z
    .string()
    .trim()
    .refine((value) => codePoints(value) === 1 || value === "tab", validationMessages.format)
    .optional()
    .describe("Of a CSV file: one character, or `tab`. Without it, it is detected."),
  sheet: query.text(255).describe("Of a workbook. Without it, the first."),
});

export const ImportOptions = z
  .object({
    mode: z.enum(bulkModes),
    match_by: z.array(z.enum(matchFields)),
    create_tags: z.boolean(),
    default_country: z
      .string()
      .nullable()
      .meta({ description: "The country of national numbers. `null` stands for the workspace's." }),
    source: z.enum(sources).meta({ description: "Of the leads that are created." }),
    tags: z.array(z.string()).meta({ description: "The labels of tags that every lead gets." }),
    ignore_consent_columns: z.boolean(),
    notify: z.boolean(),
  })
  .meta({
    id: "ImportOptions",
    description: "What an import was started with, with the defaults.",
  });

const FailureCode = z.enum(failureCodes).meta({
  id: "ImportFailureCode",
  description:
    "`reading_broken_off`, `rows_broken_off`, `undoing_broken_off`: the service has tried the " +
    "same part three times, and ended each time.",
});

export const Import = z
  .object({
    id: z.int(),
    name: z.string(),
    state: z.enum(importStates),
    format: z.enum(importFormats).nullable(),
    bytes: z.int().meta({ description: "How large the file is." }),
    columns: z.array(z.string()).nullable().meta({ description: "The names of the columns." }),
    mapping: z
      .record(z.string(), z.string())
      .nullable()
      .meta({ description: "What each column is: as it was given, or as it is suggested." }),
    consent_columns: z.array(z.string()).meta({
      description:
        "The columns whose name or values speak of consent. Each must be mapped before the " +
        "import starts: to `is_optout`, `is_subscribed` (the reverse), `is_marketing_optout`, " +
        "`is_marketing_subscribed`, or anything else but `ignore`. Suggested is a consent to all " +
        "messages.",
    }),
    options: ImportOptions.nullable().meta({ description: "`null` until it is started." }),
    is_dry_run: z.boolean().meta({ description: "Whether the counts are those of a dry run." }),
    rows: z.int().meta({ description: "How many rows have been read." }),
    counts: BulkCounts,
    warned: z.int().meta({
      description:
        "How many of the rows that were taken have warnings, such as a phone that can't be one.",
    }),
    progress: z.int().meta({ description: "Of the file, in percent." }),
    rows_per_second: z.number().nullable(),
    seconds_left: z.int().nullable(),
    opted_out: z.int().meta({
      description:
        "How many people it has unsubscribed. They stay so when it is undone, save leads without " +
        "any phone or e-mail, which are no longer counted once they are deleted. Dry runs count " +
        "none.",
    }),
    undone: z.int().meta({ description: "How many leads were deleted by undoing the import." }),
    kept: z
      .int()
      .meta({ description: "How many leads were not, since somebody has touched them." }),
    reason: z.string().nullable().meta({ description: "Why the import failed." }),
    reason_code: FailureCode.nullable().meta({
      description: "The code of `reason`; `null` for one of its own, such as that of a quota.",
    }),
    created_at: at,
    started_at: at.nullable(),
    finished_at: at.nullable(),
    undoable_until: at.nullable(),
    kept_until: at.meta({ description: "When the import is deleted, with its rejected rows." }),
  })
  .meta({ id: "Import", description: "A file of leads, and what has become of its rows." });

export const ImportRow = z
  .object({
    row: z.int().meta({ description: "As a spreadsheet numbers it: the header is row 1." }),
    status: z.enum(rowStatuses).meta({
      description: "A `warned` row was taken. The others were not.",
    }),
    errors: z.record(z.string(), z.array(z.string())),
    ...errorCodes,
    conflicts: z.record(z.string(), z.int().nullable()).nullable().meta({
      description:
        "The ids of the leads in the way, by field; `null` for one that a dry run would create.",
    }),
    warnings: z
      .array(
        LeadWarning.extend({
          column: z.string().nullable().meta({ description: "The column of the file." }),
        }).meta({ id: "ImportWarning" }),
      )
      .optional()
      .meta({ description: "What is kept but can't be used, and what was not done." }),
    values: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: "The cells by column; `null` for a row that is too long to keep." }),
  })
  .meta({
    id: "ImportRow",
    description: "A row that was not taken, or was taken with warnings.",
  });

export const RowQuery = z.object({
  status: query
    .choice(rowStatuses)
    .describe("Without it, all; as CSV, those that were not taken, to be mended and sent again."),
  ...PageQuery.shape,
});

export type ImportStart = z.output<typeof ImportStart>;
export type ImportQuery = z.output<typeof ImportQuery>;
export type ImportOptions = z.output<typeof ImportOptions>;
export type Import = z.output<typeof Import>;
export type ImportRow = z.output<typeof ImportRow>;
export type RowQuery = z.output<typeof RowQuery>;
