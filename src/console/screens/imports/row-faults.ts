import type { FieldErrorParams, ImportRow } from "#client";
import { catalogue, useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { valueTexts } from "../leads/value-texts";

const faultTexts = catalogue({
  en: {
    required: "is missing.",
    one_of: "The row has no phone, e-mail, name, username or id of yours.",
    string: "is not a text.",
    integer: "is not a whole number.",
    number: "is not a number.",
    boolean: "says neither yes nor no.",
    object: "is not a JSON object.",
    url: "is not a web address.",
    date: "is not a date.",
    format: "is not written as it should be.",
    selected: "does not exist.",
    selected_of: (choices: string) => `is none of: ${choices}.`,
    at_least: (least: string) => `is less than ${least}.`,
    at_most: (most: string) => `is more than ${most}.`,
    at_most_characters: (most: string) => `has more than ${most} characters.`,
    at_most_items: (most: string) => `has more than ${most} values.`,
    taken: "belongs to another lead.",
    cut_number:
      "was cut by the spreadsheet. Format the column as text there, and export the file again.",
    row_too_long: "The row is longer than 1 MiB.",
    row_open_quote: "The row opens a quotation mark that is never closed.",
    row_unreadable: "The row has characters that the file's encoding can't have.",
    row_too_many_cells: "The row has more cells than the file has columns.",
    row_not_json: "The row is not a JSON object.",
  },
  fr: {
    required: "manque.",
    one_of: "La ligne n’a ni téléphone, ni e-mail, ni nom, ni pseudo, ni identifiant.",
    string: "n’est pas un texte.",
    integer: "n’est pas un nombre entier.",
    number: "n’est pas un nombre.",
    boolean: "ne dit ni oui ni non.",
    object: "n’est pas un objet JSON.",
    url: "n’est pas une adresse web.",
    date: "n’est pas une date.",
    format: "n’est pas écrit comme il faut.",
    selected: "n’existe pas.",
    selected_of: (choices) => `ne fait pas partie de : ${choices}.`,
    at_least: (least) => `est inférieur à ${least}.`,
    at_most: (most) => `est supérieur à ${most}.`,
    at_most_characters: (most) => `dépasse ${most} caractères.`,
    at_most_items: (most) => `a plus de ${most} valeurs.`,
    taken: "appartient à un autre lead.",
    cut_number:
      "a été tronqué par le tableur. Mettez-y la colonne au format texte, puis exportez de nouveau.",
    row_too_long: "La ligne dépasse 1 Mio.",
    row_open_quote: "La ligne ouvre un guillemet qui n’est jamais fermé.",
    row_unreadable: "La ligne contient des caractères impossibles dans l’encodage du fichier.",
    row_too_many_cells: "La ligne a plus de cellules que le fichier n’a de colonnes.",
    row_not_json: "La ligne n’est pas un objet JSON.",
  },
});

type Said = (params: FieldErrorParams, field: string) => string | undefined;

/** The fault of a field of a row, in the reader's words; undefined where only the API has any. */
export function useRowFaults({ codes, params }: ImportRow) {
  const t = useTexts(faultTexts);
  const { stages } = useTexts(general);
  const values = useTexts(valueTexts);
  const format = useFormat();
  const number = (count: number | undefined) => format.number(count ?? 0);
  const named: Record<string, Record<string, string>> = {
    ...{ pipeline_stage: stages, warmth: values.warmth, source: values.source },
    lost_reason: values.lost_reason,
  };
  const said: Record<string, Said> = {
    selected_of: ({ choices = [] }, field) =>
      t.selected_of(choices.map((choice) => named[field]?.[choice] ?? choice).join(", ")),
    at_least: ({ least }) => t.at_least(number(least)),
    at_most: ({ most }) => t.at_most(number(most)),
    at_most_characters: ({ most }) => t.at_most_characters(number(most)),
    at_most_items: ({ most }) => t.at_most_items(number(most)),
  };
  return (field: string, at: number): string | undefined => {
    const code = codes[field]?.[at] ?? "other";
    const speak = said[code];
    if (speak) return speak(params?.[field]?.[at] ?? {}, field);
    const text = code in t ? t[code as keyof typeof t] : undefined;
    return typeof text === "string" ? text : undefined;
  };
}
