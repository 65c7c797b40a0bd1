import * as z from "zod";
import { exportKinds, exportStates } from "#domain/imports";
import { at } from "#lib/fields";

const counts = Object.fromEntries(exportKinds.map((kind) => [kind, z.int()]));

export const Export = z
  .object({
    id: z.int(),
    state: z.enum(exportStates),
    counts: z
      .object(counts)
      .meta({ id: "ExportCounts", description: "How many of each have been written so far." }),
    bytes: z.int().meta({ description: "How long the files are together." }),
    reason: z.string().nullable().meta({ description: "Why the export failed." }),
    created_at: at,
    finished_at: at.nullable(),
    kept_until: at.meta({ description: "When the export is deleted." }),
  })
  .meta({ id: "Export", description: "All that the workspace has, as files." });

export const ExportFile = z
  .object({
    name: z.string(),
    kind: z.enum(exportKinds).nullable().meta({ description: "`null`: the manifest." }),
    rows: z.int().nullable(),
    bytes: z.int(),
    sha256: z.string(),
    url: z.url().meta({ description: "Downloads the file, without a token." }),
    url_valid_until: at,
  })
  .meta({
    id: "ExportFile",
    examples: [
      {
        name: "leads-1.ndjson",
        kind: "leads",
        rows: 4_675,
        bytes: 3_812_004,
        sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        url: "https://api.example.com/v1/export-files/Zk3mQ0/leads-1.ndjson",
        url_valid_until: "2026-11-20T11:15:30.000Z",
      },
    ],
  });

export type Export = Omit<z.output<typeof Export>, "counts"> & {
  counts: Record<(typeof exportKinds)[number], number>;
};
export type ExportFile = z.output<typeof ExportFile>;
