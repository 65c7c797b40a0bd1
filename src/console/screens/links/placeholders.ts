import type { LeadListItem } from "../../../client/index";

const leadFields = [
  "first_name",
  "last_name",
  "full_name",
  "username",
  "email",
  "phone",
  "ext_id",
  "lead_id",
] as const;

export type Lookup = (name: string) => string | undefined;

/** A part of a destination: a literal, or what stands in a placeholder's place. */
export type Part =
  | { kind: "text"; text: string }
  | { kind: "value" | "default" | "missing"; text: string; name: string };

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
  };
  return (name) => {
    const field = leadFields.find((known) => known === name);
    if (field) return fields[field] ?? undefined;
    const value = variableAt(lead.variables, name);
    return ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
  };
}

/** In the scheme and host, or as the whole URL, values stand as they are. */
function encode(before: string, value: string) {
  const isBehindPath = /[?#]/.test(before);
  const isInPath = before.split("://")[1]?.includes("/") ?? false;
  if (!isBehindPath && !isInPath) return value;
  // A dot segment would climb out of the path.
  return !isBehindPath && /^\.{1,2}$/.test(value) ? "" : encodeURIComponent(value.toWellFormed());
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
      const kind = value ? "value" : fallback ? "default" : "missing";
      const text = encode(before, value || fallback);
      const isUrl = before === "" && !destination.startsWith(`{{${part}}}://`);
      before += isUrl ? "x://x" : "x";
      return { kind, text, name: name.trim() };
    })
    .filter(({ kind, text }) => kind !== "text" || text !== "");
}

export const hasPlaceholders = (destination: string) => /\{\{[^{}]*\}\}/.test(destination);
