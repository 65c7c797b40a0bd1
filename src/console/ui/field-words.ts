import { catalogue } from "../texts/catalogue";

/** What the API says of a field, in words that stand below its label and need not name it. */
export const fieldWords = catalogue({
  en: {
    required: "Fill this in.",
    taken: "This is taken already.",
    selected: "This can’t be chosen. Try something else.",
    format: "This doesn’t have the right format.",
    url: "This must be a web address, such as https://example.com.",
    integer: "This must be a whole number.",
    date: "This must be a date.",
    future: "This must be in the future.",
    least: (least: string) => `At least ${least}.`,
    most: (most: string) => `At most ${most}.`,
    fewestCharacters: (least: string) => `At least ${least} characters.`,
    mostCharacters: (most: string) => `At most ${most} characters.`,
  },
  fr: {
    required: "À remplir.",
    taken: "Déjà utilisé.",
    selected: "Ce choix n’est pas possible. Essayez autre chose.",
    format: "Ce n’est pas le format attendu.",
    url: "Indiquez une adresse web, par exemple https://example.com.",
    integer: "Indiquez un nombre entier.",
    date: "Indiquez une date.",
    future: "Indiquez un moment à venir.",
    least: (least) => `${least} au minimum.`,
    most: (most) => `${most} au maximum.`,
    fewestCharacters: (least) => `${least} caractères au minimum.`,
    mostCharacters: (most) => `${most} caractères au maximum.`,
  },
});

type Words = (typeof fieldWords)["en"];

const KNOWN: [RegExp, (words: Words, amount: string) => string][] = [
  [/^The .+ field is required\.$/, ({ required }) => required],
  [/^The .+ has already been taken\.$/, ({ taken }) => taken],
  [/^The selected .+ is invalid\./, ({ selected }) => selected],
  [/^The .+ field format is invalid\.$/, ({ format }) => format],
  [/^The .+ field must be a valid URL\.$/, ({ url }) => url],
  [/^The .+ field must be an integer\.$/, ({ integer }) => integer],
  [/^The .+ field must be a valid date\.$/, ({ date }) => date],
  [/^The .+ field must be a date in the future\.$/, ({ future }) => future],
  [/^The .+ field must be at least (\d+)\.$/, ({ least }, amount) => least(amount)],
  [/^The .+ field must not be greater than (\d+)\.$/, ({ most }, amount) => most(amount)],
  [
    /^The .+ field must be at least (\d+) characters\.$/,
    ({ fewestCharacters }, amount) => fewestCharacters(amount),
  ],
  [
    /^The .+ field must not be greater than (\d+) characters\.$/,
    ({ mostCharacters }, amount) => mostCharacters(amount),
  ],
];

/** What the API says otherwise stays as it is. */
export function inWords(words: Words, message: string) {
  for (const [pattern, say] of KNOWN) {
    const found = pattern.exec(message);
    if (found) return say(words, found[1] ?? "");
  }
  return message;
}
