import { withoutGuard } from "../../../lib/csv";
import { foldLabel, foldText, withoutInvisible } from "../../../lib/text";
import { emailIn } from "../../../lib/written-email";
import { isStorable, parsedJson } from "./json";

/** What people and programs write where there is nothing. */
const NOTHING = new Set([
  ..."n/a|#n/a|n.a.|none|null|(null)|undefined|-|--|–|—|(none)|(empty)|(blank)".split("|"),
  ..."#ref!|#value!|#name?|#num!|#null!|#div/0!|#nv|#na".split("|"),
]);

/** A cell trimmed and without a spreadsheet's quote; undefined if there is nothing in it. */
export function plainCell(value: unknown): unknown {
  if (value === null) return undefined;
  if (typeof value !== "string") return value;
  const text = withoutGuard(value.trim()).trim();
  return text === "" || NOTHING.has(text.toLowerCase()) ? undefined : text;
}

/** What a cell with several values separates them by. Google Contacts writes ` ::: `. */
const SEPARATOR = /\s*:::\s*|[;|\n\r]+|,\s*/;
const firstOf = (text: string) =>
  text
    .split(SEPARATOR)
    .find((part) => part.trim() !== "")
    ?.trim();

const NO_EMAIL =
  /^(@|unknown|no e-?mail|inconnu|aucun|keine?|unbekannt|sin correo|ninguno|nenhum)$/i;

/** The first address of a cell; a text without one as it is. */
export function emailCell(cell: unknown): unknown {
  if (typeof cell !== "string") return cell;
  const text = withoutInvisible(cell).replace(/^mailto:/i, "");
  if (NO_EMAIL.test(text.trim())) return undefined;
  const first = firstOf(text) ?? text;
  return emailIn(first) ?? first;
}

const CHECKED =
  /^(1|true|t|yes|y|on|x|✓|✔|✅|☑|oui|o|vrai|ja|j|wahr|si|s|verdadero|sim|verdadeiro|vero)$/;
const UNCHECKED = /^(0|false|f|no|n|off|non|faux|nein|falsch|falso|nao|☐)$/;
const SUBSCRIBED =
  /^(subscribed|opted[ -_]?in|opt[ -_]?in|active|abonnee?|inscrite?|angemeldet|suscrit[ao]|inscrit[ao]|iscritt[ao])$/;
const UNSUBSCRIBED =
  /^(unsubscribed|opted[ -_]?out|opt[ -_]?out|desabonnee?|desinscrite?|abgemeldet|baja|dad[ao] de baja|descadastrad[ao]|disiscritt[ao])$/;
/** Pipedrive's words for people who have never been asked, or are no longer written to. */
const UNASKED = /^(no[ _]consent|archived)$/;
const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/;

const spoken = (value: unknown) => foldText(String(value)).trim();

/** Whether a cell says yes, as people write it in several languages; else the cell as it is. */
export function booleanCell(cell: unknown): unknown {
  if (CHECKED.test(spoken(cell))) return true;
  return UNCHECKED.test(spoken(cell)) ? false : cell;
}

/**
 * Whether somebody has unsubscribed, by a cell that says so (`isOptout`) or the reverse. The day on
 * which it happened says it too. Undefined if the cell says neither; another text as it is.
 */
export function optoutCell(cell: unknown, isOptout: boolean): unknown {
  const word = spoken(cell);
  if (UNASKED.test(word)) return undefined;
  if (SUBSCRIBED.test(word)) return false;
  if (UNSUBSCRIBED.test(word)) return true;
  const said = DATE.test(word) ? true : booleanCell(cell);
  return typeof said === "boolean" ? said === isOptout : said;
}

/** A text; a number of NDJSON or a workbook is one too. */
export const textCell = (cell: unknown) => (typeof cell === "number" ? String(cell) : cell);

/** A name on one line. */
export const nameCell = (cell: unknown) =>
  typeof cell === "string" ? cell.replace(/\s+/g, " ") : textCell(cell);

/** The name of a user, without the `@` before it. */
export const usernameCell = (cell: unknown) =>
  typeof cell === "string" ? cell.replace(/^@(?=.)/, "") : textCell(cell);

/** A value of a closed list, as `Call booked` for `call_booked`. */
export const choiceIn = (cell: unknown) =>
  typeof cell === "string"
    ? foldText(cell)
        .trim()
        .replace(/[\s-]+/g, "_")
    : cell;

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
  const parts = Array.isArray(json) ? json.map(labelOf) : labelsOf(String(cell));
  const labels = new Map<string, string>();
  for (const part of parts) {
    const label = part.trim().replace(GOOGLE_MARK, "");
    const isNone = part.trim() === EVERYBODY || plainCell(label) === undefined;
    if (!isNone && !labels.has(foldLabel(label))) labels.set(foldLabel(label), label);
  }
  return [...labels.values()];
}

/**
 * The lists of this API as CSV separate labels by `|`, with a backslash before a `|` or a backslash of
 * a label.
 */
const labelsOf = (text: string) =>
  /\\[\\|]/.test(text)
    ? (text.match(/(?:\\[\\|]|[^|])+/g) ?? []).map((label) => label.replace(/\\([\\|])/g, "$1"))
    : text.split(SEPARATOR);

const labelOf = (tag: unknown): string =>
  typeof tag === "object" && tag !== null && "label" in tag ? String(tag.label) : String(tag);
