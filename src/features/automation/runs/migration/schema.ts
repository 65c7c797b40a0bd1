import { z } from "zod";

export const Migration = z
  .object({
    version: z.int().meta({ description: "The newest version." }),
    migrated: z
      .int()
      .meta({ description: "How many runs now follow it that followed an older one." }),
    left: z
      .array(
        z
          .object({
            run_id: z.int(),
            node_id: z.string().nullable(),
            version: z.int().meta({ description: "The version that it goes on following." }),
            reason: z.enum(["node_gone", "type_changed", "running"]).meta({
              id: "UnmigratedReason",
              description:
                "`node_gone`: the node that it stands at is not in the newest version. " +
                "`type_changed`: it is of another type there, or waits for another event. " +
                "`running`: its message is being sent, its webhook asked, or its lead's " +
                "conversations analysed, at this moment.",
            }),
          })
          .meta({ id: "UnmigratedRun" }),
      )
      .meta({ description: "Active runs that still follow an older version: the first 1,000." }),
    left_count: z.int().meta({ description: "How many there are in all." }),
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
