import * as z from "zod";
import { httpUrlFault, isHttpUrl } from "./http-url";
import { bound, MOMENT_OR_DAY, moment, queryTimestamp } from "./moments";
import { codePoints, trimmed } from "./text";
import { parseDate, parseTimestamp } from "./time";
import { validationMessages } from "./validation-messages";

// The field types of the wire. `jsonSchema` replaces zod's own rendering in the OpenAPI document
// where that would mislead.

const documented = <T extends z.ZodType>(schema: T, jsonSchema: Record<string, unknown>) =>
  schema.meta({ jsonSchema });

/**
 * A string of at most `max` code points, by default trimmed. One that is too long has no other
 * error.
 */
export const limited = (max: number, string = z.string().trim()) =>
  string
    .refine((value) => codePoints(value) <= max, {
      error: validationMessages.atMostCharacters(max),
      abort: true,
    })
    .meta({ maxLength: max });

const present = (value: string) => value !== "";

/** Text of at most `max` code points, trimmed; `""` becomes `null`. */
export const text = (max: number) =>
  documented(
    limited(max).transform((value) => value || null),
    { type: "string", maxLength: max },
  ).nullish();

/** Like `text`, but neither absent nor empty. */
export const requiredText = (max: number, string?: z.ZodString) =>
  limited(max, string)
    .refine(present, { error: validationMessages.required, abort: true })
    .meta({ minLength: 1 });

const httpUrlError = { error: ({ input }: { input?: unknown }) => httpUrlFault(input) };

/** An absolute http or https URL without credentials, at most 2,048 characters. */
export const httpUrl = () =>
  limited(2048)
    .refine((value) => value === "" || isHttpUrl(value), httpUrlError)
    .meta({ format: "uri", examples: ["https://example.com/page"] })
    .transform((value) => (value === "" ? null : value))
    .nullish();

/** Like `httpUrl`, but neither absent nor empty. */
export const requiredHttpUrl = () =>
  requiredText(2048).refine(isHttpUrl, httpUrlError).meta({ format: "uri" });

/** A number, which need be no integer. */
export const number = () =>
  z.number({
    error: ({ input }) => (input == null ? validationMessages.required : validationMessages.number),
  });

/** One of the values, or none: absent, `null` or `""`. */
export const choice = <const T extends readonly string[]>(values: T) =>
  documented(z.preprocess(trimmed, z.enum(values).nullish()), {
    anyOf: [{ type: "string", enum: values }, { type: "null" }],
  });

export const requiredChoice = <const T extends readonly [string, ...string[]]>(values: T) =>
  documented(z.preprocess(trimmed, z.enum(values)), { type: "string", enum: values });

/** A safe integer of at least `min`. */
export const integer = (min = 0) => z.int().min(min);

/** The id of a row that the body refers to. */
export const reference = () => documented(z.int().min(1), { type: "integer", minimum: 1 });

/** JSON true and false, and the 1, 0, "1" and "0" that PHP clients send. */
export const boolean = () =>
  documented(
    z
      .union([z.boolean(), z.literal([0, 1, "0", "1"])], validationMessages.boolean)
      .transform((value) => value === true || value === 1 || value === "1"),
    { type: "boolean" },
  );

/** Milliseconds since 1970, or none: absent, `null` or `""`. */
export const timestamp = () =>
  documented(z.preprocess(trimmed, moment(parseTimestamp).nullish()), {
    anyOf: [{ type: "string", format: "date-time" }, { type: "null" }],
  });

/** True if a field of a query is an error where it is blank, not the same as absent. */
export const refusesBlank = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodOptional
    ? refusesBlank(schema.unwrap())
    : z.globalRegistry.get(schema)?.minLength !== undefined;

/** Like `timestamp`, but neither absent nor empty. */
export const requiredTimestamp = () =>
  documented(z.preprocess(trimmed, moment(parseTimestamp)), {
    type: "string",
    format: "date-time",
  });

/** Distinct ids. */
export const idList = (max: number) => distinct(z.array(reference()).max(max));

export const distinct = <T extends z.ZodType<unknown[]>>(array: T) =>
  array
    .superRefine(
      (values, context) => {
        if (!Array.isArray(values)) return;
        const seen = new Set();
        values.forEach((value, index) => {
          if (seen.has(value))
            context.addIssue({
              code: "custom",
              message: validationMessages.duplicate,
              path: [index],
            });
          seen.add(value);
        });
      },
      { when: () => true },
    )
    .meta({ uniqueItems: true });

