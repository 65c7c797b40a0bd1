import * as z from "zod";
import { leave } from "#features/automation/engine/transition";
import { defineNode } from "../definition";

export const start = defineNode({
  type: "start",
  documentation: {
    summary:
      "Begins the run. Without a `start` node, the run begins at the only node that no edge " +
      "leads to.",
    handles: "`next`",
  },
  settings: z.object({}),
  handles: () => ["next"],
  arrive: () => leave("next"),
});
