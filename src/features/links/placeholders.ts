import { BOOKING } from "#domain/bookings";
import { nearest } from "#lib/nearest";
import { type Room, roomFor, takeRoom } from "#lib/room";

/** The part of the URL that a placeholder is in, which decides how its value is encoded. */
type Place = "url" | "scheme" | "host" | "path" | "query" | "fragment";

type Placeholder = { name: string; fallback: string; place: Place };

/** A destination split at its placeholders: literals and placeholders in order. */
export type Template = (string | Placeholder)[];

/** The lead that placeholders take their values from. */
export type Recipient = {
  id: number;
  first_name: string | null;
  last_name: string | null;
  username: string | null;
  email: string | null;
  phone: string | null;
  ext_id: string | null;
  /** Its signed name (leads/lead-ref.ts), where texts are filled in with it. */
  lead_ref?: string;
  variables: Record<string, unknown>;
};

/** Names of the lead's own fields. Every other name is a key of the lead's variables. */
const LEAD_FIELDS = new Set([
  "first_name",
  "last_name",
  "full_name",
  "username",
  "email",
  "phone",
  "ext_id",
  "lead_id",
  "lead_ref",
]);

/** The field of the lead that a name means, in any case. */
const fieldNamed = (name: string) => {
  const folded = name.toLowerCase();
  return LEAD_FIELDS.has(folded) ? folded : undefined;
};

const PREFIX = "variables.";
/** The name of a variable, which may be written as in conditions. */
const variableNamed = (name: string) =>
  name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name;

/** Names that people write for a field, beside those that resemble its own. */
const OTHER_NAMES: Record<string, string> = {
  name: "full_name",
  surname: "last_name",
  mail: "email",
  mobile: "phone",
  phone_number: "phone",
  id: "lead_id",
};

/** The most characters in which a name may differ from that of the field it is taken to mean. */
const MOST_DIFFERENT = 2;

/**
 * The field that a placeholder may mean that names none; undefined where it names one or resembles
 * none. `more`: the names that have a value beside fields.
 */
export function misspeltField(name: string, more: readonly string[] = []): string | undefined {
  if (fieldNamed(name) || name.startsWith(PREFIX)) return undefined;
  const key = name.toLowerCase().replaceAll(/[\s-]+/g, "_");
  if (more.includes(key)) return undefined;
  return Object.hasOwn(OTHER_NAMES, key)
    ? OTHER_NAMES[key]
    : nearest(key, [...LEAD_FIELDS, ...more], MOST_DIFFERENT);
}

const fieldNames = [...LEAD_FIELDS].map((name) => `\`${name}\``).join(", ");
const otherNames = "a key of the lead's `variables`, or a path into a variable (`res.plan`)";

/** The names that placeholders may have, for the OpenAPI document. */
export const PLACEHOLDER_NAMES = `${fieldNames}, ${otherNames}`;

/**
 * The variable of a name, else what the name leads to as a path: `res.plan` is the member `plan` of
 * the variable `res`, `res.0` the first item of a list. Undefined if there is none.
 */
