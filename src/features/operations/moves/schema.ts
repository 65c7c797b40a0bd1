import * as z from "zod";
import { movePhases } from "#domain/moves";
import { at } from "#lib/fields";

export const MoveInput = z
  .object({
    database: z.string().min(1).max(20).meta({
      description: "The name of the database to move the workspace to.",
    }),
  })
  .meta({ id: "MoveInput", examples: [{ database: "DB_1" }] });

export type MoveInput = z.output<typeof MoveInput>;

export const Move = z
  .object({
    id: z.int(),
    workspace_id: z.int().meta({ format: "int64" }),
    from: z.string().meta({ description: "The name of the database that the workspace leaves." }),
    to: z.string().meta({ description: "The name of the database that it moves to." }),
    phase: z.enum(movePhases).meta({
      id: "MovePhase",
      description:
        "`copying` while the workspace goes on as usual; `freezing`, `comparing` and `settling` " +
        "while its writes get 503; `removing` while the rows that it has left are removed.",
    }),
    rows_copied: z.int(),
    rows_corrected: z.int().meta({
      description: "Rows that had changed since they were copied, and were copied again.",
    }),
    reason: z.string().nullable().meta({ description: "Why the move was abandoned." }),
    created_at: at,
    frozen_at: at.nullable().meta({ description: "From when on writes were refused." }),
    thawed_at: at.nullable().meta({ description: "Until when writes were refused." }),
    finished_at: at.nullable(),
  })
  .meta({ id: "Move", description: "A move of a workspace from one database to another." });

export type Move = z.output<typeof Move>;
