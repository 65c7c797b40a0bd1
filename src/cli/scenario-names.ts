import type { GraphCheck } from "#client";

/** The kinds of what a file calls by a name: each workspace has ids of its own. */
export const namedKinds = [
  "tag",
  "scenario",
  "link",
  "assignee",
  "segment",
  "channel",
  "source",
] as const;
export type NamedKind = (typeof namedKinds)[number];
/** In a file `{"$tag": "VIP"}`; a short link in a text is `{{$link:Brochure}}`. */
export type Named = { kind: NamedKind; name: string };
export const keyOf = ({ kind, name }: Named) => `${kind} ${name}`;

/** A member with one more `$` stands for a member that begins with a `$` itself. */
const MEMBER = new RegExp(`^(\\$+)(${namedKinds.join("|")})$`);
const IN_TEXT = /\{\{(\$+)link:([^{}]+)\}\}/g;

type Change = {
  member: (key: string, name: string) => unknown;
  /** `mark`: what stands between the braces and the name. */
  text: (mark: string, name: string) => string;
};

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value whose names are changed, however deep they stand. */
function changed(value: unknown, change: Change): unknown {
  if (typeof value === "string")
    return value.replace(IN_TEXT, (_, marks: string, name: string) => change.text(marks, name));
  if (Array.isArray(value)) return value.map((item) => changed(item, change));
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  const [[key, inner] = ["", null]] = entries;
  if (entries.length === 1 && typeof inner === "string" && MEMBER.test(key))
    return change.member(key, inner);
  return Object.fromEntries(entries.map(([name, item]) => [name, changed(item, change)]));
}

const linkInText = (marks: string, name: string) => `{{${marks}link:${name}}}`;

const escaped = (value: unknown) =>
  changed(value, {
    member: (key, name) => ({ [`$${key}`]: name }),
    text: (marks, name) => linkInText(`$${marks}`, name),
  });

const namedBy = (key: string, name: string): Named | null => {
  const [, marks, kind] = MEMBER.exec(key) ?? [];
  return marks === "$" ? { kind: kind as NamedKind, name } : null;
};

/** A value with what stands for its names. One that nothing stands for is left. */
export function withoutNames<Value>(
  value: Value,
  standsFor: (named: Named) => { id: number; url?: string | undefined } | undefined,
): Value {
  return changed(value, {
    member(key, name) {
      const named = namedBy(key, name);
      if (named) return standsFor(named)?.id ?? { [key]: name };
      return { [key.slice(1)]: name };
    },
    text(marks, name) {
      if (marks !== "$") return linkInText(marks.slice(1), name);
      return standsFor({ kind: "link", name })?.url ?? linkInText(marks, name);
    },
  }) as Value;
}

/** All names in a value, each once. */
export function namesIn(value: unknown): Named[] {
  const found = new Map<string, Named>();
  withoutNames(value, (named) => {
    found.set(keyOf(named), named);
    return undefined;
  });
  return [...found.values()];
}

export type Reference = NonNullable<GraphCheck["references"]>[number];
/** The name of a reference in a file. `url`: that of a link. */
export type Called = Named & { url?: string | undefined };

const literal = (text: string) => text.replace(/[^\w]/g, "\\$&");

function nameAt(holder: Record<string, unknown>, key: string, { kind, name, url }: Called) {
  const value = holder[key];
  if (typeof value === "number" || /^\d+$/.test(String(value)))
    holder[key] = { [`$${kind}`]: name };
  else if (typeof value === "string" && url)
    holder[key] = value.replace(new RegExp(`${literal(url)}(?![\\w/-])`, "gi"), () =>
      linkInText("$", name),
    );
}

/** Nodes, or triggers, with names where they refer to something that has one. */
export function withNames<Holder extends { id: string }>(
  holders: Holder[],
  member: "node_id" | "trigger_id",
  references: Reference[],
  calledOf: (reference: Reference) => Called | undefined,
): Holder[] {
  const named = escaped(structuredClone(holders)) as Holder[];
  const byId = new Map(named.map((holder) => [holder.id, holder]));
  for (const reference of references) {
    const called = calledOf(reference);
    const path = reference.path.split(".");
    const last = path.pop() ?? "";
    const holder = path.reduce<unknown>(
      (inner, key) => (inner as Record<string, unknown> | undefined)?.[key],
      byId.get(reference[member] ?? ""),
    );
    if (called && typeof holder === "object" && holder !== null)
      nameAt(holder as Record<string, unknown>, last, called);
  }
  return named;
}
