import { lostReasons, sources, stages, warmths } from "../../../domain/leads";
import { foldText } from "../../../lib/text";
import { booleanCell, choiceIn, integerCell, jsonCell, optoutCell, plainCell } from "./cell-values";
import { AMBIGUOUS_NAMES, knownField } from "./known-columns";
import { keyedTarget, type Mapping } from "./mapping";
import type { Values } from "./rows";

const isChoice = (choices: readonly string[]) => (cell: unknown) =>
  choices.some((choice) => choice === choiceIn(cell));
const isMap = (cell: unknown) => {
  const json = jsonCell(cell);
  return typeof json === "object" && json !== null && !Array.isArray(json);
};
const isBoolean = (said: unknown) => said === undefined || typeof said === "boolean";

/** What the cells of a column must be for it to be the field, where anything else is an error. */
const FITS: Record<string, (cell: unknown) => boolean> = {
  source: isChoice(sources),
  warmth: isChoice(warmths),
  pipeline_stage: isChoice(stages),
  lost_reason: isChoice(lostReasons),
  is_optout: (cell) => isBoolean(optoutCell(cell, true)),
  is_subscribed: (cell) => isBoolean(optoutCell(cell, false)),
  is_lost: (cell) => isBoolean(booleanCell(cell)),
  age: (cell) => Number.isInteger(integerCell(cell)),
  image: (cell) => /^https?:\/\//i.test(String(cell)),
  profile: isMap,
  variables: isMap,
  data: isMap,
};

/** A column's name without case, accents and marks; Pipedrive writes `Person - Email - Work`. */
const columnKey = (column: string) =>
  foldText(column)
    .replace(/^(person|contact|lead|kontakt|personne)\s+-\s+/, "")
    .replace(/[^\p{L}\p{N}]/gu, "");

/**
 * What the columns of a file are most likely, by their names. A column whose field takes only
 * some values, such as `warmth`, must have no others in the sample of rows: an Italian `Data` is a
 * date.
 */
export function suggestMapping(columns: readonly string[], sample: readonly Values[]): Mapping {
  const suggested = columns.map((column) => ({ column, ...suggestion(column, sample) }));
  const has = (field: string) => suggested.some(({ target }) => target === field);
  const name = has("first_name") === has("last_name") ? "full_name" : undefined;
  const part = has("first_name") ? "last_name" : "first_name";
  for (const one of suggested)
    if (AMBIGUOUS_NAMES.includes(columnKey(one.column))) one.target = name ?? part;
  suggested.sort((one, other) => one.rank - other.rank);
  // The id of a row is none of a lead's beside one that says so.
  const ids = suggested.filter(({ target }) => target === "ext_id");
  for (const one of ids.slice(1)) one.target = "ignore";
  return Object.fromEntries(suggested.map(({ column, target }) => [column, target]));
}

function suggestion(column: string, sample: readonly Values[]) {
  if (keyedTarget(column)) return { target: column, rank: 0 };
  const known = knownField(columnKey(column));
  const fits = known && FITS[known.field];
  const cells = fits ? sample.map((values) => plainCell(values[column])) : [];
  const isFit = cells.every((cell) => cell === undefined || fits?.(cell));
  return known && isFit ? { target: known.field, rank: known.rank } : { target: "ignore", rank: 0 };
}
