import * as z from "zod";
import type { FieldErrors } from "./problem";
import { type FaultCode, faultTexts } from "./validation-messages";

/** The fault that a text of a field says, and the parameters of that text. */
export type Fault = { code: FaultCode; params: FaultParams };

const text = z.string().optional();
const number = z.number().optional();
const texts = z.array(z.string()).optional();

/** The parameters that texts of faults name. */
export const FaultParams = z
  .object({
    ...{ least: number, most: number, unit: text },
    ...{ choices: texts, names: texts, near: text },
    ...{ other: text, type: text, value: text, from: text, to: text },
  })
  .meta({ id: "FieldErrorParams", description: "What the message of a field names." });
export type FaultParams = z.output<typeof FaultParams>;

const codes = Object.keys(faultTexts) as [FaultCode, ...FaultCode[]];

/** The codes of field errors. Of an error with `other`, the text alone says what is wrong. */
export const FieldErrorCode = z.enum(codes).meta({ id: "FieldErrorCode" });

/** The members beside `errors` that tell what they mean. */
export const errorCodes = {
  codes: z
    .record(z.string(), z.array(FieldErrorCode))
    .meta({ description: "The codes of `errors`, in their order." }),
  params: z
    .record(z.string(), z.array(FaultParams))
    .meta({
      id: "FieldErrorParamLists",
      description:
        'By field: what each message names, such as `{ "least": 1 }`. Fields whose messages ' +
        "name nothing are left out.",
    })
    .optional(),
};

const LISTS = ["choices", "names"];
/** A longer message names values without an end. It is not worth reading. */
const MAX_CHARACTERS = 2_000;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const NUMBER = "-?[\\d.]+";
const SHAPES: Record<string, string> = { least: NUMBER, most: NUMBER, value: "\\S+" };

/** Matches the messages that a text makes, with its parameters as groups. */
function patternOf(text: string) {
  const parts = text.split(/(\{\w+(?: \w+)?\}|:f)/).map((part) => {
    const [, name, noun] = /^\{(\w+)(?: (\w+))?\}$/.exec(part) ?? [];
    if (part === ":f") return ".+?";
    if (name === undefined) return escaped(part);
    return `(?<${name}>${SHAPES[name] ?? ".+?"})${noun ? ` ${noun}s?` : ""}`;
  });
  return new RegExp(`^${parts.join("")}$`, "s");
}

const patterns = Object.entries(faultTexts).map(
  ([code, text]) => [code as FaultCode, patternOf(text)] as const,
);

const paramOf = (name: string, text: string) => {
  if (LISTS.includes(name)) return text.split(", ");
  return SHAPES[name] === NUMBER ? Number(text) : text;
};

/** The fault that a message of a field names, with or without the field's name in it. */
export function readFault(message: string): Fault | undefined {
  if (message.length > MAX_CHARACTERS) return undefined;
  for (const [code, pattern] of patterns) {
    const found = pattern.exec(message);
    if (!found) continue;
    const groups = Object.entries(found.groups ?? {});
    const params = groups.map(([name, text]) => [name, paramOf(name, text)]);
    return { code, params: Object.fromEntries(params) };
  }
  return undefined;
}

/** The codes of errors by field, in their order, and the parameters of the fields that have any. */
export function codesOf(errors: FieldErrors) {
  const faults = Object.entries(errors).map(
    ([field, messages]) => [field, messages.map(readFault)] as const,
  );
  const withParams = faults.filter(([, found]) =>
    found.some((fault) => fault && Object.keys(fault.params).length > 0),
  );
  const params = withParams.map(([field, found]) => [
    field,
    found.map((fault) => fault?.params ?? {}),
  ]);
  return {
    codes: Object.fromEntries(
      faults.map(([field, found]) => [field, found.map((fault) => fault?.code ?? "other")]),
    ),
    ...(params.length > 0 && { params: Object.fromEntries(params) }),
  };
}
