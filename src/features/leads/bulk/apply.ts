import type { Hashes } from "#db/statements/contact-hashes";
import { consentScopes } from "#domain/consents";
import { optoutFields } from "#domain/lead-fields";
import { MAX_TAGS } from "#domain/leads";
import type { Scope } from "#env";
import { snakeCase } from "#lib/case";
import { patched } from "#lib/merge-patch";
import type { FieldErrors } from "#lib/problem";
import { codePoints } from "#lib/text";
import { fieldErrors, fieldMessage, validationMessages } from "#lib/validation-messages";
import { overriddenBy } from "../analysed-fields";
import type { Identity } from "../uniqueness";
import { columnsOf, MAX_DATA_CHARACTERS } from "../write";
import type { Person, Values } from "./people";
import type { NamedLead } from "./schema";
import type { TagsByName } from "./tags";

// Applies an input to a lead, by the rules of write.ts.

/** An input, with what is unique about it, and what its columns are made with. */
export type Input = {
  scope: Scope;
  lead: NamedLead;
  /** The lead that its `lead_ref` names. */
  refId: number | null;
  identity: Identity;
  hashes: Hashes;
  tags: TagsByName;
};

/** The tags that the lead will have, in the order in which they are added. */
function tagsAfter(person: Person, { lead, tags }: Input): Set<number> {
  const idOf = (name: string | number) => tags.get(name)?.id ?? 0;
  return new Set([...(lead.tag_ids ?? person.tags), ...(lead.tags ?? []).map(idOf)]);
}

/** The error of a tag that the workspace doesn't have, with its field. */
function errorOn(field: string, name: string | number): [string, string[]] {
  const message = fieldMessage(field, validationMessages.selected);
  const isLabel = typeof name === "string";
  const more = ` No tag is called “${name}”: \`create_tags\` creates it.`;
  return [field, [message + (isLabel ? more : "")]];
}

/** The errors of an input that depend on more than itself. */
export function errorsOn(person: Person, input: Input): FieldErrors {
  const { lead, tags } = input;
  const missing = (field: "tags" | "tag_ids", names: (string | number)[]) =>
    names.flatMap((name, index) => (tags.has(name) ? [] : [errorOn(`${field}.${index}`, name)]));
  const foreign = [...missing("tags", lead.tags ?? []), ...missing("tag_ids", lead.tag_ids ?? [])];
  const data = lead.data ? JSON.stringify(patched(person.data, lead.data)) : "";
  return {
    ...Object.fromEntries(foreign),
    ...(foreign.length === 0 &&
      tagsAfter(person, input).size > MAX_TAGS &&
      fieldErrors(["tags"], validationMessages.atMostItems(MAX_TAGS))),
    ...(codePoints(data) > MAX_DATA_CHARACTERS &&
      fieldErrors(["data"], validationMessages.atMostCharacters(MAX_DATA_CHARACTERS))),
  };
}

/** Values by the names of their columns, as the database has them. */
const stored = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      snakeCase(name),
      typeof value === "boolean" ? Number(value) : value,
    ]),
  );

/**
 * Applies an input that has no errors. `source`: of a new lead that names none; null for one that
 * exists. Returns whether it changes something.
 */
export function apply(person: Person, input: Input, source: string | null): boolean {
  const isNew = source !== null;
  const { scope, lead, identity, hashes } = input;
  // An absent ext_id, and one that is null, says nothing of a lead that exists.
  const named = lead.ext_id == null ? { ...lead, ext_id: undefined } : lead;
  const { profile, profileExtractedAt, ...columns } = columnsOf(scope, named, identity, hashes);
  const isProfiled = person.set({ profile });
  const changes = [
    isNew && person.set({ source, variables: {}, is_lost: 0 }),
    isNew && person.move("new"),
    person.set(stored(columns)),
    isProfiled,
    isProfiled && person.set({ profile_extracted_at: profileExtractedAt }),
    setStage(person, input),
    person.set(stored({ isLost: lead.is_lost, lostReason: lead.lost_reason })),
    person.override(overriddenBy(lead)),
    isNew && person.values.pipeline_stage === "lost" && person.override(["is_lost"]),
    lead.data ? person.patchData(lead.data) : false,
    person.setTags(tagsAfter(person, input)),
    ...consentScopes.map((about) => lead[optoutFields[about]] === true && person.optOut(about)),
  ];
  return changes.some(Boolean);
}

/** Moves the lead to its stage, or else to that of the last new tag that has one. */
function setStage(person: Person, input: Input): boolean {
  const { lead, tags } = input;
  if (lead.pipeline_stage !== undefined) return person.move(lead.pipeline_stage);
  const fresh = [...tagsAfter(person, input)].filter((id) => !person.tags.has(id));
  const stages = fresh.flatMap((id) => tags.get(id)?.stage ?? []);
  const stage = stages.at(-1);
  return stage !== undefined && person.move(stage);
}
