import * as z from "zod";
import { goalEvents, goalTypes } from "#domain/automation";
import { stages } from "#domain/leads";
import { choice, reference, requiredChoice, text } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";
import { documentSettings, type NodeDocumentation } from "../documentation";
import { branches, handle } from "../fields";

/** The member that each type of goal requires. */
const REQUIRED = {
  tag: "tag_id",
  stage: "stage",
  node: "node_id",
  event: "event",
} as const;

const Goal = z
  .object({
    type: requiredChoice(goalTypes),
    tag_id: reference().nullish().describe("For `tag`: the tag that the lead gets."),
    stage: choice(stages).describe("For `stage`: the stage that the lead comes to."),
    node_id: text(255).describe("For `node`: the node that the run comes to."),
    event: choice(goalEvents).describe("For `event`: what the run waits for and receives."),
    name: text(64).describe("For the event `custom`, which requires it: the event's name."),
  })
  .superRefine((goal, context) => {
    const required = [REQUIRED[goal.type], goal.event === "custom" && "name"] as const;
    for (const name of required)
      if (name && goal[name] == null)
        context.addIssue({ code: "custom", path: [name], message: validationMessages.required });
  })
  .meta({ id: "SplitGoal" });

export const SplitSettings = z.object({
  branches: branches(
    z
      .object({
        handle: handle(),
        percent: z.number(validationMessages.number).min(0).max(100),
      })
      .meta({ id: "SplitBranch" }),
  ).describe("The percentages add up to 100."),
  goal: Goal.nullish().describe(
    "What the branches are compared by, in the scenario's statistics. A run reaches the goal if " +
      "it does so after the split and while it is active: a tag or a stage is seen when the run " +
      "goes on or ends, an event when the run waits for it.",
  ),
});

export type SplitGoal = z.output<typeof Goal>;
export type SplitSettings = z.output<typeof SplitSettings>;

export const documentation: NodeDocumentation = {
  summary: "Takes a branch by chance.",
  data: documentSettings(SplitSettings, "Split", "`split`", {
    branches: [
      { handle: "a", percent: 50 },
      { handle: "b", percent: 50 },
    ],
    goal: { type: "stage", stage: "won" },
  }),
};
