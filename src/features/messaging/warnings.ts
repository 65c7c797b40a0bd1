import * as z from "zod";
import { pauseReasons } from "#domain/messaging";
import { platforms } from "#domain/platforms";
import { at } from "#lib/fields";
import { FaultParams, FieldErrorCode } from "#lib/read-fault";

const reasons = [
  "not_a_date",
  "unreadable_date",
  "not_a_number",
  "nothing",
  "number_field",
  "no_choice",
  "together",
  "count",
  "lacks",
  "button_lacks",
  "button_takes_none",
  "cards",
] as const;

const text = z.string().optional();
const number = z.number().optional();

/** The parameters that the messages of warnings may have, beside those of faults. */
export const WarningParams = FaultParams.extend({
  fault: FieldErrorCode.optional(),
  ...{ handle: text, setting: text, field: text, name: text },
  ...{ trigger: text, scenario: text, scenario_id: z.int().optional() },
  ref: z.union([z.int(), z.string()]).optional(),
  why: z
    .enum(reasons)
    .meta({ id: "WarningReason" })
    .optional()
    .meta({
      description:
        "Of `never_holds`: the field is no date (`not_a_date`) or a number (`number_field`), the " +
        "value is no date (`unreadable_date`), no number (`not_a_number`), empty (`nothing`) or " +
        "none of the `choices` (`no_choice`), or the clause contradicts those before it " +
        "(`together`). Of `template_parameters`: there are too few or too many (`count`), one is " +
        "missing (`lacks`), a button lacks its own (`button_lacks`) or takes none, or the " +
        "template has other `cards`.",
    }),
  platform: z.enum(platforms).optional(),
  reason: z.enum(pauseReasons).optional(),
  until: at.optional(),
  ...{ template: text, language: text, status: text, place: text, kind: text },
  ...{ card: number, index: number, expected: number, given: number, sum: number, count: number },
}).meta({
  id: "WarningParams",
  description: "What the message names. Each code has parameters of its own.",
});

export type WarningParams = z.output<typeof WarningParams>;
type Name = keyof WarningParams;
type Optional<Given> = Given extends `${infer Own extends Name}?` ? Own : never;

/** The parameters of these names, of which those with a `?` may lack. */
type ParamsOf<Given> = Required<Pick<WarningParams, Extract<Given, Name>>> &
  Pick<WarningParams, Optional<Given>>;

/** A warning's meaning, its parameters, and its message. */
export const warningRow = <const Given extends Name | `${Name}?` = never>(
  means: string,
  names: readonly Given[],
  say: (params: ParamsOf<Given>, path: string) => string,
) => ({ means, names, say });

export type RowParams<Row> = Row extends { say: (params: infer Params, path: string) => string }
  ? Params
  : never;

/** Makes the warnings of a table: each with its code, its parameters and its message. */
export const warningsOf =
  <Rows extends object>(rows: Rows) =>
  <Code extends keyof Rows>(
    code: Code,
    params: RowParams<Rows[Code]> & WarningParams,
    path = "",
  ) => {
    // TypeScript can't follow that the row found by a code takes that code's parameters.
    const { say } = rows[code] as { say: (params: WarningParams, path: string) => string };
    return { code, params: params as WarningParams, message: say(params, path) };
  };

function parameterOf(kind: string, name: string) {
  if (kind === "limited_time_offer") return "end of the offer";
  return kind === "text" ? `parameter ${name}` : kind;
}

type OfParameters = Pick<
  WarningParams,
  "why" | "place" | "names" | "kind" | "name" | "index" | "expected" | "given"
>;

/** A fault of parameters in words, after an article. */
function parameterWords({ why, place = "", kind = "text", index = 0, ...more }: OfParameters) {
  const { names = [], name = "", expected = 0, given = 0 } = more;
  if (why === "lacks") return `${place} lacks the ${parameterOf(kind, name)}.`;
  if (why === "button_takes_none") return `button ${index} takes no parameter.`;
  if (why === "button_lacks")
    return `button ${index} lacks ${kind === "text" ? "the end of its URL" : "its code"}.`;
  if (why === "cards") return `template has ${expected} cards, not ${given}.`;
  const takes = expected === 0 ? "no parameters" : `${expected} (${names.join(", ")})`;
  return `${place} takes ${takes}, not ${given}.`;
}

/** The warnings about a template, by what is known of those of its channel. */
export const templateWarnings = {
  unknown_template: warningRow(
    "the workspace's channels have no such template, or not in this language",
    ["template", "language", "choices"],
    ({ template, language, choices }) =>
      choices.length > 0
        ? `The template ${template} is not in ${language}: choose one of ${choices.join(", ")}.`
        : `The channel has no template ${template}.`,
  ),
  template_not_approved: warningRow(
    "WhatsApp has not approved the template, or has paused or disabled it",
    ["template", "status"],
    ({ template, status }) => `WhatsApp's status of the template ${template} is "${status}".`,
  ),
  template_flagged: warningRow(
    "WhatsApp has flagged the template: it is sent, and will be disabled if its quality stays low",
    ["template"],
    ({ template }) =>
      `WhatsApp has flagged the template ${template}: it may soon be disabled for low quality.`,
  ),
  template_parameters: warningRow(
    "the template has other parameters or buttons",
    ["why", "place?", "card?", "names?", "kind?", "name?", "index?", "expected?", "given?"],
    ({ card, ...params }) =>
      `${card === undefined ? "The" : `On card ${card}, the`} ${parameterWords(params)}`,
  ),
  template_unsupported: warningRow(
    "the template has parts that the service does not send: `names` are their types",
    ["template", "names"],
    ({ template, names }) => `The service does not send ${names.join(", ")}, as ${template} has.`,
  ),
  offer_expired: warningRow(
    "the offer of the template has ended",
    ["template", "until"],
    ({ template, until }) => `The offer of the template ${template} ended at ${until}.`,
  ),
};

/** The warnings about a message before it is sent. */
export const messageWarnings = {
  ...templateWarnings,
  unknown_placeholder: warningRow(
    "a placeholder names no field, and resembles one: it stays empty unless a variable is called " +
      "so",
    ["name", "near"],
    ({ name, near }) =>
      `No field is called ${name}, and {{${name}}} is empty for leads without such a variable: ` +
      `write {{${near}}} if that is what you mean.`,
  ),
  large_voice_note: warningRow(
    "a voice note is larger than 512 kB: the recipient must download it before it plays",
    ["count"],
    ({ count }) =>
      `The voice note has ${count} bytes: above 512 kB it must be downloaded before it plays.`,
  ),
  channel_paused: warningRow(
    "a channel is paused and keeps such messages: one is tried at `until`, and the others follow " +
      "once one goes through",
    ["reason", "until", "name?"],
    ({ reason, until, name }) =>
      `The channel${name === undefined ? "" : ` ${name}`} is paused (${reason}): such messages ` +
      `wait, and one is tried at ${until}. See the pause of the channel.`,
  ),
};

export const messageWarning = warningsOf(messageWarnings);
export type MessageWarningCode = keyof typeof messageWarnings;

export const messageWarningCodes = Object.keys(messageWarnings) as [
  MessageWarningCode,
  ...MessageWarningCode[],
];

/** The codes of warnings with what they mean and their parameters, for the document. */
export const describeWarnings = (
  rows: Record<string, { means: string; names: readonly string[] }>,
) =>
  Object.entries(rows)
    .map(([code, { means, names }]) => {
      const params = names.map((name) => `\`${name.replace("?", "")}\``).join(", ");
      return `\`${code}\`: ${means}.${params && ` Parameters: ${params}.`}`;
    })
    .join("\n\n");
