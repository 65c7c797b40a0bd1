import * as z from "zod";
import { text } from "../../../../lib/fields";
import { documentSettings, type NodeDocumentation } from "./documentation";

// The nodes that end a run have the same settings and share their documentation.

export const EndSettings = z.object({
  reason: text(255).describe("Stands in the `detail` of the run's last step."),
});

export const endDocumentation: NodeDocumentation = {
  summary: "Ends the run.",
  handles: "none",
  data: documentSettings(EndSettings, "Ending", "`handoff` and `exit`", {
    reason: "Asked for a person",
  }),
};
