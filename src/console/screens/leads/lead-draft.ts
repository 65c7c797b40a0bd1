import {
  type Client,
  type ContactField,
  createLead,
  type Lead,
  type LeadInput,
  type LeadPatch,
  updateLead,
} from "#client";

export const TEXT_FIELDS = [
  "first_name",
  "last_name",
  "phone",
  "email",
  "username",
  "ext_id",
  "image",
  "whatsapp_phone_number_id",
  "pipeline_stage",
  "warmth",
  "source",
  "lost_reason",
] as const;

/** A variable as it is typed; `value` is what was stored, unless it is new. */
export type VariableRow = { name: string; text: string; value?: unknown };

/** A lead as it is typed. */
export type LeadDraft = {
  texts: Record<(typeof TEXT_FIELDS)[number], string>;
  isLost: boolean;
  isOptout: boolean;
  tagIds: number[];
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

/** What the API gives a new lead. */
const DEFAULTS: Pick<Lead, "pipeline_stage" | "source"> = { pipeline_stage: "new", source: "api" };

export const draftOf = (lead: Lead | undefined): LeadDraft => ({
  texts: Object.fromEntries(
    TEXT_FIELDS.map((name) => {
      const known: Partial<Lead> = lead ?? DEFAULTS;
      return [name, String(known[name] ?? "")];
    }),
  ) as LeadDraft["texts"],
  isLost: lead?.is_lost ?? false,
  isOptout: lead?.is_optout ?? false,
  tagIds: [],
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

/** What has been changed of a lead; all that is given, of a new one. */
export function changesOf(draft: LeadDraft, lead: Lead | undefined): Body {
  const before = draftOf(lead);
  const given = TEXT_FIELDS.filter((name) => draft.texts[name] !== before.texts[name]).map(
    (name) => {
      const text = draft.texts[name].trim();
      const isNumber = name === "whatsapp_phone_number_id" && /^\d+$/.test(text);
      return [name, text === "" ? null : isNumber ? Number(text) : text];
    },
  );
  const variables = mapOf(draft.variables);
  return {
    ...Object.fromEntries(given),
    ...(draft.isLost !== before.isLost && { is_lost: draft.isLost }),
    ...(draft.isOptout !== before.isOptout && { is_optout: draft.isOptout }),
    ...(draft.tagIds.length > 0 && { tag_ids: draft.tagIds }),
    ...(JSON.stringify(variables) !== JSON.stringify(mapOf(before.variables)) && { variables }),
    ...(draft.data.trim() !== "" && { data: JSON.parse(draft.data) }),
  };
}

/** A form refuses what the API would keep with a warning. */
const query = { strict: 1 } as const;

export const saveLead = (client: Client, { lead, body }: { lead: Lead | undefined; body: Body }) =>
  lead
    ? updateLead({ client, path: { lead: lead.id }, query, body })
    : createLead({ client, query, body });

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
