import * as z from "zod";
import {
  COMPARED,
  PATTERNS,
  pattern,
  replyOps,
  value,
} from "#features/automation/scenarios/clauses";
import { integer, requiredChoice } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";
import { documentSettings, type NodeDocumentation } from "../documentation";
import { branches, handle, savedTo, timeout } from "../fields";
import { formSettings } from "../form-answers";

const Match = z
  .object({
    handle: handle(),
    op: requiredChoice(replyOps).default("equals").describe("Defaults to `equals`."),
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
      "The run leaves by the handle of the first match that the reply fits. It leaves by " +
        "`reply` if the reply fits none, or if no edge leaves by that handle. A tapped button " +
        `fits by its title or its \`id\`. ${COMPARED}`,
    ),
  save_to: savedTo("the reply"),
  validate: z
    .union([
      z.enum(["email", "phone", "number", "date", "location"]).meta({ id: "ReplyFormat" }),
      z.object({ regex: pattern() }).meta({ id: "ReplyPattern" }),
    ])
    .nullish()
    .describe(
      "What a reply must hold. If it doesn't, it is invalid. `email`, `phone`, `number` and " +
        "`date` take exactly one, and save it without the words around it. They are read as " +
        "people write them in the country of the lead's phone, else in that with which its " +
        "WhatsApp id begins, else in the workspace's `default_country`. Of `1.500` and " +
        "`1,500`, one is 1500 and the other 1.5. Without a country both are 1500. A number can " +
        "have a currency or a `k`. `03/04/2026` is a day in April or in March, and not a date " +
        "without a country. A day is saved as `2026-04-03`. A date with a time is " +
        "read in the workspace's `time_zone` and saved in UTC. A `location` is one that the lead " +
        "sends, on WhatsApp: it is saved as `{latitude, longitude, name, address}`, without what " +
        "it lacks, as it is without `validate`. A `regex` is " +
        `${PATTERNS}. A reply of more than 1,000 characters is always invalid.`,
    ),
  flow: formSettings
    .nullish()
    .describe(
      "With it, the answers of a form that the run has sent leave by `answers`, if an edge does, " +
        "else by `reply`. Those of other forms are no reply to this node. Any other reply is " +
        "read as without it.",
    ),
  max_attempts: integer(1)
    .max(10)
    .default(1)
    .describe("After this many invalid replies, the run leaves by `invalid`."),
});

export type WaitForReplySettings = z.output<typeof WaitForReplySettings>;

export const documentation: NodeDocumentation = {
  summary:
    "Waits for the lead to write. If several runs of the lead wait, a reply goes to the run " +
    "whose message it quotes, else to the run whose message is last in the conversation. The " +
    "others keep waiting.",
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
    {
      timeout_seconds: 86_400,
      flow: { save: { city: "city", shoe_size: "size" }, required: ["city"] },
    },
  ),
};
