import * as z from "zod";
import { unmigratedReasons } from "./fate";

/** The reason why a run keeps its version. */
export const unmigratedReason = z.enum(unmigratedReasons).meta({
  id: "UnmigratedReason",
  description:
    "`node_gone`: the newest version does not have the run's node. `type_changed`: " +
    "the node has another type there, or waits for another event. `running`: right " +
    "now the run sends its message, makes its HTTP request, or has its lead's " +
    "conversations analysed.",
});

export const Migration = z
  .object({
    version: z.int().meta({ description: "The newest version." }),
    migrated: z
      .int()
      .meta({ description: "How many runs have moved to it from an older version." }),
    left: z
      .array(
        z
          .object({
            run_id: z.int(),
            node_id: z.string().nullable(),
            version: z.int().meta({ description: "The version that the run keeps." }),
            reason: unmigratedReason,
          })
          .meta({ id: "UnmigratedRun" }),
      )
      .meta({ description: "Active runs that still follow an older version: the first 1,000." }),
    left_count: z
      .int()
      .meta({ description: "How many active runs follow an older version in all." }),
  })
  .meta({
    id: "Migration",
    examples: [
      {
        version: 4,
        migrated: 128,
        left: [{ run_id: 16, node_id: "old-question", version: 3, reason: "node_gone" }],
        left_count: 1,
      },
    ],
  });

export type Migration = z.output<typeof Migration>;
