import * as z from "zod";
import { erasedResources, erasureStates, keptResources } from "#domain/erasures";
import { PageQuery } from "#http/page";
import { at, query } from "#lib/fields";

const counts = Object.fromEntries(erasedResources.map((name) => [name, z.int()]));

const Kept = z
  .object({
    what: z.enum(keptResources),
    count: z.int().nullable().meta({ description: "Where the receipt knows it." }),
    since: at.nullable().meta({ description: "When the person unsubscribed." }),
    why: z.string(),
    until: at.nullable().meta({ description: "When it goes; `null` if it stays." }),
  })
  .meta({ id: "KeptOfLead" });

const Copy = z
  .object({ id: z.int(), created_at: at, kept_until: at })
  .meta({ id: "CopyOfLead", description: "It holds the person until it expires." });

export const Erasure = z
  .object({
    id: z.int(),
    lead_id: z.int(),
    state: z.enum(erasureStates).meta({ id: "ErasureState" }),
    requested_at: at,
    finished_at: at.nullable(),
    repeated_at: at.nullable().meta({
      description: "When a restored backup made it necessary to erase the lead again.",
    }),
    requested_by: z
      .object({ token_id: z.int(), name: z.string().nullable() })
      .meta({ id: "ErasureRequester", description: "The token, with its name at that time." }),
    removed: z.object(counts).meta({
      id: "ErasedRows",
      description:
        "How many of each have been removed so far. `events` lost the person's values, and " +
        "`*_answers` their text. `import_rows` and `imports`: rejected rows of the workspace's " +
        "imports, which have lost their cells and errors, and imports that are over, which have " +
        "lost their names and columns. `source_deliveries`: what sources have brought of the " +
        "person, and of nobody known, which has lost its body and errors. `media`: files that " +
        "were uploaded and sent to nobody else. `status_reports`: reports on messages that " +
        "nobody knows.",
    }),
    kept: z.array(Kept).meta({ description: "What stays, and why." }),
    backups: z.array(Copy).meta({
      description: "If one is restored, the lead is erased again before anybody sees it.",
    }),
    exports: z.array(Copy).meta({ description: "`DELETE /v1/exports/{export}` deletes one now." }),
  })
  .meta({
    id: "Erasure",
    description: "The receipt of an erasure. It holds nothing of the person but the lead's id.",
  });

export const ErasureQuery = PageQuery.extend({
  lead_id: query.integer(1).describe("The erasure of this lead."),
});

export type Erasure = Omit<z.output<typeof Erasure>, "removed"> & {
  removed: Record<(typeof erasedResources)[number], number>;
};
export type ErasureQuery = z.output<typeof ErasureQuery>;
