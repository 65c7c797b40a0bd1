import { nearest } from "#lib/nearest";
import type { FieldErrors } from "#lib/problem";
import { fieldMessage, validationMessages } from "#lib/validation-messages";

const MAX_UNKNOWN = 20;
const MAX_NAME_CHARACTERS = 100;

/** A query as Hono reads it: one value or several under each name, brackets included. */
type RawQuery = Record<string, string | string[]>;
type Query = Record<string, string | string[] | Record<string, string>>;

/**
 * Reads a query like PHP: `a[]=1&a[]=2` and `a[0]=1&a[1]=2` are the array `a`. Values are trimmed;
 * an empty one is absent, unless its name `keepsBlank`. A plain name that is given twice, or also
 * with brackets, becomes an object, as `a[x]=1` does: no field accepts that.
 */
export function foldQuery(
  raw: RawQuery,
  keepsBlank: (name: string) => boolean = () => false,
): Query {
  const folded: Query = Object.create(null);
  for (const [name, written] of Object.entries(raw)) {
    const values = [written].flat().map((value) => value.trim());
    const bracket = name.indexOf("[");
    const isItem = bracket > 0 && /^\[\d*\]$/.test(name.slice(bracket));
    const key = bracket > 0 ? name.slice(0, bracket) : name;
    const known = folded[key];
    if (key === "__proto__") continue;
    if (isItem && (known === undefined || Array.isArray(known)))
      folded[key] = [...(known ?? []), ...values];
    else if (bracket > 0 || known !== undefined || values.length > 1)
      folded[key] = { [name.slice(key.length)]: values.join() };
    else if (values[0] || keepsBlank(key)) folded[key] = values[0] ?? "";
  }
  return folded;
}

/**
 * The errors on parameters of a URL that an operation does not know, each with the nearest one that
 * it does: at most 20 of them.
 */
export function unknownParameters(url: string, known: readonly string[]): FieldErrors {
  const query = url.indexOf("?");
  if (query < 0) return {};
  const names = new Set([...new URLSearchParams(url.slice(query)).keys()].map(fieldOf));
  const unknown = [...names].filter((name) => !known.includes(name)).slice(0, MAX_UNKNOWN);
  return Object.fromEntries(
    unknown.map((name) => {
      const message = validationMessages.unknownParameter(nearest(name, known), known);
      return [name, [fieldMessage(name, message)]];
    }),
  );
}

/** The field that a parameter belongs to: its name without brackets. */
function fieldOf(parameter: string) {
  const bracket = parameter.indexOf("[");
  const field = bracket > 0 ? parameter.slice(0, bracket) : parameter;
  return Array.from(field).slice(0, MAX_NAME_CHARACTERS).join("") || "query";
}

/** Replaces the cursor of a query, and keeps every other parameter. */
export function withCursor(search: string, cursor: string) {
  const parameters = new URLSearchParams(search);
  parameters.delete("cursor");
  parameters.append("cursor", cursor);
  return `?${parameters}`;
}
