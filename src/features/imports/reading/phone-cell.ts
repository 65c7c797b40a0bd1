import { normalPhone, plainPhone } from "../../../lib/phone";
import { withoutInvisible } from "../../../lib/text";

const PREFIX = /^(?:(?:tel|phone|mobile|mob|whatsapp|wa|t[ée]l)\s*\.?\s*:\s*|https?:\/\/wa\.me\/)/i;
const NO_PHONE =
  /^(0+|unknown|no phone|inconnu|aucun|keine?|unbekannt|sin tel[eé]fono|ninguno|nenhum|nessuno)$/i;
const SCIENTIFIC = /^\+?(\d)(?:[.,](\d*))?E\+?(\d{1,2})$/i;
const SEPARATOR = /\s*:::\s*|[;|\n\r]+|,\s*|\s+\/\s+|\s+(?:or|ou|oder|o|e|et|und)\s+/;

export const CUT_PHONE =
  "The spreadsheet has cut the number. Format the column as text, and export it again.";

type Phone = { phone: string | undefined } | { error: string };

/**
 * The first phone of a cell. An error if a spreadsheet has cut its digits, as in `3.36E+10`.
 * `country`: as for `normalPhone`; without one, the number stays as it is written.
 */
export function phoneCell(cell: string, country: string | null): Phone {
  const text = withoutInvisible(cell).trim().replace(/^'/, "").replace(PREFIX, "").trim();
  if (NO_PHONE.test(text)) return { phone: undefined };
  const scientific = SCIENTIFIC.exec(text.replace(/\s/g, ""));
  if (scientific) return uncut(scientific, country);
  const first =
    text
      .split(SEPARATOR)
      .find((part) => /\d/.test(part))
      ?.trim() ?? text;
  return { phone: written(first.replace(PREFIX, ""), country) };
}

function uncut([, first = "", rest = "", exponent]: string[], country: string | null): Phone {
  const digits = Number(exponent);
  const isWhole = rest.length >= digits && /^0*$/.test(rest.slice(digits));
  return isWhole
    ? { phone: written(first + rest.slice(0, digits), country) }
    : { error: CUT_PHONE };
}

const written = (phone: string, country: string | null) =>
  country === null ? plainPhone(phone) : normalPhone(plainPhone(phone), country);