export function variableAt(variables: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(variables, name)) return variables[name];
  let value: unknown = variables;
  for (const key of name.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/**
 * Gives values by name: a field's, else a variable's. Fields are found in any case, where no
 * variable is called so. A variable that is not a text, number or boolean is missing.
 */
export function valuesOf({
  id,
  variables,
  ...fields
}: Recipient): (name: string) => string | undefined {
  const lead: Record<string, string | null> = {
    ...fields,
    full_name: [fields.first_name, fields.last_name].filter(Boolean).join(" "),
    lead_id: String(id),
  };
  return (name) => {
    if (LEAD_FIELDS.has(name)) return lead[name] ?? undefined;
    const value = variableAt(variables, name) ?? variableAt(variables, variableNamed(name));
    if (["string", "number", "boolean"].includes(typeof value)) return String(value);
    return lead[fieldNamed(name) ?? ""] ?? undefined;
  };
}

/**
 * Splits a destination at `{{name}}` and `{{name|default}}`; `null` when braces do not pair up or
 * a name is missing.
 */
export function parseTemplate(destination: string): Template | null {
  const template: Template = [];
  let before = "";
  for (const [index, part] of destination.split(/\{\{([^{}]*)\}\}/).entries()) {
    if (index % 2 === 0) {
      if (/\{\{|\}\}/.test(part)) return null;
      if (part !== "") template.push(part);
      before += part;
      continue;
    }
    const [name = "", ...fallback] = part.split("|");
    if (name.trim() === "") return null;
    const place = placeAfter(before, destination.startsWith(`{{${part}}}://`));
    template.push({ name: name.trim(), fallback: fallback.join("|").trim(), place });
    before += place === "url" ? "x://x" : "x";
  }
  return template;
}

function placeAfter(before: string, isScheme: boolean): Place {
  if (before === "") return isScheme ? "scheme" : "url";
  if (before.includes("#")) return "fragment";
  if (before.includes("?")) return "query";
  const [, rest] = before.split("://");
  if (rest === undefined) return "scheme";
  return rest.includes("/") ? "path" : "host";
}

/** True if the destination may differ between recipients. */
export const isPersonal = (template: Template) => template.some((part) => typeof part !== "string");

/** True if a value that the recipient can set could choose the scheme or host. */
export const recipientChoosesHost = (template: Template) =>
  template.some(
    (part) =>
      typeof part !== "string" &&
      choosesHost(part.place) &&
      (fieldNamed(part.name) !== undefined || isOfBooking(part.name)),
  );

const choosesHost = (place: Place) => place === "url" || place === "scheme" || place === "host";

/** True of a booking's values: who books may write any location. */
const isOfBooking = (name: string) => name.startsWith(BOOKING);

const SAMPLE_VALUES: Record<Place, string> = {
  url: "https://example.com",
  scheme: "https",
  host: "x",
  path: "x",
  query: "x",
  fragment: "x",
};

/**
 * The destination with its defaults or sample values, to check it without a lead; `null` as for
 * `fill`.
 */
export const sample = (template: Template) =>
  fill(
    template.map((part) =>
      typeof part === "string"
        ? part
        : { ...part, fallback: part.fallback || SAMPLE_VALUES[part.place] },
    ),
    () => undefined,
  );

/** Longer URLs may not fit into the headers of an answer. */
export const MAX_URL_CHARACTERS = 16_384;

/**
 * The destination with a lead's values. A value that is missing or empty becomes the default.
 * Values in the path, query and fragment are encoded; `null` when a value would break out of the
 * host, or is no URL where it should be one. A URL that does not fit into the room ends where there
 * is none left.
 */
export function fill(
  template: Template,
  lookup: (name: string) => string | undefined,
  room: Room = roomFor(MAX_URL_CHARACTERS),
): string | null {
  let url = "";
  for (const part of template) {
    const piece = typeof part === "string" ? part : filled(part, lookup, room);
    if (piece === null) return null;
    url += piece;
    if (!takeRoom(room, piece)) return url;
  }
  return url;
}

function filled(
  { name, fallback, place }: Placeholder,
  lookup: (name: string) => string | undefined,
  { left }: Room,
) {
  // No more of it need be encoded than the room takes.
  const isRefused = choosesHost(place) && isOfBooking(name);
  const value = ((isRefused ? "" : lookup(name)?.trim()) || fallback).slice(0, left + 1);
  return fits(place, value) ? encodeFor(place, value) : null;
}

function fits(place: Place, value: string) {
  if (place === "url") return /^https?:\/\/[^/\\]/i.test(value) && URL.canParse(value);
  return (place !== "host" && place !== "scheme") || /^[\p{L}\p{N}.-]*$/u.test(value);
}

/** Drops a value that is a dot segment, which would climb out of the path of the destination. */
function encodeFor(place: Place, value: string) {
  if (choosesHost(place)) return value;
  if (place === "path" && /^\.{1,2}$/.test(value)) return "";
  return encodeURIComponent(value.toWellFormed());
}
