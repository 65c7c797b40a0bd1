import { normalPhone, phoneAddress, possiblePhone } from "#domain/addresses";
import { phoneIn } from "#domain/written-phone";
import { plainPhone } from "#lib/phone";
import { withoutInvisible } from "#lib/text";
import { faultTexts } from "#lib/validation-messages";

/** A word before a number, as in `Tél. : 06…`, and in Meta's exports of leads: `p:+33…`. */
const PREFIX = /^(?:\p{L}[\p{L}.]{0,20}\s{0,3}){1,3}:\s*(?=[+(\d])/u;
/** Excel takes a number behind it for what it is. */
const FORMULA = /^=\s*(?=[+\d])/;
const SCIENTIFIC = /^\+?(\d)(?:[.,](\d*))?E\+?(\d{1,2})$/i;
const SEPARATOR = /\s*:::\s*|[;|\n\r]+|,\s*|\s+\/\s+|\s+(?:or|ou|oder|o|e|et|und)\s+/;

/** WhatsApp's forms of a number as an address, and in links that open a chat with it. */
const ADDRESS = /^\+?(\d{5,15})(?::\d+)?@(?:c\.us|s\.whatsapp\.net)$/i;
const CHAT_LINK = new RegExp(
  "^(?:(?:https?://)?(?:www\\.)?(?:wa\\.me|(?:api|web)\\.whatsapp\\.com)|whatsapp:/)/" +
    "(?:send/?\\?(?:.*&)?phone=)?(?:\\+|%2B)?(\\d[\\d\\s().-]{4,30})(?:[/?&#].*)?$",
  "i",
);

const MAX_CHARACTERS = 255;

/** The extension of a company's telephone behind a number. */
const EXTENSION = new RegExp(
  "[\\s,;]*(?:\\b(?:ext(?:ension)?|poste|int|ramal|anexo|durchwahl|toestel)\\b\\s*[.:]?|" +
    "(?<=[\\s\\d)])(?:x|#)\\.?)\\s*\\d{1,6}$",
  "i",
);
/** The exit codes before an international number in North America, and in Australia. */
const EXIT_CODE = /^0{1,2}11[\s.-]*(?=\d)/;
/** As long as no national number is that begins with 011, as those of São Paulo and Turin do. */
const MIN_ABROAD = 10;
/** Nothing in it is looked for: the number in another address is none that can be called. */
const OTHER_ADDRESS = /@|:\/\/|\bwww\./i;

export const CUT_PHONE = faultTexts.cut_number;

type Phone = { phone: string } | { error: string };

/**
 * The first phone of a cell. A text without one stays as it is. An error if a spreadsheet has cut
 * the digits, as in `3.36E+10`. `country`: as for `normalPhone`; without one, the number stays as
 * it is written.
 */
export function phoneCell(cell: string, country: string | null): Phone {
  if (cell.length > MAX_CHARACTERS) return { phone: cell };
  const text = bare(withoutInvisible(cell).trim().replace(/^'/, ""));
  const scientific = SCIENTIFIC.exec(text.replace(/\s/g, ""));
  if (scientific) return uncut(scientific, country);
  const whatsApp = (ADDRESS.exec(text) ?? CHAT_LINK.exec(text))?.[1];
  if (whatsApp) return { phone: written(international(whatsApp), country) };
  const alone = text.replace(EXTENSION, "");
  const numbers = alone
    .split(SEPARATOR)
    .filter((part) => /\d/.test(part))
    .map((part) => read(bare(part.trim()).replace(EXTENSION, ""), country));
  const usable = numbers.find((number) => phoneAddress(number, country));
  const only = country === null || numbers.length === 1 ? numbers[0] : undefined;
  return { phone: usable ?? only ?? plainPhone(cell) };
}

const bare = (text: string) => text.replace(FORMULA, "").replace(PREFIX, "").trim();

/** A number that WhatsApp writes with its country's code, whether or not a `+` is before it. */
const international = (digits: string) => (digits.startsWith("0") ? digits : `+${digits}`);

function uncut([, first = "", rest = "", exponent]: string[], country: string | null): Phone {
  const digits = Number(exponent);
  const isWhole = rest.length >= digits && /^0*$/.test(rest.slice(digits));
  return isWhole
    ? { phone: written(first + rest.slice(0, digits), country) }
    : { error: CUT_PHONE };
}

/**
 * The number of a text: as it is written, else behind an exit code, else the only one among words.
 */
function read(text: string, country: string | null): string {
  const phone = written(text, country);
  if (possiblePhone(phone, country) !== null || OTHER_ADDRESS.test(text)) return phone;
  const abroad = EXIT_CODE.test(text) ? text.replace(EXIT_CODE, "+") : "";
  const dialled = abroad.length > MIN_ABROAD ? possiblePhone(abroad, null) : null;
  if (dialled !== null) return dialled;
  const isAmongWords = /\p{L}/u.test(text) || /\)\s*$/.test(text);
  return (isAmongWords ? phoneIn(text, country) : undefined) ?? phone;
}

const written = (phone: string, country: string | null) =>
  country === null ? plainPhone(phone) : normalPhone(plainPhone(phone), country);
