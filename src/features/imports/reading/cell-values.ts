import { emailAddress } from "#domain/addresses";
import { withoutGuard } from "#lib/csv";
import { foldLabel, foldText, withoutInvisible } from "#lib/text";
import { emailIn } from "#lib/written-email";
import { cellsOf } from "./cells";
import { isStorable, parsedJson } from "./json";

/** The marks that people and programs write where there is nothing. */
const NOTHING = new Set([
  ..."n/a|#n/a|n.a.|none|null|(null)|undefined|-|--|–|—|(none)|(empty)|(blank)".split("|"),
  ..."#ref!|#value!|#name?|#num!|#null!|#div/0!|#nv|#na".split("|"),
]);

/** A formula that only holds a text, as tools write phones and codes for Excel: `="0612345678"`. */
const TEXT_FORMULA = /^=\s*"((?:[^"]|"")*)"$/;

/** A text trimmed, without a spreadsheet's quote, and without the formula that keeps it a text. */
export function cellText(value: string): string {
  const text = withoutGuard(value.trim()).trim();
  const held = TEXT_FORMULA.exec(text)?.[1];
  return held === undefined ? text : held.replaceAll('""', '"').trim();
}

/** The value of a cell; undefined if there is nothing in it. */
export function plainCell(value: unknown): unknown {
  if (value === null) return undefined;
  if (typeof value !== "string") return value;
  const text = cellText(value);
  return text === "" || NOTHING.has(text.toLowerCase()) ? undefined : text;
}

/** A name. People are called Null and None; `null` and `NULL` are written by programs. */
export const nameOrBlank = (value: unknown) =>
  typeof value === "string" && /^(Null|None)$/.test(cellText(value))
    ? cellText(value)
    : plainCell(value);

/** A phone or an e-mail. Words such as `unknown` are kept, and named: only marks say nothing. */
export function addressOrBlank(value: unknown): unknown {
  if (value === null) return undefined;
  if (typeof value !== "string") return value;
  const text = cellText(value);
  return /[\p{L}\p{N}]/u.test(text) ? text : undefined;
}

/** The separators of several values in a cell, without blanks. Google Contacts writes ` ::: `. */
const SEPARATOR = /:::|[;|\n\r]+|,/;

/** The first address of a cell; a text without one as it is. */
export function emailCell(cell: unknown): unknown {
  if (typeof cell !== "string") return cell;
  const text = withoutInvisible(cell).replace(/^mailto:/i, "");
  const parts = text.split(SEPARATOR);
  const found = parts.map((part) => emailIn(part) ?? emailAddress(part.trim())?.text);
  return found.find((email) => email !== undefined) ?? text.trim();
}

const CHECKED =
  /^(1|true|t|yes|y|on|x|✓|✔|✅|☑|oui|o|vrai|ja|j|wahr|si|s|verdadero|sim|verdadeiro|vero)$/;
const UNCHECKED = /^(0|false|f|no|n|off|non|faux|nee|nein|falsch|falso|nao|☐)$/;

/** No word or date is longer, and not all of a longer cell needs to be read. */
const MAX_SPOKEN_CHARACTERS = 255;

/** A cell as a text: an empty one for an object that can't be made one. */
export function asText(cell: unknown): string {
  try {
    return String(cell);
  } catch {
    return "";
  }
}

/** A cell without case and accents; nothing of a long one. */
export const spoken = (value: unknown) => {
  const text = asText(value);
  return text.length > MAX_SPOKEN_CHARACTERS ? "" : foldText(text).trim();
};

/** True if a cell says yes, as people write it in several languages; else the cell as it is. */
export function booleanCell(cell: unknown): unknown {
  if (CHECKED.test(spoken(cell))) return true;
  return UNCHECKED.test(spoken(cell)) ? false : cell;
}

/** A text; a number of NDJSON or a workbook is one too. */
export const textCell = (cell: unknown) => (typeof cell === "number" ? String(cell) : cell);

/** A name on one line. */
export const nameCell = (cell: unknown) =>
  typeof cell === "string" ? cell.replace(/\s+/g, " ") : textCell(cell);

/** The name of a user, without the `@` before it. */
export const usernameCell = (cell: unknown) =>
  typeof cell === "string" ? cell.replace(/^@(?=.)/, "") : textCell(cell);

/** A whole number, also as a spreadsheet has written it: `34.0`. */
export const integerCell = (cell: unknown) =>
  typeof cell === "string" && /^-?\d{1,15}([.,]0+)?$/.test(cell) ? Number.parseInt(cell, 10) : cell;

/** JSON in a cell, as this API's own exports have it; undefined if it is none. */
export function jsonCell(cell: unknown): unknown {
  if (typeof cell !== "string") return cell;
  const json = /^[[{]/.test(cell) ? parsedJson(cell) : undefined;
  return isStorable(json) ? json : undefined;
}

/** Google Contacts marks its own groups; everybody is in this one. */
const GOOGLE_MARK = /^\* /;
const EVERYBODY = "* myContacts";

/** The labels in a cell, each once: texts, the tags of this API, or one text with separators. */
export function labelsIn(cell: unknown): string[] {
  const json = jsonCell(cell);
  const parts = Array.isArray(json) ? json.map(labelOf) : labelsOf(asText(cell));
  const labels = new Map<string, string>();
  for (const part of parts) {
    const label = part.trim().replace(GOOGLE_MARK, "");
    const isNone = part.trim() === EVERYBODY || plainCell(label) === undefined;
    if (!isNone && !labels.has(foldLabel(label))) labels.set(foldLabel(label), label);
  }
  return [...labels.values()];
}

/**
 * The lists of this API as CSV separate labels by `|`, with a backslash before a `|` or a backslash
 * of a label.
 */
function labelsOf(text: string) {
  if (/\\[\\|]/.test(text))
    return (text.match(/(?:\\[\\|]|[^|])+/g) ?? []).map((label) =>
      label.replace(/\\([\\|])/g, "$1"),
    );
  return text.startsWith('"') ? quotedLabels(text) : text.split(SEPARATOR);
}

/** Mailchimp puts each label in quotes, since they may hold commas: `"VIP","Paris, 12e"`. */
function quotedLabels(text: string) {
  const even = text.replace(/"\s*([,;|])\s*"/g, '"$1"');
  const delimiter = /^"(?:[^"]|"")*"([,;|])/.exec(even)?.[1] ?? ",";
  return cellsOf(even, delimiter, MAX_LABELS);
}

const MAX_LABELS = 1_000;

const labelOf = (tag: unknown): string =>
  typeof tag === "object" && tag !== null && "label" in tag ? asText(tag.label) : asText(tag);
