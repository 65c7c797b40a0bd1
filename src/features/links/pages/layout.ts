import type { Language } from "./catalogue";
import { STYLE } from "./style";

/** Shapes of 24 by 24 units. */
const ICONS = {
  chain:
    "M9.5 14.5l5-5M11 7l1.6-1.6a4 4 0 0 1 5.7 0l.3.3a4 4 0 0 1 0 5.7L17 13" +
    "M13 17l-1.6 1.6a4 4 0 0 1-5.7 0l-.3-.3a4 4 0 0 1 0-5.7L7 11",
  clock: "M12 7v5l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0",
  off: "M12 3v8M6.3 6.8a8 8 0 1 0 11.4 0",
  message: "M4 5h16v11H10l-4 4v-4H4z",
};
export type Icon = keyof typeof ICONS;

/** The sender of a page; null where nobody is known. */
export type From = { name: string; contact: string | null; fallbackUrl: string | null } | null;

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text as HTML, also within quotes. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

const EMAIL = /^[^\s@<>()[\]\\,;:"'%?&#]+@[^\s@<>()[\]\\,;:"'%?&#]+\.[^\s@<>()[\]\\,;:"'%?&#.]+$/;
const PHONE = /^\+?[\d\s().\-/]{5,40}$/;

/**
 * A contact line, which is a link if it is an e-mail address or a phone number and nothing else.
 */
export function contactHtml(contact: string) {
  const text = escapeHtml(contact);
  if (EMAIL.test(contact)) return `<a href="mailto:${text}">${text}</a>`;
  // The (0) of +33 (0)1 is dialled within the country only.
  const number = contact.replace(/^(\+.*?)\(0\)/, "$1").replace(/[^\d+]/g, "");
  return PHONE.test(contact) ? `<a href="tel:${number}">${text}</a>` : text;
}

type Content = {
  language: Language;
  icon: Icon;
  title: string;
  /** HTML below the title. */
  body: string;
  from: From;
  /** The words of the link to the fallback URL, and whether it is what a visitor came for. */
  website: string;
  isOver: boolean;
};

const footer = ({ contact }: NonNullable<From>) =>
  contact === null ? "" : `<footer><p dir="auto">${contactHtml(contact)}</p></footer>`;

const onwards = ({ fallbackUrl }: NonNullable<From>, website: string, isOver: boolean) =>
  fallbackUrl === null
    ? ""
    : `<p${isOver ? "" : ' class="aside"'}><a${isOver ? ' class="button"' : ""} ` +
      `rel="noreferrer" href="${escapeHtml(fallbackUrl)}">${website}</a></p>`;

/** A page for recipients. `title` and `website` are HTML. */
export const page = ({ language, icon, title, body, from, website, isOver }: Content) =>
  `<!doctype html><html lang="${language}"><meta charset="utf-8">` +
  `<meta name="viewport" content="width=device-width,initial-scale=1">` +
  `<meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style>` +
  `<main><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" ` +
  `stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">` +
  `<path d="${ICONS[icon]}"/></svg>` +
  `${from ? `<p class="from" dir="auto">${escapeHtml(from.name)}</p>` : ""}` +
  `<h1>${title}</h1>${body}` +
  `${from ? onwards(from, website, isOver) + footer(from) : ""}</main>`;
