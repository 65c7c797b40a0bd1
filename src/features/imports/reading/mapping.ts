import * as z from "zod";
import { namesSetBy } from "#domain/field-names";
import { type LeadFields, leadFields } from "#domain/lead-fields";
import { MAX_COLUMNS } from "./layout";

/** Fields that a column can be besides a key of `variables` or `data`. */
export const targetsOf = <T extends LeadFields>(fields: T) =>
  [
    ...["ignore" as const, ...namesSetBy(fields, "api"), "full_name" as const],
    ...([
      "is_subscribed",
      "is_marketing_subscribed",
      "enrolled_at",
      "profile",
      "tags",
      "variables",
      "data",
    ] as const),
  ] as const;

export const targets = targetsOf(leadFields);
export type Field = (typeof targets)[number];

const KEYED = /^(variables|data)\.([^\\\0]{1,100})$/;

export const isField = (target: string): target is Field =>
  targets.some((field) => field === target);

/** The map and the key that a target such as `variables.city` names. */
export function keyedTarget(target: string) {
  const [, map, key] = KEYED.exec(target) ?? [];
  return map !== undefined && key !== undefined && key !== "__proto__" ? { map, key } : undefined;
}

/** The longest name of a column that can be mapped. */
export const MAX_KEY_LENGTH = 300;

const Target = z
  .string()
  .refine((target) => isField(target) || keyedTarget(target) !== undefined, {
    error: `Choose one of: ${targets.join(", ")}, variables.<key>, data.<key>.`,
  })
  .meta({ examples: ["first_name", "variables.city"] });

/**
 * The target of each column of a file. Of several columns for one field, the first that isn't
 * blank counts; of those for a phone or an e-mail, the first that can be one; of those on consent,
 * whichever says that somebody has unsubscribed.
 */
export const Mapping = z
  .record(z.string().max(MAX_KEY_LENGTH), Target)
  .refine((mapping) => Object.keys(mapping).length <= MAX_COLUMNS, {
    error: `A mapping has at most ${MAX_COLUMNS} columns.`,
  })
  .meta({ id: "ImportMapping" });
export type Mapping = z.output<typeof Mapping>;
