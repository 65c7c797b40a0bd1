import * as z from "zod";
import { SafeCell, textFormula } from "#lib/csv";
import { distinct } from "#lib/fields";
import { itemMemberNames } from "#lib/unknown-members";
import { LeadExport, type LeadListItem } from "./schema";
import { LeadQuery, unknownAmong } from "./search/query";

// Leads as rows of a spreadsheet: a column for each variable, and no JSON but for the profile and
// for values that are lists or maps themselves. An import reads each column by its name.

type Row = LeadListItem & Pick<Partial<LeadExport>, "data">;
type Map = "variables" | "data";

/** The most variables with columns of their own, and the most members of `data`. */
const MAX_KEYS = 100;
/** A key that can stand behind `variables.` in the mapping of an import. */
const KEY = /^[^\\\0]{1,100}$/;
const PHONE = /^\+\d{7,15}$/;
const SEPARATOR = "; ";

const isFlat = (value: unknown) => typeof value !== "object" && value !== undefined;

/** The keys of a map, in their order, that the leads have with values for one cell. */
const keysOf = (leads: readonly Row[], map: Map) =>
  [
    ...new Set(
      leads.flatMap((lead) =>
        Object.entries(lead[map] ?? {}).flatMap(([key, value]) =>
          KEY.test(key) && key !== "__proto__" && isFlat(value) ? [key] : [],
        ),
      ),
    ),
  ]
    .toSorted()
    .slice(0, MAX_KEYS);

const LAST = ["last_inbound_at", "last_outbound_at"] as const;

/** The columns of leads, of which the first ones are known: those that later ones add have none. */
export function columnsOf(first: readonly Row[], members: readonly string[]) {
  return members.flatMap((member) => {
    if (member === "conversations") return [...LAST, "messages_count"];
    if (member !== "variables" && member !== "data") return [member];
    return [...keysOf(first, member).map((key) => `${member}.${key}`), member];
  });
}

/** Labels with what separates them in quotes, if there is any: `"a; b"; "c"`. */
function labelsOf(tags: Row["tags"]) {
  const labels = tags.map(({ label }) => label);
  const isPlain = labels.every((label) => !/[;,|"\n\r]|:::/.test(label));
  if (isPlain) return labels.join(SEPARATOR);
  return labels.map((label) => `"${label.replaceAll('"', '""')}"`).join(SEPARATOR);
}

/** The columns of an export, without those of single variables and members of `data`. */
const PLAIN = columnsOf([], itemMemberNames(z.array(LeadExport)));
const MAX_COLUMNS = PLAIN.length + 2 * MAX_KEYS;

function isColumn(name: string) {
  const [map = "", ...key] = name.split(".");
  return PLAIN.includes(name) || (/^(variables|data)$/.test(map) && KEY.test(key.join(".")));
}

const columns = distinct(
  z.array(z.string()).superRefine((names, context) => {
    const unknown = names.filter((name) => !isColumn(name));
    if (unknown.length > 0)
      context.addIssue({ code: "custom", message: unknownAmong(PLAIN, unknown) });
  }),
).max(MAX_COLUMNS);

/** The query of an export of leads. */
export const ExportQuery = LeadQuery.safeExtend({
  columns: columns
    .optional()
    .describe(
      `Of a CSV: only these columns, in this order. Choose among ${PLAIN.join(", ")}, ` +
        "`variables.<key>` and `data.<key>`.",
    ),
});

/** The members without a column of their own; null if there are none. */
function restOf(lead: Row, map: Map, columns: ReadonlySet<string>) {
  const rest = Object.entries(lead[map] ?? {}).filter(
    ([key, value]) => !isFlat(value) || !columns.has(`${map}.${key}`),
  );
  return rest.length > 0 ? Object.fromEntries(rest) : null;
}

function flatMap(lead: Row, map: Map, columns: ReadonlySet<string>) {
  const isIn = (value: unknown) => isFlat(value) || !columns.has(map);
  const flat = Object.entries(lead[map] ?? {}).filter(([, value]) => isIn(value));
  return {
    ...Object.fromEntries(flat.map(([key, value]) => [`${map}.${key}`, value])),
    [map]: restOf(lead, map, columns),
  };
}

/** A lead by the columns that `columnsOf` has found. */
export function rowOf(lead: Row, columns: readonly string[]): Record<string, unknown> {
  const own = new Set(columns);
  const { conversations, tags, phone } = lead;
  const latest = (name: (typeof LAST)[number]) =>
    conversations
      .map((one) => one[name] ?? "")
      .toSorted()
      .at(-1) || null;
  return {
    ...lead,
    ...flatMap(lead, "variables", own),
    ...flatMap(lead, "data", own),
    ...Object.fromEntries(LAST.map((name) => [name, latest(name)])),
    messages_count: conversations.reduce((sum, one) => sum + one.messages_count, 0),
    tags: labelsOf(tags),
    // A spreadsheet would make a number of it, and lose its plus.
    phone: phone && PHONE.test(phone) ? new SafeCell(textFormula(phone)) : phone,
  };
}

/** The layout of leads as CSV: with the columns that are asked for, else with all. */
export const asSpreadsheet = (asked?: readonly string[]) => ({
  layout: async (first: readonly Row[], members: readonly string[]) => ({
    columns: asked ?? columnsOf(first, members),
  }),
  row: rowOf,
});
