import { lostReasons, sources, stages, warmths } from "../../../domain/leads";
import { foldText } from "../../../lib/text";
import { choiceIn, plainCell } from "./cell-values";
import { AMBIGUOUS_NAMES, knownField } from "./known-columns";
import { keyedTarget, type Mapping } from "./mapping";
import type { Values } from "./rows";

const CHOICES: Record<string, readonly string[]> = {
  source: sources,
  warmth: warmths,
  pipeline_stage: stages,
  lost_reason: lostReasons,
};

/** A column's name without case, accents and marks; Pipedrive writes `Person - Email - Work`. */
const columnKey = (column: string) =>
  foldText(column)
    .replace(/^(person|contact|lead|kontakt|personne)\s+-\s+/, "")
    .replace(/[^\p{L}\p{N}]/gu, "");

/**
 * What the columns of a file are most likely, by their names. A column for a closed list, such as
 * `warmth`, must also have nothing but its values in the sample of rows.
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
  const choices = known && CHOICES[known.field];
  const isFit = !choices || sample.every((values) => fits(values[column], choices));
  return known && isFit ? { target: known.field, rank: known.rank } : { target: "ignore", rank: 0 };
}

const fits = (value: unknown, choices: readonly string[]) => {
  const cell = plainCell(value);
  return cell === undefined || choices.some((choice) => choice === choiceIn(cell));
};
