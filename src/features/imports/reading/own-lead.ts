import { consentTargets, isConsentTarget } from "#domain/imports";
import { asText, plainCell } from "./cell-values";
import { consentOf, optoutCell } from "./consent-cell";
import { isField, keyedTarget, type Mapping } from "./mapping";
import type { Values } from "./rows";

// A lead of this API's own export is what it says: nothing in it is taken for a blank, a mark of
// another tool, or a spelling.

/** The members that tell a lead of an export. */
const MEMBERS = ["profile_extracted_at", "whatsapp_phone_number_id", "enrolled_at", "updated_at"];

export const isOwnLead = (values: Values): boolean =>
  typeof values.is_optout === "boolean" &&
  Array.isArray(values.tags) &&
  MEMBERS.every((member) => Object.hasOwn(values, member));

type Tag = { label?: unknown };

const labelsOf = (tags: unknown) =>
  Array.isArray(tags) ? tags.map((tag: Tag | null) => asText(tag?.label ?? tag)) : [];

/** Reads a row with a lead of an export, by the mapping of its columns. */
export function readOwnLead(values: Values, mapping: Mapping) {
  const lead: Record<string, unknown> = {};
  const maps: Record<string, object> = {};
  const tags: string[] = [];
  for (const [column, target] of Object.entries(mapping)) {
    const value = Object.hasOwn(values, column) ? (values[column] ?? undefined) : undefined;
    const keyed = keyedTarget(target);
    if (value === undefined) continue;
    if (keyed) maps[keyed.map] = { ...maps[keyed.map], [keyed.key]: value };
    else if (target === "tags") tags.push(...labelsOf(value));
    else if (isConsentTarget(target)) {
      const { flag, yes } = consentTargets[target];
      lead[flag] = consentOf(lead[flag], optoutOf(value, yes));
    } else if (isField(target) && target !== "ignore") lead[target] ??= value;
  }
  for (const [map, members] of Object.entries(maps))
    lead[map] = { ...members, ...mapIn(lead[map]) };
  return { lead, tags: tags.length > 0 ? tags : null, errors: {} };
}

/** The consent that a column says, also one that was added to those of the export. */
function optoutOf(value: unknown, yes: boolean) {
  const cell = plainCell(value);
  return cell === undefined ? undefined : optoutCell(cell, yes);
}

const mapIn = (value: unknown) => (typeof value === "object" ? value : {});
