import * as z from "zod";
import { requiredText } from "#lib/fields";
import { saveVariable } from "../lead-changes";
import type { Reply, Run } from "../run";
import { leaveWith, type StepContext, type Transition } from "../transition";
import { handleOfReply, keepReply } from "./await-reply";
import { variable } from "./fields";

// Shared by the nodes that wait for the answers of a form (Flow).

const MAX_ANSWERS = 50;
const name = () => requiredText(255);

/** The settings for the answers of a form. */
export const formSettings = z
  .object({
    save: z
      .record(name(), variable())
      .refine((given) => Object.keys(given).length <= MAX_ANSWERS)
      .nullish()
      .describe("The lead's variables that keep answers, by the answers' names. At most 50."),
    required: z
      .array(name())
      .max(MAX_ANSWERS)
      .nullish()
      .describe("The answers without which the run leaves by `invalid`."),
  })
  .meta({ id: "FormAnswersSettings" });

type FormSettings = z.output<typeof formSettings>;
type MaybeForm = FormSettings | null | undefined;

/** The handles of a node that waits for answers. */
export const formHandles = (form: MaybeForm) => [
  "answers",
  ...(form?.required?.length ? ["invalid"] : []),
];

/** The variables that answers are saved to. */
export const formVariables = (form: MaybeForm) => Object.values(form?.save ?? {});

/** True if the reply answers a form that the run has sent. */
export const isOwnForm = ({ answers }: Reply, { id }: Run) => answers?.runId === id;

const MAX_LISTED = 200;

/** An answer as a variable keeps it, a text; null where there is none. */
function textOf(value: unknown): string | null {
  if (typeof value === "string") return value.trim() || null;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "object" || value === null) return null;
  if (!Array.isArray(value)) return JSON.stringify(value);
  return (
    value
      .slice(0, MAX_LISTED)
      .flatMap((one) => textOf(one) ?? [])
      .join(", ") || null
  );
}

/** Saves the answers that the settings name, and goes on by `answers`, or by `invalid`. */
export function receiveAnswers(
  form: MaybeForm,
  context: StepContext,
  reply: Reply,
  next: Map<string, string>,
): Transition {
  keepReply(context, reply);
  const values = reply.answers?.values ?? {};
  const answerOf = (name: string) => (Object.hasOwn(values, name) ? textOf(values[name]) : null);
  const missing = (form?.required ?? []).filter((one) => answerOf(one) === null);
  if (missing.length > 0) return leaveWith("invalid", "invalid", { missing });
  for (const [answer, variable] of Object.entries(form?.save ?? {})) {
    const text = answerOf(answer);
    if (text !== null) saveVariable(context, variable, text);
  }
  return leaveWith("given", handleOfReply(next, "answers"));
}
