import { codePoints } from "./text";

const MAX_TEXT_CHARACTERS = 1_000;
const MAX_EMAIL_CHARACTERS = 255;
const EMAIL = /^[^\s@,;:<>()"]+@([^\s@.,;:<>()"]+\.)+(\p{L}{2,}|xn--[a-z0-9-]+)$/iu;

/** Quotes, brackets and marks before an address, and whatever ends the sentence behind it. */
const BEFORE = /^['‘’“”«»[\]{}*_~`¿¡|=.-]+/u;
const BEHIND = /[^\p{L}\p{N}]+$/u;

/** A URL, of whose path and query only the parts can be addresses: the host has no person. */
const URL_HOST =
  /(?:[a-z][a-z\d+.-]*:\/\/|(?<![^\s(<"'])(?:[\p{L}\d-]+\.)+\p{L}{2,}\/)[^\s/?#]*(?<rest>\S*)/giu;
const MAILTO = /mailto:(?<address>[^\s?]+)\S*/gi;

const withoutUrls = (text: string) =>
  text
    .replace(MAILTO, " $<address> ")
    .replace(URL_HOST, (...found) =>
      ` ${found.at(-1).rest} `.replace(/%40/g, "@").replace(/[/?&=#]/g, " "),
    );

/** The one e-mail address within a text; undefined without any, or with several. */
export function emailIn(text: string): string | undefined {
  if (text.length > MAX_TEXT_CHARACTERS) return undefined;
  const found = withoutUrls(text)
    .split(/[\s,;:<>()"]+/)
    .filter((word) => word.includes("@"))
    .map((word) => (EMAIL.test(word) ? word : word.replace(BEFORE, "").replace(BEHIND, "")))
    .filter((word) => codePoints(word) <= MAX_EMAIL_CHARACTERS && EMAIL.test(word));
  const [first, ...others] = new Set(found);
  return others.length === 0 ? first : undefined;
}
