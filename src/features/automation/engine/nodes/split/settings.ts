import * as z from "zod";
import { documentSettings, type NodeDocumentation } from "../documentation";
import { branches, handle } from "../fields";

export const SplitSettings = z.object({
  branches: branches(
    z
      .object({
        handle: handle(),
        percent: z.number("The :f field must be a number.").min(0).max(100),
      })
      .meta({ id: "SplitBranch" }),
  ).describe("The percentages add up to 100."),
});

export type SplitSettings = z.output<typeof SplitSettings>;

export const documentation: NodeDocumentation = {
  summary: "Takes a branch by chance.",
  handles: "each branch's",
  data: documentSettings(SplitSettings, "Split", "`split`", {
    branches: [
      { handle: "a", percent: 50 },
      { handle: "b", percent: 50 },
    ],
  }),
};
