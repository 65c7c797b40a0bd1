import { suggestMapping } from "#features/imports/reading/suggest-mapping";
import { emailIn } from "#lib/written-email";
import type { Item } from "../item";
import { answersBy, phoneAmong } from "./answers";
import type { KindDefinition } from "./definition";
import { given, type Members, membersOf, textOf } from "./members";
import { type Pair, pairsIn } from "./pairs";

/** The fields that are known by the names of their questions, or of members. */
const KNOWN = ["first_name", "last_name", "full_name", "email", "phone"];
/** The most members whose names are looked at. */
const MAX_NAMES = 100;

/** The members that are texts. */
const textsOf = (members: Members): [string, string][] =>
  Object.entries(members).flatMap(([name, value]) => {
    const text = textOf(value);
    return text === undefined ? [] : [[name, text]];
  });

function namedIn(texts: [string, string][]): Members {
  const values = Object.fromEntries(texts.slice(0, MAX_NAMES));
  const { mapping } = suggestMapping(Object.keys(values), [values]);
  const known: Members = {};
  for (const [name, field] of Object.entries(mapping))
    if (KNOWN.includes(field)) known[field] ??= values[name];
  return known;
}

const typed = (pairs: Pair[], type: RegExp) =>
  pairs.map((pair) => (type.test(pair.type) ? textOf(pair.answer) : undefined)).find(Boolean);

/** The only address among texts; none if there are several. */
function onlyEmail(texts: [string, string][]) {
  const [first, ...others] = new Set(texts.map(([, text]) => emailIn(text)).filter(Boolean));
  return others.length === 0 ? first : undefined;
}

/**
 * Reads an item of anybody: the answers of forms, wherever they stand, and a person, by the types
 * of fields, and by the names of questions and members.
 */
function read(item: unknown, { country }: { country: string | null }): Item {
  const { pairs, tracking } = pairsIn(item);
  const answers = answersBy(pairs.map(({ question, answer }) => [question, answer]));
  const texts = [...textsOf(answers), ...textsOf(membersOf(item))];
  const named = namedIn(texts);
  return {
    fact: "contact",
    at: null,
    lead: given({
      ...named,
      email: typed(pairs, /email/i) ?? named.email ?? onlyEmail(texts),
      phone: typed(pairs, /phone/i) ?? named.phone ?? phoneAmong(answers, country),
    }),
    booking: null,
    answers,
    tracking,
    raw: item,
    warnings: [],
  };
}

export const webhook: KindDefinition = {
  read,
  paths: "raw",
  matchBy: ["lead_ref", "ext_id", "phone", "email"],
  verification: { scheme: "none" },
  mapping: [
    { to: "lead_ref", from: ["lead_ref", "tracking.lead_ref", "tracking.utm_content"] },
    { to: "full_name", from: ["lead.full_name"] },
    { to: "first_name", from: ["lead.first_name"] },
    { to: "last_name", from: ["lead.last_name"] },
    { to: "email", from: ["lead.email"] },
    { to: "phone", from: ["lead.phone"] },
  ],
};
