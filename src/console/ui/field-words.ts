import type { FieldErrorCode, FieldErrorParams } from "#client";
import { catalogue } from "../texts/catalogue";

type Say = (params: FieldErrorParams) => string;
type Words = Record<Exclude<FieldErrorCode, "other">, Say>;

const either = (choices: readonly string[] = []) => choices.join(", ");
const many = (count: number | undefined, one: string, several: string) =>
  `${count ?? 0} ${(count ?? 0) === 1 ? one : several}`;

const en = {
  required: () => "Fill this in.",
  string: () => "This must be a text.",
  integer: () => "This must be a whole number.",
  number: () => "This must be a number.",
  array: () => "This must be a list.",
  object: () => "This must have names and values.",
  boolean: () => "This must be yes or no.",
  url: () => "This must be a web address, such as https://example.com.",
  no_credentials: () => "This must be an address without a user name or password in it.",
  public_url: () => "This must be a public https address, on port 443 or 8443.",
  own_host: () => "This must not be an address of this service.",
  date: () => "This must be a date.",
  day_or_time: () => "This must be a day or a time.",
  format: () => "This doesn’t have the right format.",
  selected: () => "This can’t be chosen. Try something else.",
  selected_of: ({ choices }) => `Choose one of these: ${either(choices)}.`,
  taken: () => "This is taken already.",
  other_lead: () => "Choose another lead.",
  in_use: () => "This can’t change while somebody is in the scenario.",
  not_of_type: () => "This can’t be used here.",
  not_beside: () => "This can’t be used beside what else is set here.",
  duplicate: () => "This is there twice.",
  empty: () => "Choose at least one thing to change.",
  one_of: () => "Fill this in.",
  unknown_members: ({ names }) => `These are not known here: ${either(names)}.`,
  misspelt_parameter: ({ near }) => `This is not known. Did you mean ${near}?`,
  unknown_parameter: () => "This is not known.",
  no_parameters: () => "This is not known.",
  not_before: () => "This must not be before the beginning.",
  future: () => "This must be in the future.",
  only_with: () => "This can’t be used with what is set now.",
  within: ({ from, to }) => `This must be from ${from} to ${to}.`,
  at_most_intervals: ({ most }) => `This is too long a time: at most ${most} steps.`,
  at_least: ({ least }) => `At least ${least}.`,
  at_most: ({ most }) => `At most ${most}.`,
  at_most_characters: ({ most }) => `At most ${many(most, "character", "characters")}.`,
  at_most_bytes: ({ most }) => `Too long: at most ${many(most, "byte", "bytes")}.`,
  at_least_characters: ({ least }) => `At least ${many(least, "character", "characters")}.`,
  at_most_items: ({ most }) => `At most ${most}.`,
  at_least_items: ({ least }) =>
    least === 1 ? "Choose at least one." : `Choose at least ${least}.`,
  no_placeholders: () => "Placeholders have no effect here. Write it out.",
  cut_number: () =>
    "The spreadsheet has cut this number. Format its column as text, and export again.",
  row_too_long: () => "This row is too long.",
  row_open_quote: () => "A quotation mark opens in this row and never closes.",
  row_unreadable: () => "This row has characters that can’t be read.",
  row_too_many_cells: () => "This row has more cells than the file has columns.",
  row_not_json: () => "This row can’t be read: it must be JSON.",
  consent_undecided: () => "Say what the columns about consent mean, or that they don’t matter.",
  at_most_patterns: () => "The patterns of this scenario are too long in all. Shorten one.",
} satisfies Words;

