import * as z from "zod";
import type { LeadField, LeadFields } from "#domain/lead-fields";
import { boolean, choice, httpUrl, integer, text } from "#lib/fields";

// The schemas of the plain fields of leads on the wire. The types say of each field what the
// functions make of it, which maps of schemas lose.

const MAX_CHARACTERS = 255;

type Values<Field> = Field extends { values: infer V extends readonly [string, ...string[]] }
  ? V
  : never;

const inputs = {
  text: () => text(MAX_CHARACTERS),
  url: httpUrl,
  integer: (min?: number) => integer(min).nullish(),
  flag: () => boolean().optional(),
};

type Input<Field extends LeadField> = Field["kind"] extends keyof typeof inputs
  ? ReturnType<(typeof inputs)[Field["kind"]]>
  : ReturnType<typeof choice<Values<Field>>>;

function inputOf(field: LeadField): z.ZodType {
  switch (field.kind) {
    case "choice":
      return choice(field.values);
    case "integer":
      return inputs.integer(field.min);
    default:
      return inputs[field.kind]();
  }
}

const described = (schema: z.ZodType, { description }: LeadField) =>
  description === undefined ? schema : schema.meta({ description });

/** The members of a body for some of the fields. */
export const inputShape = <T extends LeadFields, Name extends keyof T & string>(
  fields: T,
  names: readonly Name[],
) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const field = fields[name];
      return field ? [[name, described(inputOf(field), field)]] : [];
    }),
  ) as { [N in Name]: Input<T[N]> };

const answers = {
  text: () => z.string().nullable(),
  url: () => z.string().nullable(),
  integer: () => z.int().nullable(),
  flag: () => z.boolean(),
};

type Answer<Field extends LeadField> = Field["kind"] extends keyof typeof answers
  ? ReturnType<(typeof answers)[Field["kind"]]>
  : z.ZodNullable<z.ZodEnum<{ [V in Values<Field>[number]]: V }>>;

const answerOf = (field: LeadField): z.ZodType =>
  field.kind === "choice" ? z.enum(field.values).nullable() : answers[field.kind]();

/** The members of a lead in an answer. */
export const answerShape = <T extends LeadFields>(fields: T) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, described(answerOf(field), field)]),
  ) as { [N in keyof T]: Answer<T[N]> };

/** The fields of a lead of which nothing is known, as an answer has them. */
export const emptyFields = (fields: LeadFields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { kind }]) => [name, kind === "flag" ? false : null]),
  );
