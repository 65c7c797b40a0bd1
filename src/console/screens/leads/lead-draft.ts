import {
  type Client,
  type ContactField,
  createLead,
  type Lead,
  type LeadInput,
  type LeadPatch,
  updateLead,
} from "#client";
import { formNames, isNumber } from "./fields";

const TEXT_FIELDS = [...formNames("who"), ...formNames("where"), ...formNames("further")] as const;

const FLAGS = ["is_lost", "is_optout", "is_marketing_optout"] as const;

/** A variable as it is typed; `value` is what was stored, unless it is new. */
export type VariableRow = { name: string; text: string; value?: unknown };

/** A lead as it is typed. */
export type LeadDraft = Record<(typeof TEXT_FIELDS)[number], string> &
  Record<(typeof FLAGS)[number], boolean> & {
    tag_ids: number[];
    variables: VariableRow[];
    /** JSON. */
    data: string;
  };

type Body = LeadInput & LeadPatch;

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

const variablesOf = (lead: Lead | undefined): VariableRow[] =>
  Object.entries(lead?.variables ?? {}).map(([name, value]) => ({
    name,
    text: textOf(value),
    value,
  }));

/** The API's values for a new lead. */
const DEFAULTS: Pick<Lead, "pipeline_stage" | "source"> = { pipeline_stage: "new", source: "api" };

const textsOf = (lead: Partial<Lead>) =>
  Object.fromEntries(TEXT_FIELDS.map((name) => [name, String(lead[name] ?? "")])) as Record<
    (typeof TEXT_FIELDS)[number],
    string
  >;

export const draftOf = (lead: Lead | undefined): LeadDraft => ({
  ...textsOf(lead ?? DEFAULTS),
  is_lost: lead?.is_lost ?? false,
  is_optout: lead?.is_optout ?? false,
  is_marketing_optout: lead?.is_marketing_optout ?? false,
  tag_ids: [],
  variables: variablesOf(lead),
  data: "",
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(text: string) {
  const value = parsed(text);
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value that was no text stays none, if what is typed can be read so. */
function storable({ text, value }: VariableRow) {
  if (value === undefined || typeof value === "string") return text;
  return parsed(text) ?? text;
}

const mapOf = (rows: readonly VariableRow[]) =>
  Object.fromEntries(
    rows.filter(({ name }) => name.trim() !== "").map((row) => [row.name.trim(), storable(row)]),
  );

/** The changed fields of a lead; all that is given, of a new one. */
function changesOf(draft: LeadDraft, lead: Lead | undefined): Body {
  const before = draftOf(lead);
  const given = TEXT_FIELDS.filter((name) => draft[name] !== before[name]).map((name) => {
    const text = draft[name].trim();
    const isWhole = isNumber(name) && /^\d+$/.test(text);
    return [name, text === "" ? null : isWhole ? Number(text) : text];
  });
  const variables = mapOf(draft.variables);
  return {
    ...Object.fromEntries(given),
    ...Object.fromEntries(
      FLAGS.filter((name) => draft[name] !== before[name]).map((name) => [name, draft[name]]),
    ),
    ...(draft.tag_ids.length > 0 && { tag_ids: draft.tag_ids }),
    ...(JSON.stringify(variables) !== JSON.stringify(mapOf(before.variables)) && { variables }),
    ...(draft.data.trim() !== "" && { data: JSON.parse(draft.data) }),
  };
}

/** A form refuses what the API would keep with a warning. */
const query = { strict: 1 } as const;

export function saveLead(client: Client, draft: LeadDraft, lead: Lead | undefined) {
  const body = changesOf(draft, lead);
  return lead
    ? updateLead({ client, path: { lead: lead.id }, query, body })
    : createLead({ client, query, body });
}

const MAX_CHARACTERS = 255;

/**
 * True if the API has refused a phone or an e-mail as no address: it is neither too
 * long nor another lead's.
 */
export const isNoAddress = (
  name: string,
  text: string,
  other: number | undefined,
): name is ContactField =>
  (name === "phone" || name === "email") &&
  other === undefined &&
  [...text.trim()].length <= MAX_CHARACTERS;
