import * as z from "zod";
import { PossibleCause } from "#features/automation/runs/simulation/start-input";
import { exactlyOne } from "#lib/exactly-one";
import { reference } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";

/** The members that name what has happened. */
export const stored = ["message_id", "comment_id", "event_id"] as const;
const subjects = ["lead_id", ...stored] as const;

/** The kinds of what a lead writes on a channel. */
export const SPOKEN = new Set<unknown>(["message", "comment"]);

/** A refinement: what happens goes with a lead, and a channel with a message. */
function ofLead(given: unknown, context: z.RefinementCtx) {
  const { lead_id: lead, happens, channel_id: channel } = Object(given);
  const [other] = stored.filter((name) => Object(given)[name] != null);
  const issue = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (lead != null && happens == null) issue("happens", validationMessages.required);
  if (other && happens != null) issue("happens", validationMessages.notBeside(other));
  if (channel != null && !SPOKEN.has(Object(happens).type))
    issue("channel_id", validationMessages.selected);
}

export const ExplainInput = z
  .object({
    message_id: reference().nullish().describe("A message of a lead."),
    comment_id: reference().nullish().describe("Or a comment under a post."),
    event_id: reference().nullish().describe("Or an event of the feed."),
    lead_id: reference().nullish().describe("Or a lead, to which `happens` would happen now."),
    happens: PossibleCause.nullish().describe(
      "With `lead_id`: what would happen. `time` answers when triggers of the types `date` and " +
        "`recurring` start for the lead next, and what became of the last time.",
    ),
    channel_id: reference()
      .nullish()
      .describe(
        "With `happens` of a message or a comment: where the lead writes. Defaults to the " +
          "channel of the lead's last message, and then to the newest one.",
      ),
  })
  .superRefine(
    exactlyOne(
      subjects,
      "The lead id field is required when there is no message, comment or event id.",
    ),
    { when: () => true },
  )
  .superRefine(ofLead, { when: () => true })
  .meta({
    id: "ExplainInput",
    examples: [
      { message_id: 5119 },
      { lead_id: 42, happens: { type: "message", text: "GUIDE" } },
      { lead_id: 42, happens: { type: "time" } },
    ],
  });

export type ExplainInput = z.output<typeof ExplainInput>;
