import { dialled, readPhone } from "#lib/phone";
import { foldCase, withoutInvisible } from "#lib/text";
import { currentNumber, numberVariants } from "./wa-numbers";

// Only what can be an address is an identity (contract §4). Whatever is unique, matched, suppressed
// or sent to is so by the keys that are made here: a text that can't be an address has none. The
// database keeps the keys beside the texts, so that no SQL needs this rule.

/** A phone or an e-mail that can be an address: as it is stored, and the key to compare it by. */
export type Address = { text: string; key: string };

/** The signs between the digits of a phone. */
const SEPARATORS = /[\s().\-/\u2010-\u2015\u2212]/g;
const MIN_NATIONAL_DIGITS = 7;
/** Of an international number whose plus is missing. */
const MIN_INTERNATIONAL_DIGITS = 10;
/** A number of no plan that is known. */
const WITHOUT_PLAN = /^\+?(?<digits>[1-9]\d{7,14})$/;

/** A day, as it stands in a column that has slipped: in some plans, its digits are a phone. */
const DAY_OF_MONTH = "(?:0?[1-9]|[12]\\d|3[01])";
const DAY = new RegExp(
  `^(?:${DAY_OF_MONTH}([-/.])${DAY_OF_MONTH}\\1(?:19|20)\\d\\d|` +
    `(?:19|20)\\d\\d([-/.])${DAY_OF_MONTH}\\2${DAY_OF_MONTH})$`,
);

/** One digit repeated, or digits that follow each other up or down, as in `0123456789`. */
function isDummy(digits: string) {
  const steps = [...digits]
    .slice(1)
    .map((digit, at) => (Number(digit) - Number(digits[at]) + 10) % 10);
  return [0, 1, 9].some((step) => steps.every((one) => one === step));
}

/** Both forms of a renumbered number have one key. */
const keyOf = (digits: string) => `+${currentNumber(digits)}`;

/**
 * The number in E.164 that a phone is in its plan; null if it is none, undefined without a plan.
 */
function plannedNumber(phone: string, country: string | null) {
  if (DAY.test(dialled(phone))) return null;
  const read = readPhone(phone, country);
  if (!read) return undefined;
  const isPossible =
    read.isPossible ||
    numberVariants(read.number.slice(1)).some((one) => readPhone(`+${one}`, null)?.isPossible);
  const digits = dialled(phone).match(/\d/g) ?? [];
  const isLong = dialled(phone).startsWith("+") || digits.length >= MIN_NATIONAL_DIGITS;
  return isPossible && isLong && !isDummy(read.national) ? read.number : null;
}

/** The phone in E.164; null where it can't be an address, or its numbering plan is not known. */
export const possiblePhone = (phone: string, country: string | null) =>
  plannedNumber(phone, country) ?? null;

/**
 * A phone that can be an address, in E.164 if its numbering plan is known: that of an
 * international one, or of `country` (ISO 3166-1 alpha-2). WhatsApp itself reports numbers that
 * plans call invalid: any of a possible length may be one.
 */
export function phoneAddress(sent: string, country: string | null): Address | undefined {
  const planned = plannedNumber(sent, country);
  if (planned) return { text: planned, key: keyOf(planned.slice(1)) };
  const bare = dialled(sent).replace(SEPARATORS, "");
  const digits = WITHOUT_PLAN.exec(bare)?.groups?.digits;
  if (digits === undefined || isDummy(digits)) return undefined;
  const lacksPlus =
    !bare.startsWith("+") &&
    digits.length >= MIN_INTERNATIONAL_DIGITS &&
    plannedNumber(`+${digits}`, null);
  return planned === undefined || lacksPlus ? { text: sent, key: keyOf(digits) } : undefined;
}

/**
 * A phone as it is stored: E.164 where it can be an address of a known plan, else as it was sent.
 */
export const normalPhone = (sent: string, country: string | null) =>
  phoneAddress(sent, country)?.text ?? sent;

/** The key of a phone; null without one, and where it can't be an address. */
export const keyOfPhone = (sent: string | null | undefined, country: string | null) =>
  phoneAddress(sent ?? "", country)?.key ?? null;

/** The key of a number that WhatsApp has reported, in digits: it is one, whatever plans say. */
export const keyOfNumber = (digits: string) => keyOfPhone(`+${digits}`, null) ?? keyOf(digits);

const EMAIL = /^[^\s@<>]+@(?<domain>localhost|[^\s@<>.]+(?:\.[^\s@<>.]+)+)$/u;
const NAMED = /^[^<>]*<(?<address>[^<>]+)>$/u;
const MAILTO = /^mailto:(?<address>[^?]*)/iu;
/** Signs that a host in a URL can't have. */
const NO_HOST = /[/\\:?#%]/;

/** A domain as it is in the DNS: an internationalised one has two forms. */
function dnsName(domain: string) {
  const isPlain = /^[ -~]*$/.test(domain);
  if (isPlain || NO_HOST.test(domain) || !URL.canParse(`http://${domain}`)) return domain;
  return new URL(`http://${domain}`).hostname;
}

const comparable = (address: string) => {
  const [local = "", domain = ""] = foldCase(address).split("@");
  return `${local}@${dnsName(domain)}`;
};

/** An e-mail that can be an address, read from `Ann <ann@x.test>` and `mailto:ann@x.test` too. */
export function emailAddress(sent: string): Address | undefined {
  const plain = withoutInvisible(sent).trim();
  const bare = NAMED.exec(plain)?.groups?.address?.trim() ?? plain;
  const address = MAILTO.exec(bare)?.groups?.address?.trim() ?? bare;
  if (!EMAIL.test(address)) return undefined;
  return { text: address === plain ? sent : address, key: comparable(address) };
}

/** An e-mail as it is stored. */
export const normalEmail = (sent: string) => emailAddress(sent)?.text ?? sent;

/** The key of an e-mail; null without one, and where it can't be an address. */
export const keyOfEmail = (sent: string | null | undefined) =>
  emailAddress(sent ?? "")?.key ?? null;
