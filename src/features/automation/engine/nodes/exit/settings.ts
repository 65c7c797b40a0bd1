import * as z from "zod";
import { text } from "#lib/fields";
import { documentSettings, type NodeDocumentation } from "../documentation";

export const ExitSettings = z.object({
  reason: text(255).describe("Stands in the `detail` of the run's last step."),
});

export const documentation: NodeDocumentation = {
  summary: "Ends the run.",
  data: documentSettings(ExitSettings, "Exit", "`exit`", { reason: "Not interested" }),
};
