import * as z from "zod";
import { clauses } from "#features/automation/scenarios/clauses";
import { exactlyOne } from "#lib/exactly-one";
import { documentSettings, type NodeDocumentation } from "../documentation";
import { branches, handle } from "../fields";

/** The handle by which a run leaves if no branch holds. */
export const ELSE = "else";

export const ConditionSettings = z.object({
  branches: branches(
    z
      .object({
        handle: handle(),
        all: clauses("Every one must hold."),
        any: clauses("One must hold."),
      })
      .superRefine(exactlyOne(["all", "any"]))
      .meta({ id: "ConditionBranch" }),
  ).describe(
    "The run leaves by the handle of the first branch whose clauses hold (`all` or `any` of " +
      "them), or by `else` if none does.",
  ),
});

export type ConditionSettings = z.output<typeof ConditionSettings>;

export const documentation: NodeDocumentation = {
  summary: "Takes the first branch whose clauses hold.",
  data: documentSettings(ConditionSettings, "Condition", "`condition`", {
    branches: [
      { handle: "french", all: [{ field: "variables.language", op: "equals", value: "fr" }] },
    ],
  }),
};
