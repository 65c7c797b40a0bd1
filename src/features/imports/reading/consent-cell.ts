import { readDate } from "#lib/written-date";
import { booleanCell, spoken } from "./cell-values";
import { whole } from "./consent-names";

/** Words that say nothing but whether somebody may be written to. */
const IN = whole(
  "subscribed|opt(s|ed)? ?in|double opt ?in|whitelist(ed)?|abonnee?s?|abonniert|angemeldet",
  "suscrit[ao]|aangemeld|geabonneerd",
);
const OUT = whole(
  "unsubscribed?|unsub(bed)?|opt(s|ed)? ?out|(non|not|never|no) ?subscribed|blacklist(ed)?",
  "blocklist(ed)?|do ?not ?(contact|e?mail|market|disturb)|cleaned|desabonnee?s?|desinscrite?s?",
  "abgemeldet|abbestellt|baja|dad[ao] de baja|descadastrad[ao]|disiscritt[ao]|uitgeschreven",
  "afgemeld",
);

/** Words that say it in a column on consent, and may mean something else in another. */
const WRITTEN_TO =
  /^(active|activ[oa]|actif|aktiv|inscrite?s?|inscrit[ao]|iscritt[ao]|ingeschreven)$/;
/** Words that answer the question for consent, and not whether somebody has opted out. */
const YES = whole(
  "granted|given|consent(ed)?|agreed|accept(s|ed)?|allow(ed)?|approved|confirmed|explicit|accepte",
  "accorde|donne|autorise|erteilt|zugestimmt|eingewilligt|otorgado|concedid[ao]|concess[ao]",
  "aceptad[ao]|aceit[ao]|accettat[ao]|toegestaan",
);
const NO = whole(
  "inactive|bounced?|hard ?bounced?|soft ?bounced?|complained|complaint|spam|junk|suppressed",
  "user ?suppressed|blocked|pending|unconfirmed|non ?confirmed|not ?confirmed|denied|declined",
  "refused|rejected|revoked|withdrawn|removed|deleted|cancelled|canceled|disallowed|objected|none",
  "never|refuse|revoque|retire|bloque|en attente|non confirme|verweigert|abgelehnt|widerrufen",
  "widersprochen|gesperrt|unbestatigt|denegado|rechazado|revocado|negad[ao]|recusad[ao]|revogado",
  "negato|rifiutato|revocato|geweigerd|ingetrokken|geblokkeerd",
);

/** Pipedrive's words for people who have never been asked, or are no longer written to. */
const UNASKED = /^(no consent|archived)$/;
/** The day that databases write for none at all. */
const NO_DAY = /^0{1,4}[-/.]0{1,2}[-/.]0{1,4}/;
const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?!\.?\d)|^\d{10}(\d{3})?$/;

/** A cell as the words above are written. */
const worded = (cell: unknown) =>
  spoken(cell)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** True if a cell alone shows that it is about consent, whatever its column is called. */
export const isConsentWord = (cell: unknown) => {
  const word = worded(cell);
  return IN.test(word) || OUT.test(word);
};

const isDate = (text: string) =>
  DATE.test(text) || readDate(text, { country: null, timeZone: null }) !== undefined;

/**
 * True if somebody has unsubscribed, by a cell that says so (`isOptout`) or the reverse. The day on
 * which it happened says it too. Undefined if the cell says neither; another text as it is.
 */
export function optoutCell(cell: unknown, isOptout: boolean): unknown {
  const [text, word] = [spoken(cell), worded(cell)];
  if (UNASKED.test(word) || NO_DAY.test(text)) return undefined;
  if (IN.test(word)) return false;
  if (OUT.test(word)) return true;
  const answer = isDate(text) ? true : booleanCell(cell);
  if (typeof answer === "boolean") return answer === isOptout;
  if (WRITTEN_TO.test(word)) return false;
  if (isOptout) return cell;
  return YES.test(word) ? false : NO.test(word) ? true : cell;
}

/**
 * The word of several columns on consent: that somebody has unsubscribed, if one of them does. What
 * can't be read goes before what says that somebody is subscribed, so that the row is rejected.
 */
export function consentOf(before: unknown, read: unknown): unknown {
  if (read === undefined || before === true) return before;
  return read !== false || before === undefined ? read : before;
}
