import { or, type SQL, sql } from "drizzle-orm";
import { contains } from "#db/lists/page";
import { leads } from "#db/schema/leads";
import type { Scope } from "#env";
import { foldText } from "#lib/text";
import { phonePatterns } from "./phones";
import type { LeadFilter } from "./query";
import { type Term, termsOf } from "./words";

// The filters that look for parts of texts.

/** The country of national numbers. */
export type Country = Pick<Scope, "defaultCountry">;

/** First and last name, folded for search, with a space between. */
const name = sql`trim(
  ifnull(${leads.firstNameSearch}, '') || ' ' || ifnull(${leads.lastNameSearch}, ''))`;

const columns = { name, email: leads.emailSearch, username: leads.usernameSearch };
const columnNames = Object.keys(columns) as (keyof typeof columns)[];

export const searchFields = [...columnNames, "phone", "search"] as const;

/** No word has the character that stands between these. */
const joined = (...parts: SQL[]) => sql.join(parts, sql` || char(10) || `);
const names = joined(name, sql`ifnull(${leads.usernameSearch}, '')`);
const texts = joined(
  names,
  sql`ifnull(${leads.emailSearch}, '')`,
  sql`ifnull(${leads.extIdSearch}, '')`,
);

const hasPhone = (patterns: SQL) => sql`exists (
  select 1 from json_each(${patterns}) as pattern
  where instr(${leads.phoneSearch}, pattern.value) > 0)`;

/** True if a lead has all terms. Their number is only bounded by the length of a search. */
const hasTerms = (terms: Term[]) => sql`not exists (
  select 1 from json_each(${JSON.stringify(terms)}) as term
  where not ${hasPhone(sql`term.value -> 'phones'`)}
    and exists (
      select 1 from json_each(term.value -> 'words') as word
      where instr(iif(word.value ->> 'isShort', ${names}, ${texts}), word.value ->> 'text') = 0
        and not ${hasPhone(sql`word.value -> 'phones'`)}))`;

export const searchTerms = ({ defaultCountry }: Country, { search }: LeadFilter): Term[] =>
  search ? termsOf(search, defaultCountry) : [];

const inPhone = (patterns: string[]) =>
  or(...patterns.map((pattern) => contains(leads.phoneSearch, pattern))) ?? sql`false`;

/** The conditions of the text filters; of one that looks for nothing, that nobody is found. */
export function textConditions(scope: Country, filter: LeadFilter): SQL[] {
  if (isBlank(filter)) return [sql`false`];
  const { phone, search } = filter;
  const inColumns = columnNames.flatMap((field) => {
    const wanted = filter[field];
    return wanted ? [contains(columns[field], foldText(wanted))] : [];
  });
  return [
    ...inColumns,
    ...(phone ? [inPhone(phonePatterns(phone, scope.defaultCountry))] : []),
    ...(search ? [hasTerms(searchTerms(scope, filter))] : []),
  ];
}

/** True if a text filter has no character that could be searched for. */
export const isBlank = (filter: LeadFilter): boolean =>
  searchFields.some((field) => filter[field] && foldText(filter[field]).trim() === "");
