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
  })
  .meta({ id: "ReplyMatch" });

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
    .union([
      z.enum(["email", "phone", "number", "date"]).meta({ id: "ReplyFormat" }),
      z.object({ regex: pattern() }).meta({ id: "ReplyPattern" }),
    ])
    .nullish()
    .describe(
      "What a reply must hold, else the run leaves by `invalid`: one `email`, `phone`, `number` " +
        "or `date`, which is saved without the words around it. Several are as invalid as none. " +
        "They are read as people write them in the country of the lead's phone, else in the " +
        "workspace's `default_country`: of `1.500` or `1,500`, one is 1500 and the other 1.5; " +
        "without a country both are 1500. Numbers may have a currency or a `k`. `03/04/2026` is a " +
        "day in April or in March, and no date without a country. A day is saved as " +
        "`2026-04-03`; one with a time is read in the workspace's `time_zone` and saved in UTC. " +
        `A \`regex\` is ${PATTERNS}. A reply of more than 1,000 characters never fits.`,
    ),
  max_attempts: integer(1)
    .max(10)
    .default(1)
    .describe("How many replies that are not valid it takes to leave by `invalid`."),
});

export type WaitForReplySettings = z.output<typeof WaitForReplySettings>;

export const documentation: NodeDocumentation = {
  summary:
    "Waits for the lead to write. Where several runs of the lead wait, a reply is taken by the one " +
    "whose message it quotes, else by the one whose message stands last in the conversation; the " +
    "others wait on.",
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
