import type { FieldErrorParams, ImportRow } from "#client";
import { part, useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { isChoice } from "../leads/fields";
import { useValues } from "../leads/use-values";
import { all } from "./catalogue";

export const faultTexts = part(all, "rowFaults");

type Wording = (params: FieldErrorParams, field: string) => string | undefined;

type Faulty = Pick<ImportRow, "codes" | "params">;

/** The fault of a field, in the reader's words; undefined where only the API has any. */
export function useFaultWords() {
  const t = useTexts(faultTexts);
  const { textOf } = useValues();
  const format = useFormat();
  const number = (count: number | undefined) => format.number(count ?? 0);
  const named = (field: string) => (choice: string) =>
    isChoice(field) ? textOf(field, choice) : choice;
  const wordings: Record<string, Wording> = {
    selected_of: ({ choices = [] }, field) => t.selected_of(choices.map(named(field)).join(", ")),
    at_least: ({ least }) => t.at_least(number(least)),
    at_most: ({ most }) => t.at_most(number(most)),
    at_most_characters: ({ most }) => t.at_most_characters(number(most)),
    at_most_items: ({ most }) => t.at_most_items(number(most)),
    item_too_large: ({ most }) => t.item_too_large(number(most)),
    item_too_deep: ({ most }) => t.item_too_deep(number(most)),
  };
  return ({ codes, params }: Faulty, field: string, at: number): string | undefined => {
    const code = codes[field]?.[at] ?? "other";
    const wording = wordings[code];
    if (wording) return wording(params?.[field]?.[at] ?? {}, field);
    const text = code in t ? t[code as keyof typeof t] : undefined;
    return typeof text === "string" ? text : undefined;
  };
}
