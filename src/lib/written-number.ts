import { conventionsOf } from "./region";
import { withPlainDigits } from "./text";

/** A longer text is not read. */
const MAX_CHARACTERS = 1_000;

const CODES =
  "usd|eur|gbp|chf|cad|aud|nzd|brl|mxn|ars|clp|cop|pen|inr|pkr|jpy|cny|aed|sar|egp|mad|dzd|tnd|" +
  "xof|xaf|zar|ngn|kes|ghs|try|pln|czk|huf|ron|sek|nok|dkk|rub|uah|idr|php|thb|vnd";
const CURRENCY = `(?:\\p{L}{0,3}\\p{Sc}|(?:${CODES})|(?:rs|kr)\\.?)`;
const BLANK = "[ \\u00a0\\u2009\\u202f]";

/** A number with its sign and currency, or a word, whose digits are no number: `B2B`, `m2`. */
const TOKEN = new RegExp(
  `(?<sign>(?<![\\p{L}\\p{N}])[-−])?(?:(?<![\\p{L}\\p{N}])${CURRENCY}${BLANK}?)?` +
    "(?<inner>(?<=\\p{Sc})[-−])?" +
    `(?<digits>(?:(?<![\\p{L}\\p{N}.,])[.,])?\\d+(?:(?:[.,٫٬'’]|${BLANK})\\d+)*)` +
    "|\\p{L}[\\p{L}\\p{M}\\p{N}_-]*",
  "giu",
);

const SCALES: Record<string, number> = {
  ...{ k: 1e3, thousand: 1e3, mille: 1e3, mil: 1e3, tausend: 1e3, mila: 1e3, duizend: 1e3 },
  ...{ million: 1e6, millions: 1e6, millon: 1e6, millones: 1e6, milhao: 1e6, milhoes: 1e6 },
  ...{ lakh: 1e5, lakhs: 1e5, crore: 1e7, crores: 1e7 },
};
/** Words that may stand for several scales, or for a unit. */
const UNCLEAR = /^(m|mm|mn|mio|md|mds|mrd|b|bn|milliards?|billions?|cents?|hundred|dozen|grands?)$/;

/** The word right behind a number, without the currency of `5k€`. */
const WORD_BEHIND = new RegExp(
  `^${BLANK}?(?<word>\\p{L}+?)(?:${CURRENCY})?(?![\\p{L}\\p{N}])`,
  "iu",
);
/**
 * Characters that make another number of the digits before them, as in `20h30`, `1e3`, `2½` or
 * `3²`.
 */
const GOES_ON = /^(\p{L}+\d| ?[\u00bc-\u00be\u2150-\u215e]|[\u00b2\u00b3\u00b9])/u;

/**
 * The one number in a text, as people write it in a country: with thousands, decimals, a currency
 * and `k`, alone or within words. Undefined without a number, or with several.
 */
export function numberIn(text: string, country: string | null): number | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const plain = withPlainDigits(text);
  const { decimal } = conventionsOf(country);
  const found = [...plain.matchAll(TOKEN)].filter(({ groups }) => groups?.digits !== undefined);
  const [first, ...others] = found;
  if (!first?.groups || others.length > 0) return undefined;
  const { digits = "", sign, inner } = first.groups;
  const scale = scaleBehind(plain.slice(first.index + first[0].length));
  const size = sizeOf(digits, decimal);
  if (size === undefined || scale === undefined) return undefined;
  const scaled = scale === 1 ? size : Number((size * scale).toPrecision(15));
  const value = sign || inner ? -scaled : scaled;
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : undefined;
}

/** The factor of a number; undefined where that is not clear. */
function scaleBehind(rest: string): number | undefined {
  if (GOES_ON.test(rest)) return undefined;
  const word = (WORD_BEHIND.exec(rest)?.groups?.word ?? "")
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "");
  return UNCLEAR.test(word) ? undefined : Object.hasOwn(SCALES, word) ? SCALES[word] : 1;
}

/** The size of a number such as `12.000,50`; undefined where its signs make no sense. */
function sizeOf(digits: string, decimal: string | null): number | undefined {
  const signs = [...digits.replace(/\d/g, "")].map(signOf);
  const parts = digits.split(/\D/);
  const last = signs.at(-1);
  if (last === undefined) return Number(digits);
  const [whole, fraction] = [parts.slice(0, -1), parts.at(-1) ?? ""];
  const isWhole = last !== "٫" && isGrouped(parts, signs);
  const isDecimal =
    ".,٫".includes(last) && signs.indexOf(last) === signs.length - 1 && hasWhole(whole, signs);
  if (isWhole && !(isDecimal && last === decimal)) return Number(parts.join(""));
  return isDecimal ? Number(`${whole.join("")}.${fraction}`) : undefined;
}

const signOf = (sign: string) => (sign === "’" ? "'" : /\s/.test(sign) ? " " : sign);

/** The part before the decimals: nothing, digits, or groups of them. */
const hasWhole = (whole: string[], signs: string[]) =>
  whole.length === 1 || isGrouped(whole, signs.slice(0, -1));

/** True if digits are in groups of three, or as in India: 12,34,567. */
function isGrouped(parts: string[], signs: string[]) {
  const [sign, ...others] = new Set(signs);
  const joined = parts.join(" ");
  if (sign === undefined || others.length > 0) return false;
  return (
    /^[1-9]\d{0,2}( \d{3})+$/.test(joined) ||
    (sign === "," && /^[1-9]\d?( \d{2})+ \d{3}$/.test(joined))
  );
}
