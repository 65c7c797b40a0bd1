import { type LeadField, type LeadFields, leadFields } from "#domain/lead-fields";
import { foldText } from "#lib/text";
import { asText, booleanCell, integerCell, jsonCell, plainCell } from "./cell-values";
import { choiceIn } from "./choice-cell";
import { type ConsentTarget, consentIn } from "./consent-columns";
import { AMBIGUOUS_NAMES, knownField, STATUS_NAMES } from "./known-columns";
import { keyedTarget, type Mapping } from "./mapping";
import type { Values } from "./rows";

const isChoice = (field: string, choices: readonly string[]) => (cell: unknown) =>
  choices.some((choice) => choice === choiceIn(field, cell));
const isMap = (cell: unknown) => {
  const json = jsonCell(cell);
  return typeof json === "object" && json !== null && !Array.isArray(json);
};
const isBoolean = (cell: unknown) => cell === undefined || typeof cell === "boolean";

type Fit = (cell: unknown) => boolean;

function fitOf(name: string, field: LeadField): Fit | undefined {
  switch (field.kind) {
    case "choice":
      return isChoice(name, field.values);
    case "flag":
      return (cell) => isBoolean(booleanCell(cell));
    case "integer":
      // A column that is called after an id holds ids: a wrong one is an error of its row.
      return name.endsWith("_id") ? undefined : (cell) => Number.isInteger(integerCell(cell));
    case "url":
      return (cell) => /^https?:\/\//i.test(asText(cell));
    case "text":
      return undefined;
  }
}

/**
 * Tests that the cells of a column must pass for it to be the field, where anything else is an
 * error.
 */
export const fitsOf = (fields: LeadFields): Record<string, Fit | undefined> => ({
  ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fitOf(name, field)])),
  profile: isMap,
  variables: isMap,
  data: isMap,
});

const FITS = fitsOf(leadFields);

/** A column's name without case, accents and marks; Pipedrive writes `Person - Email - Work`. */
const columnKey = (column: string) =>
  foldText(column)
    .replace(/^(person|contact|lead|kontakt|personne)\s+-\s+/, "")
    .replace(/[^\p{L}\p{N}]/gu, "");

/** The likeliest target of a column, and how much it is preferred to others, 0 the most. */
type Suggestion = { target: string; rank: number };
export type Suggested = {
  mapping: Mapping;
  /** The columns that speak of consent. */
  consent: string[];
};

/**
 * The most likely mapping of a file's columns, by their names. A column whose field takes only
 * some values, such as `warmth`, must have no others in the sample of rows: an Italian `Data` is a
 * date.
 */
export function suggestMapping(columns: readonly string[], sample: readonly Values[]): Suggested {
  const consent = consentIn(columns, sample, isNamed);
  const suggested = columns.map((column) => ({
    column,
    ...suggestion(column, sample, consent.get(column)),
  }));
  const has = (field: string) => suggested.some(({ target }) => target === field);
  const name = has("first_name") === has("last_name") ? "full_name" : undefined;
  const part = has("first_name") ? "last_name" : "first_name";
  for (const one of suggested)
    if (AMBIGUOUS_NAMES.includes(columnKey(one.column))) one.target = name ?? part;
  suggested.sort((one, other) => one.rank - other.rank);
  // The id of a row is none of a lead's beside one that says so, and its state none beside a stage.
  for (const field of ["ext_id", "pipeline_stage"])
    for (const one of suggested.filter(({ target }) => target === field).slice(1))
      one.target = "ignore";
  const mapping = Object.fromEntries(suggested.map(({ column, target }) => [column, target]));
  return { mapping, consent: [...consent.keys()] };
}

const isNamed = (column: string) =>
  keyedTarget(column) !== undefined || knownField(columnKey(column)) !== undefined;

function suggestion(
  column: string,
  sample: readonly Values[],
  consent: ConsentTarget | undefined,
): Suggestion {
  if (keyedTarget(column)) return { target: column, rank: 0 };
  if (consent) return { target: consent, rank: 0 };
  const [key, cells] = [columnKey(column), cellsOf(column, sample)];
  const known = knownField(key);
  const fits = known && FITS[known.field];
  if (known && cells.every((cell) => !fits || fits(cell)))
    return { target: known.field, rank: known.rank };
  const isStage = STATUS_NAMES.includes(key) && cells.length > 0 && cells.every(isStageCell);
  return isStage ? { target: "pipeline_stage", rank: 1 } : { target: "ignore", rank: 0 };
}

const isStageCell = isChoice("pipeline_stage", leadFields.pipeline_stage.values);

/** The cells of a column that aren't blank. */
const cellsOf = (column: string, sample: readonly Values[]) =>
  sample.map((values) => plainCell(values[column])).filter((cell) => cell !== undefined);
