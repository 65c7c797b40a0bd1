import type * as z from "zod";
import { fieldsWhere, type Having, namesWhere } from "#domain/field-names";
import { type LeadField, type LeadFields, optoutFields } from "#domain/lead-fields";

// The filters of the list of leads that the plain fields have.

type Asked<T> = z.ZodOptional<z.ZodType<T | undefined>>;

/**
 * The field types of a query string, of a JSON body (`query` and `filter` of lib/fields.ts) or of
 * an answer. Requests are parsed: they have times as numbers.
 */
export type Fields<Moment> = {
  object: <Shape extends z.ZodRawShape>(shape: Shape) => z.ZodObject<Shape>;
  text: (max: number) => Asked<string>;
  exact: (max: number) => Asked<string>;
  integer: (min: number) => Asked<number>;
  choice: <const T extends readonly [string, ...string[]]>(values: T) => Asked<T[number]>;
  flag: () => Asked<boolean>;
  since: () => Asked<Moment>;
  until: () => Asked<Moment>;
  ids: () => Asked<number[]>;
};

type Types = Pick<Fields<never>, "exact" | "integer" | "choice" | "flag">;

const MAX_CHARACTERS = 255;

type Value<Field> = Field extends { values: readonly (infer V)[] }
  ? V
  : Field extends { kind: "flag" }
    ? boolean
    : Field extends { kind: "integer" }
      ? number
      : string;

type ByValue<T extends LeadFields> = Having<T, { filter: unknown }>;
type ByRange<T extends LeadFields> = Having<T, { range: unknown }>;

function askedFor(field: LeadField, { exact, integer, choice, flag }: Types): z.ZodType {
  switch (field.kind) {
    case "choice":
      return choice(field.values);
    case "flag":
      return flag();
    case "integer":
      return integer(field.min ?? 0);
    default:
      return exact(MAX_CHARACTERS);
  }
}

/** The filters for a value. `yes` and `no` are how the descriptions write a flag. */
export const filterShape = <T extends LeadFields>(
  fields: T,
  types: Types,
  [yes, no]: readonly [string, string],
) =>
  Object.fromEntries(
    fieldsWhere(fields, ({ filter }) => filter !== undefined).map(([name, field]) => {
      const about = field.filter ?? "";
      const text =
        typeof about === "string" ? about : `\`${yes}\`: ${about[0]}. \`${no}\`: ${about[1]}.`;
      return [name, askedFor(field, types).describe(text)];
    }),
    // The types say of each field what a map of schemas loses.
  ) as { [N in ByValue<T>]: Asked<Value<T[N]>> };

type Bound<T extends LeadFields> = `${ByRange<T>}_${"min" | "max"}`;

/** The filters for a range, which are integers. */
export const rangeShape = <T extends LeadFields>(fields: T, { integer }: Types) =>
  Object.fromEntries(
    fieldsWhere(fields, ({ range }) => range !== undefined).flatMap(([name, { range }]) => [
      [`${name}_min`, integer(0).describe(range?.[0] ?? "")],
      [`${name}_max`, integer(0).describe(range?.[1] ?? "")],
    ]),
  ) as { [N in Bound<T>]: Asked<number> };

const rangedNames = <T extends LeadFields>(fields: T) =>
  namesWhere(fields, ({ range }) => range !== undefined) as ByRange<T>[];

/** The two filters of each range. */
export const boundsOf = <T extends LeadFields>(fields: T) =>
  rangedNames(fields).map((name) => {
    const bounds: [Bound<T>, Bound<T>] = [`${name}_min`, `${name}_max`];
    return { name, bounds };
  });

/** The fields in the order of how few leads are likely to have the same value. */
const RAREST: readonly string[] = ["lost_reason", ...Object.values(optoutFields), "is_lost"];
const COMMONEST: readonly string[] = ["source", "pipeline_stage"];

const rankOf = (name: string) =>
  RAREST.includes(name) ? RAREST.indexOf(name) - RAREST.length : COMMONEST.indexOf(name) + 1;

/** The fields that have a filter for a value, those first whose values are likely to be rarest. */
export const filteredNames = <T extends LeadFields>(fields: T) =>
  (namesWhere(fields, ({ filter }) => filter !== undefined) as ByValue<T>[]).toSorted(
    (one, other) => rankOf(one) - rankOf(other),
  );
