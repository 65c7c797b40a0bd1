import * as z from "zod";
import { removedResources } from "#domain/removals";
import { at } from "#lib/fields";

const counts = Object.fromEntries(removedResources.map((name) => [name, z.int()]));

export const WorkspaceRemoval = z
  .object({
    workspace_id: z.int().meta({ format: "int64" }),
    name: z.string().meta({ description: "The workspace's name when it was deleted." }),
    state: z.enum(["removing", "removed"]).meta({ id: "WorkspaceRemovalState" }),
    requested_at: at,
    finished_at: at.nullable().meta({ description: "When the last of its data was removed." }),
    removed: z.object(counts).meta({
      id: "RemovedRows",
      description:
        "How many of each have been removed so far, not counting what was deleted before the " +
        "workspace.",
    }),
  })
  .meta({
    id: "WorkspaceRemoval",
    description: "The receipt of a deleted workspace. It holds none of its data except the name.",
  });

export type WorkspaceRemoval = Omit<z.output<typeof WorkspaceRemoval>, "removed"> & {
  removed: Record<(typeof removedResources)[number], number>;
};
