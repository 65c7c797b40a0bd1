import type { Scope } from "#env";
import { searchedGrams, tokenOf } from "#lib/grams";
import { foldText } from "#lib/text";
import { phonePatterns } from "./phones";
import type { LeadFilter } from "./query";
import { searchTerms } from "./texts";
import type { Term, Word } from "./words";

// The FTS5 expression of a filter, in the tokens of the search index (db/triggers/leads.sql).

const LONG = [5, 3];
/** Names may be that short. */
const ALL = [...LONG, 2, 1];

const letters = { name: "n", username: "u", email: "e", ext_id: "x", phone: "p" };
const sizesOf = { name: ALL, username: ALL, email: ALL, ext_id: LONG, phone: LONG };
type Field = keyof typeof letters;

/** Of a search, so many terms are looked for in the index. What it finds is checked against all. */
const MOST_TERMS = 4;

/** An expression; undefined where the index can't tell. */
type Expression = string | undefined;
type Workspace = Pick<Scope, "workspaceId" | "defaultCountry">;

const join = (expressions: string[], operator: "AND" | "OR"): Expression => {
  const [first, ...others] = new Set(expressions);
  return others.length === 0 ? first : `(${[first, ...others].join(` ${operator} `)})`;
};

const all = (expressions: Expression[]) =>
  join(
    expressions.filter((one) => one !== undefined),
    "AND",
  );

const any = (expressions: Expression[]) => {
  const known = expressions.filter((one) => one !== undefined);
  return known.length < expressions.length ? undefined : join(known, "OR");
};

function inField({ workspaceId }: Workspace, field: Field, text: string): Expression {
  const grams = searchedGrams(text, sizesOf[field]);
  return all(grams.map((gram) => tokenOf(`${workspaceId}${letters[field]}`, gram)));
}

const inPhone = (scope: Workspace, patterns: string[]) =>
  patterns.map((pattern) => inField(scope, "phone", pattern));

function ofWord(scope: Workspace, { text, isShort, phones }: Word) {
  const fields: Field[] = isShort ? ["name", "username"] : ["name", "username", "email", "ext_id"];
  return any([...fields.map((field) => inField(scope, field, text)), ...inPhone(scope, phones)]);
}

const ofTerm = (scope: Workspace, { phones, words }: Term) =>
  any([...inPhone(scope, phones), all(words.map((word) => ofWord(scope, word)))]);

const lengthOf = ({ words }: Term) => words.reduce((sum, { text }) => sum + text.length, 0);

const longest = (terms: Term[]) =>
  terms.toSorted((one, other) => lengthOf(other) - lengthOf(one)).slice(0, MOST_TERMS);

/** The FTS5 expression for all searches of a filter; undefined where the index does not help. */
export function searchExpression(scope: Workspace, filter: LeadFilter): Expression {
  const { phone } = filter;
  const inFields = (["name", "email", "username"] as const).flatMap((field) =>
    filter[field] ? [inField(scope, field, foldText(filter[field]))] : [],
  );
  return all([
    ...inFields,
    ...(phone ? [any(inPhone(scope, phonePatterns(phone, scope.defaultCountry)))] : []),
    ...longest(searchTerms(scope, filter)).map((term) => ofTerm(scope, term)),
  ]);
}