/** A free map of at most 65,536 characters as JSON. */
export const map = (describe: string) =>
  z
    .record(z.string(), z.unknown())
    .refine(
      (value) => JSON.stringify(value).length <= 65_536,
      validationMessages.atMostCharacters(65_536),
    )
    .meta({ description: describe });

/** The field types of query strings, where every value is text. */
export const query = {
  text: (max: number) => limited(max).optional(),
  /**
   * A text that is looked up exactly: blank, it is an error, since without it everything is found.
   */
  exact: (max: number) => requiredText(max).optional(),
  integer: (min: number, max = Number.MAX_SAFE_INTEGER, absent?: number) =>
    documented(
      z
        .string(validationMessages.integer)
        .regex(/^-?(0|[1-9]\d*)$/, validationMessages.integer)
        .transform(Number)
        .pipe(z.int().min(min).max(max)),
      {
        type: "integer",
        minimum: min,
        ...(max < Number.MAX_SAFE_INTEGER && { maximum: max }),
        default: absent,
      },
    ).optional(),
  choice: <const T extends readonly [string, ...string[]]>(values: T) => z.enum(values).optional(),
  /** Several of the values, each once. */
  choices: <const T extends readonly [string, ...string[]]>(values: T) =>
    documented(distinct(z.array(z.enum(values)).max(values.length)), {
      type: "array",
      items: { type: "string", enum: values },
      uniqueItems: true,
      maxItems: values.length,
    }).optional(),
  flag: () =>
    documented(
      z.enum(["0", "1"], validationMessages.boolean).transform((value) => value === "1"),
      { type: "integer", enum: [0, 1] },
    ).optional(),
  since: () => documented(bound(false), MOMENT_OR_DAY).optional(),
  until: () => documented(bound(true), MOMENT_OR_DAY).optional(),
  /** A moment, or a day in a time zone that is not known here, as its start in UTC. */
  timestampOrDay: () =>
    documented(
      moment((value) => {
        const [day, ms] = [parseDate(value), queryTimestamp(value)];
        if (day !== null) return { ms: day, isDay: true };
        return ms === null ? null : { ms, isDay: false };
      }, validationMessages.dayOrTime),
      MOMENT_OR_DAY,
    ).optional(),
  date: () => documented(moment(parseDate), { type: "string", format: "date" }).optional(),
  ids: () =>
    documented(
      distinct(
        z
          .array(
            z
              .string()
              .regex(/^[1-9]\d*$/, validationMessages.integer)
              .transform(Number)
              .pipe(z.int()),
          )
          .max(100),
      ),
      {
        type: "array",
        items: { type: "integer", minimum: 1 },
        uniqueItems: true,
        maxItems: 100,
      },
    ).optional(),
};

/** A filter of a JSON body. Absent, null and, as in a query, blank ones filter nothing. */
const asked = <T extends z.ZodType>(schema: T, jsonSchema: Record<string, unknown>) =>
  documented(
    z.preprocess((value) => trimmed(value) ?? undefined, schema.optional()),
    { anyOf: [jsonSchema, { type: "null" }] },
  ).optional();

/** The field types of `query` for JSON bodies. */
export const filter = {
  text: (max: number) => asked(limited(max), { type: "string", maxLength: max }),
  exact: (max: number) =>
    documented(
      z.preprocess((value) => value ?? undefined, requiredText(max).optional()),
      { anyOf: [{ type: "string", minLength: 1, maxLength: max }, { type: "null" }] },
    ).optional(),
  integer: (min: number) => asked(integer(min), { type: "integer", minimum: min }),
  choice: <const T extends readonly [string, ...string[]]>(values: T) =>
    asked(z.enum(values), { type: "string", enum: values }),
  flag: () => asked(boolean(), { type: "boolean" }),
  since: () => asked(bound(false), MOMENT_OR_DAY),
  until: () => asked(bound(true), MOMENT_OR_DAY),
  ids: () =>
    asked(idList(100), {
      type: "array",
      items: { type: "integer", minimum: 1 },
      uniqueItems: true,
      maxItems: 100,
    }),
};

/** A point in time in an answer. */
export const at = z.string().meta({ format: "date-time" });