/** What the API says of a field, in words that stand below its label and need not name it. */
export const fieldWords = catalogue({
  en,
  fr: {
    required: () => "À remplir.",
    string: () => "Indiquez un texte.",
    integer: () => "Indiquez un nombre entier.",
    number: () => "Indiquez un nombre.",
    array: () => "Indiquez une liste.",
    object: () => "Indiquez des noms et des valeurs.",
    boolean: () => "Indiquez oui ou non.",
    url: () => "Indiquez une adresse web, par exemple https://example.com.",
    no_credentials: () => "Indiquez une adresse sans identifiant ni mot de passe.",
    public_url: () => "Indiquez une adresse https publique, sur le port 443 ou 8443.",
    own_host: () => "Ce ne doit pas être une adresse de ce service.",
    date: () => "Indiquez une date.",
    day_or_time: () => "Indiquez un jour ou un moment.",
    format: () => "Ce n’est pas le format attendu.",
    selected: () => "Ce choix n’est pas possible. Essayez autre chose.",
    selected_of: ({ choices }) => `Choisissez parmi : ${either(choices)}.`,
    taken: () => "Déjà utilisé.",
    other_lead: () => "Choisissez un autre lead.",
    in_use: () => "Ne peut pas changer tant que quelqu’un parcourt le scénario.",
    not_of_type: () => "Ne s’utilise pas ici.",
    not_beside: () => "Ne s’utilise pas avec les autres réglages d’ici.",
    duplicate: () => "Figure deux fois.",
    empty: () => "Choisissez au moins une chose à modifier.",
    one_of: () => "À remplir.",
    unknown_members: ({ names }) => `Inconnu ici : ${either(names)}.`,
    misspelt_parameter: ({ near }) => `Inconnu. Vouliez-vous dire ${near} ?`,
    unknown_parameter: () => "Inconnu.",
    no_parameters: () => "Inconnu.",
    not_before: () => "Ne peut pas précéder le début.",
    future: () => "Indiquez un moment à venir.",
    only_with: () => "Ne s’utilise pas avec les réglages actuels.",
    within: ({ from, to }) => `Indiquez une date du ${from} au ${to}.`,
    at_most_intervals: ({ most }) => `Durée trop longue : ${most} intervalles au maximum.`,
    at_least: ({ least }) => `${least} au minimum.`,
    at_most: ({ most }) => `${most} au maximum.`,
    at_most_characters: ({ most }) => `${many(most, "caractère", "caractères")} au maximum.`,
    at_most_bytes: ({ most }) => `Trop long : ${many(most, "octet", "octets")} au maximum.`,
    at_least_characters: ({ least }) => `${many(least, "caractère", "caractères")} au minimum.`,
    at_most_items: ({ most }) => `${most} au maximum.`,
    at_least_items: ({ least }) =>
      least === 1 ? "Choisissez-en au moins un." : `Choisissez-en au moins ${least}.`,
    no_placeholders: () => "Les variables n’ont pas d’effet ici. Écrivez en toutes lettres.",
    cut_number: () =>
      "Le tableur a tronqué ce nombre. Mettez sa colonne au format texte et réexportez.",
    row_too_long: () => "Cette ligne est trop longue.",
    row_open_quote: () => "Un guillemet s’ouvre dans cette ligne et ne se ferme jamais.",
    row_unreadable: () => "Cette ligne contient des caractères illisibles.",
    row_too_many_cells: () => "Cette ligne a plus de cellules que le fichier n’a de colonnes.",
    row_not_json: () => "Cette ligne est illisible : il faut du JSON.",
    consent_undecided: () =>
      "Indiquez ce que disent les colonnes de consentement, ou qu’elles ne comptent pas.",
    at_most_patterns: () =>
      "Les motifs de ce scénario sont trop longs en tout. Raccourcissez-en un.",
  },
});

export type FieldWords = (typeof fieldWords)["en"];

/** The words of a code; undefined where only the API's own text says it. */
export const sayFault = (
  words: FieldWords,
  code: FieldErrorCode | undefined,
  params: FieldErrorParams = {},
) => (code === undefined || code === "other" ? undefined : words[code]?.(params));

type Answered = {
  errors: Record<string, string[]>;
  codes: Record<string, FieldErrorCode[]>;
  params: Record<string, FieldErrorParams[]>;
};

/** The errors of fields in words, each once. What has no code that is known stays as it is. */
export const inWords = (words: FieldWords, { errors, codes, params }: Answered) =>
  Object.fromEntries(
    Object.entries(errors).map(([field, messages]) => [
      field,
      [
        ...new Set(
          messages.map(
            (message, index) =>
              sayFault(words, codes[field]?.[index], params[field]?.[index]) ?? message,
          ),
        ),
      ],
    ]),
  );
