import { z } from "zod";
import { integer, requiredChoice } from "../../../../../lib/fields";
import { validationMessages } from "../../../../../lib/validation-messages";
import { COMPARED, PATTERNS, pattern, replyOps, value } from "../../../scenarios/clauses";
import { documentSettings, type NodeDocumentation } from "../documentation";
import { branches, handle, savedTo, timeout } from "../fields";

const Match = z
  .object({
    handle: handle(),
    op: requiredChoice(replyOps).default("equals").describe("`equals` when absent."),
    value,
  })
  .refine(({ op, value: given }) => op !== "matches" || pattern().safeParse(given).success, {
    error: validationMessages.format,
    path: ["value"],
  });

export type Match = z.output<typeof Match>;

export const WaitForReplySettings = z.object({
  timeout_seconds: timeout(),
  matches: branches(Match, 0)
    .nullish()
    .describe(
      "The run leaves by the handle of the first that the reply fits, by `reply` where it " +
        "fits none or where no edge leaves by that handle. Of a button that was tapped its title " +
        `or its \`id\` may fit. ${COMPARED}`,
    ),
  save_to: savedTo("the reply"),
  validate: z
    .union([z.enum(["email", "phone", "number"]), z.object({ regex: pattern() })])
    .nullish()
    .describe(
      `What a reply must be, else the run leaves by \`invalid\`. \`regex\` is ${PATTERNS}; a ` +
        "reply of more than 1,000 characters never fits.",
    ),
  max_attempts: integer(1)
    .max(10)
    .default(1)
    .describe("How many replies that are not valid it takes to leave by `invalid`."),
});

export type WaitForReplySettings = z.output<typeof WaitForReplySettings>;

export const documentation: NodeDocumentation = {
  summary: "Waits for the lead to write.",
  handles:
    "that of the first of the `matches` that fits, else `reply`; with `validate` `invalid`; " +
    "`timeout`",
  data: documentSettings(
    WaitForReplySettings,
    "WaitForReply",
    "`wait_for_reply`",
    {
      timeout_seconds: 259_200,
      save_to: "answer",
      matches: [{ handle: "yes", op: "in", value: ["yes", "1"] }],
    },
    { timeout_seconds: 86_400, save_to: "email", validate: "email", max_attempts: 3 },
  ),
};
