import * as z from "zod";
import { reference, text } from "#lib/fields";
import { documentSettings, type NodeDocumentation } from "../documentation";

export const HandoffSettings = z.object({
  reason: text(255).describe("Stands in the `detail` of the run's last step."),
  assignee_id: reference()
    .nullish()
    .describe("One of `GET /v1/assignees`. Without it, nobody is assigned."),
});

export const documentation: NodeDocumentation = {
  summary: "Ends the run, and opens the conversation for people, unread or not.",
  data: documentSettings(HandoffSettings, "Handoff", "`handoff`", {
    reason: "Asked for a person",
    assignee_id: 4,
  }),
};
