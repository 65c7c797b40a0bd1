import type { LeadListItem } from "#client";

const leadFields = [
  "first_name",
  "last_name",
  "full_name",
  "username",
  "email",
  "phone",
  "ext_id",
  "lead_id",
  "lead_ref",
] as const;

export type Lookup = (name: string) => string | undefined;

/** A part of a destination: a literal, or what stands in a placeholder's place. */
export type Part =
  | { kind: "text"; text: string }
  | { kind: "value" | "default" | "missing" | "unfit"; text: string; name: string };

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

function variableAt(variables: object, name: string): unknown {
  if (Object.hasOwn(variables, name)) return Reflect.get(variables, name);
  let value: unknown = variables;
  for (const key of name.split(".")) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

type Recipient = Pick<
  LeadListItem,
  "id" | "first_name" | "last_name" | "username" | "email" | "phone" | "ext_id" | "variables"
>;

/** As long as the signed name of a lead, which the service alone can make. */
const refLike = (id: number) => `r${"x".repeat(16)}${id.toString(36)}`;

/** The values of a lead by their names in placeholders. */
export function lookupOf(lead: Recipient): Lookup {
  const fields: Record<(typeof leadFields)[number], string | null> = {
    first_name: lead.first_name,
    last_name: lead.last_name,
    full_name: [lead.first_name, lead.last_name].filter(Boolean).join(" "),
    username: lead.username,
    email: lead.email,
    phone: lead.phone,
    ext_id: lead.ext_id,
    lead_id: String(lead.id),
    lead_ref: refLike(lead.id),
  };
  return (name) => {
    const field = leadFields.find((known) => known === name);
    if (field) return fields[field] ?? undefined;
    const value =
      variableAt(lead.variables, name) ??
      variableAt(lead.variables, name.replace(/^variables\./, ""));
    if (["string", "number", "boolean"].includes(typeof value)) return String(value);
    const inOtherCase = leadFields.find((known) => known === name.toLowerCase());
    return (inOtherCase && fields[inOtherCase]) ?? undefined;
  };
}

/** The place of what follows: the whole URL, its scheme or host, its path, or what is behind. */
function placeAfter(before: string, isScheme: boolean) {
  if (before === "" && !isScheme) return "url";
  if (/[?#]/.test(before)) return "behind";
  return before.split("://")[1]?.includes("/") ? "path" : "host";
}
type Place = ReturnType<typeof placeAfter>;

function fits(place: Place, value: string) {
  if (place === "url") return /^https?:\/\/[^/\\]/i.test(value) && URL.canParse(value);
  return place !== "host" || /^[\p{L}\p{N}.-]*$/u.test(value);
}

/** In the scheme and host, or as the whole URL, values stand as they are. */
function encode(place: Place, value: string) {
  if (place === "url" || place === "host") return value;
  // A dot segment would climb out of the path.
  return place === "path" && /^\.{1,2}$/.test(value)
    ? ""
    : encodeURIComponent(value.toWellFormed());
}

/** A destination as a lead would follow it, part by part. */
export function partsOf(destination: string, lookup: Lookup): Part[] {
  let before = "";
  return destination
    .split(/\{\{([^{}]*)\}\}/)
    .map((part, index): Part => {
      if (index % 2 === 0) {
        before += part;
        return { kind: "text", text: part };
      }
      const [name = "", ...fallbacks] = part.split("|");
      const fallback = fallbacks.join("|").trim();
      const value = lookup(name.trim())?.trim();
      const place = placeAfter(before, destination.startsWith(`{{${part}}}://`));
      before += place === "url" ? "x://x" : "x";
      const filled = value || fallback;
      const source = value ? "value" : fallback ? "default" : "missing";
      const kind = fits(place, filled) ? source : "unfit";
      return { kind, text: encode(place, filled), name: name.trim() };
    })
    .filter(({ kind, text }) => kind !== "text" || text !== "");
}

/** The length that the service takes for too long. */
const MAX_LOCATION = 16_384;

const hostOf = (url: URL) => url.hostname.replace(/\.$/, "");

/** The address that a destination leads to; `null` where the service would show a page instead. */
export function followed(parts: readonly Part[], shortUrl: string): string | null {
  const text = parts.map((part) => part.text).join("");
  const isAbsolute = /^https?:\/\/[^/\\?#@]+([/\\?#]|$)/i.test(text) && !/[\s\p{Cc}]/u.test(text);
  const url = isAbsolute ? URL.parse(text) : null;
  if (!url || url.href.length > MAX_LOCATION || parts.some(({ kind }) => kind === "unfit"))
    return null;
  const own = new URL(shortUrl);
  const isOwn = hostOf(url) === hostOf(own) && (own.port === "" || own.port === url.port);
  return isOwn || /^\.|\.\./.test(url.hostname) ? null : url.href;
}

/** The reason to refuse a destination with placeholders, where it is for these. */
export function faultOf(destination: string): "braces" | "host" | null {
  const pieces = destination.split(/\{\{([^{}]*)\}\}/);
  let before = "";
  for (const [index, piece] of pieces.entries()) {
    const isName = index % 2 === 1;
    const name = piece.split("|")[0]?.trim() ?? "";
    if (isName ? name === "" : /\{\{|\}\}/.test(piece)) return "braces";
    const place = placeAfter(before, false);
    const isOfLead = leadFields.some((field) => field === name);
    if (isName && isOfLead && (place === "url" || place === "host")) return "host";
    before += isName ? "x" : piece;
  }
  return null;
}

export const hasPlaceholders = (destination: string) => /\{\{[^{}]*\}\}/.test(destination);
