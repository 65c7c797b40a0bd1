import * as z from "zod";
import {
  engagementLevels,
  isListField,
  lostReasons,
  maturityLevels,
  occupations,
  type ProfileField,
} from "#domain/leads";
import type { Claim, Transcript } from "./analyst";

/** Limits on what analyses write; the API accepts more. */
const MAX_VALUE_CHARACTERS = 500;
const MAX_QUOTE_CHARACTERS = 500;
const MAX_CLAIMS_OF_LIST = 20;

const text = z.string().trim().min(1).max(MAX_VALUE_CHARACTERS);

/** The values that each field can have. */
const VALUES: Record<ProfileField, z.ZodType<Claim["value"]>> = {
  age: z.int().min(10).max(110),
  occupation_status: z.enum(occupations),
  maturity_level: z.enum(maturityLevels),
  engagement_level: z.enum(engagementLevels),
  is_lost: z.boolean(),
  lost_reason: z.enum(lostReasons),
  professional_situation: text,
  primary_objective: text,
  blockers: text,
  levers: text,
  verbatim: text,
  lost_reason_detail: text,
};

/** Characters that people, phones and models use interchangeably. */
const ALIKE: Record<string, string> = {
  ...Object.fromEntries([..."\u2018\u2019\u02bc"].map((quote) => [quote, "'"])),
  ...Object.fromEntries([..."\u201c\u201d\u00ab\u00bb"].map((quote) => [quote, '"'])),
  ...Object.fromEntries([..."\u2010\u2011\u2012\u2013\u2014\u2015"].map((dash) => [dash, "-"])),
};

/**
 * A text for comparison, with plain spaces, quotation marks and dashes, and the place of each of
 * its characters in the original.
 */
function plainOf(text: string) {
  let plain = "";
  const places: number[] = [];
  for (const [place, unit] of text.split("").entries()) {
    const character = /\s/.test(unit) ? " " : (ALIKE[unit] ?? unit);
    if (character === " " && (plain === "" || plain.endsWith(" "))) continue;
    plain += character;
    places.push(place);
  }
  return { text, plain, places };
}

const isWordCharacter = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}\p{M}]/u.test(character);
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/**
 * The words of a text that a quote cites, as they stand there; undefined if they do not. The quote
 * must consist of whole words, in scripts that separate them.
 */
function citedWords(quote: string, { text, plain, places }: ReturnType<typeof plainOf>) {
  const wanted = plainOf(quote.normalize("NFC")).plain.trim();
  if (wanted.length > MAX_QUOTE_CHARACTERS || !/[\p{L}\p{N}]/u.test(wanted)) return undefined;
  const isSpaced = !UNSPACED.test(wanted);
  for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    const isCut =
      (isWordCharacter(plain[at - 1]) && isWordCharacter(wanted[0])) ||
      (isWordCharacter(plain[end]) && isWordCharacter(wanted.at(-1)));
    const [first, last] = [places[at], places[end - 1]];
    if (first !== undefined && last !== undefined && (!isSpaced || !isCut))
      return text.slice(first, last + 1);
  }
  return undefined;
}

/**
 * The claims whose value the field can have and whose quote stands in the lead's message that the
 * claim names. A field with a single value keeps only the claim on the newest message. Quotes are
 * returned as they stand in the message.
 */
export function verifyEvidence(claims: Claim[], transcript: Transcript): Claim[] {
  const leads = transcript.filter(({ author }) => author === "lead");
  const texts = new Map(leads.map(({ id, text }) => [id, plainOf(text.normalize("NFC"))]));
  const verified = claims.flatMap((claim): Claim[] => {
    const text = texts.get(claim.messageId);
    const quote = text && citedWords(claim.quote, text);
    const value = VALUES[claim.field].safeParse(claim.field === "verbatim" ? quote : claim.value);
    const isSure = claim.confidence >= 0 && claim.confidence <= 1;
    return quote !== undefined && isSure && value.success
      ? [{ ...claim, quote, value: value.data }]
      : [];
  });
  const latest = new Map(
    verified.toSorted((a, b) => a.messageId - b.messageId).map((claim) => [keyOf(claim), claim]),
  );
  const kept = [...latest.values()];
  return kept.filter(
    ({ field }, index) =>
      !isListField(field) ||
      kept.slice(index).filter((other) => other.field === field).length <= MAX_CLAIMS_OF_LIST,
  );
}

/** Claims with the same key exclude each other; the values of a list do not. */
const keyOf = ({ field, value }: Claim) => (isListField(field) ? `${field} ${value}` : field);
