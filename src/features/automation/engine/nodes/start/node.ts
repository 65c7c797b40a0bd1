import * as z from "zod";
import { ENTRY_TYPE } from "#domain/automation";
import { leave } from "#features/automation/engine/transition";
import { defineNode } from "../definition";

export const start = defineNode({
  type: ENTRY_TYPE,
  documentation: {
    summary:
      "Begins the run. Without a `start` node, the run begins at the only node that no edge " +
      "leads to.",
  },
  settings: z.object({}),
  handles: ["next"],
  arrive: () => leave("next"),
});
