import { optoutFields } from "#domain/lead-fields";
import type { SourceUpdate } from "#domain/sources";
import type { Input } from "./apply";
import type { Person } from "./people";
import { matchFields, type NamedLead } from "./schema";
import type { TagsByName } from "./tags";

// The fields of a known lead that whoever writes may set.

type Members = Record<string, unknown>;

/** Members that an update adds to a lead or says anew, whichever fields it may set. */
const ADDED: readonly string[] = ["id", "lead_ref", "tags", ...Object.values(optoutFields)];

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown) => value === null || value === undefined || value === "";

/** The members of a patch that a value lacks. */
const lacking = (value: unknown, patch: Members): Members => {
  const has = isObject(value) ? value : {};
  return Object.fromEntries(
    Object.entries(patch).flatMap(([key, given]) => {
      if (isEmpty(has[key])) return isEmpty(given) ? [] : [[key, given]];
      return isObject(given) && isObject(has[key]) ? [[key, lacking(has[key], given)]] : [];
    }),
  );
};

type Set = (person: Person, name: string, given: unknown) => unknown;

/** The values of a member by what may be set; undefined leaves it as it is. */
const BY_UPDATE: Record<SourceUpdate, Set> = {
  all: ({ values }, name, given) =>
    name === "variables" && isObject(given)
      ? { ...(values.variables as Members), ...given }
      : given,
  fill: ({ values, data }, name, given) => {
    if (name === "data") return isObject(given) ? lacking(data, given) : undefined;
    if (name === "variables" && isObject(given))
      return { ...given, ...(values.variables as Members) };
    return isEmpty(values[name]) ? given : undefined;
  },
  none: () => undefined,
};

const without = (input: Input, lead: NamedLead): Input["identity"] =>
  Object.fromEntries(
    matchFields.map((field) => [
      field,
      lead[field] === undefined ? undefined : input.identity[field],
    ]),
  );

const withoutStages = (tags: TagsByName): TagsByName =>
  new Map([...tags].map(([name, { id }]) => [name, { id }]));

/**
 * An input with the members that may be set of a lead that is known. The stage of a tag, too, is
 * set only where the stage may be.
 */
export function allowed(person: Person, input: Input, update: SourceUpdate): Input {
  const set = BY_UPDATE[update];
  const isMoved = set(person, "pipeline_stage", "new") !== undefined;
  const members = Object.entries(input.lead).map(([name, given]) => [
    name,
    ADDED.includes(name) || given === undefined ? given : set(person, name, given),
  ]);
  // The names and the types of the members are those of the input.
  const lead = Object.fromEntries(members) as NamedLead;
  const tags = isMoved ? input.tags : withoutStages(input.tags);
  return { ...input, lead, tags, identity: without(input, lead) };
}
