import * as z from "zod";
import { jurisdictions } from "#domain/databases";
import { at, choice, requiredText } from "#lib/fields";

const isOpen = z.boolean().describe("Whether workspaces that name no database may come to it.");

export const DatabaseInput = z
  .object({
    name: requiredText(20).describe("The name of its binding, such as `DB_1`."),
    jurisdiction: choice(jurisdictions).describe(
      "Where Cloudflare keeps its rows, if you created it with a jurisdiction.",
    ),
    is_open: isOpen.default(true),
  })
  .meta({
    id: "DatabaseInput",
    examples: [{ name: "DB_1", jurisdiction: "eu", is_open: false }],
  });

export const DatabasePatch = z
  .object({ is_open: isOpen.optional() })
  .meta({ id: "DatabasePatch", examples: [{ is_open: true }] });

export const DatabaseDetail = z
  .object({
    name: z.string(),
    jurisdiction: z.enum(jurisdictions).nullable(),
    is_open: z.boolean(),
    size_bytes: z.int().meta({ description: "At `measured_at`. D1 holds at most 10 GB." }),
    measured_at: at.nullable().meta({ description: "`null` before the cron has measured it." }),
    workspaces: z.int().meta({ description: "How many workspaces it has." }),
    range: z.int().meta({ description: "Its new ids are above `range` · 2^36." }),
    created_at: at,
  })
  .meta({ id: "Database", description: "A database that stores workspaces." });

export type DatabaseInput = z.output<typeof DatabaseInput>;
export type DatabasePatch = z.output<typeof DatabasePatch>;
export type DatabaseDetail = z.output<typeof DatabaseDetail>;
