import { type ContactField, contactFields, type sources } from "#domain/leads";
import type { SourceMatch, SourceUpdate } from "#domain/sources";
import type { FieldErrors } from "#lib/problem";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { hasIdentity, IDENTITY_REQUIRED } from "../input";
import { hasAnotherExtId } from "../uniqueness";
import type { LeadWarning } from "../warning-schema";
import { warningsOf } from "../warnings";
import { apply, errorsOn, type Input } from "./apply";
import { KEYS, type People, Person } from "./people";
import { type BulkMode, type BulkOutcome, matchFields } from "./schema";
import { allowed } from "./update";

export type BulkOptions = {
  mode: BulkMode;
  matchBy: readonly SourceMatch[];
  createTags: boolean;
  /** Of new leads that name none. */
  source: (typeof sources)[number];
  /** A phone or e-mail that can't be an address never replaces one that can. */
  keepsAddresses?: boolean;
  /** The members that are set of a lead that is known. Without it, each is, as it is given. */
  update?: SourceUpdate;
};

/** The outcome of a lead. A new one that has no id yet is named by its place: -1 is the first. */
export type Outcome = Omit<BulkOutcome, "index">;

/**
 * The plan for a lead. A new lead has no id before the chunk is written.
 */
export type Planned = {
  status: Outcome["status"];
  person: Person | null;
  errors?: FieldErrors;
  conflicts?: Record<string, Person>;
  warnings?: LeadWarning[];
};

const invalid = (errors: FieldErrors): Planned => ({ status: "invalid", person: null, errors });

const conflict = (errors: FieldErrors, conflicts: Record<string, Person>): Planned => ({
  ...{ status: "conflict", person: null, errors, conflicts },
});

/** The lead that an update or upsert finds, and by which field. */
export function matchOf(
  people: People,
  { lead, refId, identity }: Input,
  { matchBy }: BulkOptions,
) {
  if (lead.id != null) return { person: people.withId(lead.id), field: "id" };
  for (const field of matchBy) {
    if (field === "lead_ref") {
      const person = refId === null ? undefined : people.withId(refId);
      if (person) return { person, field };
    } else {
      const person = people.with(field, identity);
      if (person?.has(field, identity)) return { person, field };
    }
  }
  return { person: undefined, field: "" };
}

/** The fields that an input leaves as they are: those in which a lead has a better address. */
const leftAs = ({ values }: Person, { lead, identity }: Input) =>
  contactFields.filter(
    (field) => lead[field] != null && identity[field] === null && values[KEYS[field]] != null,
  );

const without = (input: Input, fields: readonly ContactField[]): Input => {
  const left = Object.fromEntries(fields.map((field) => [field, undefined]));
  return { ...input, lead: { ...input.lead, ...left }, identity: { ...input.identity, ...left } };
};

/** The errors of an update that finds no lead. */
function notFound({ lead, identity }: Input, { matchBy }: BulkOptions): FieldErrors {
  if (lead.id != null) return fieldErrors(["id"], validationMessages.selected);
  const given = matchBy.filter((field) =>
    field === "lead_ref" ? lead.lead_ref != null : identity[field] != null,
  );
  return given.length > 0
    ? fieldErrors(given, validationMessages.selected)
    : fieldErrors([...matchBy], validationMessages.required);
}

/** Plans what becomes of an input, and applies it to the people. */
export function plan(people: People, given: Input, options: BulkOptions): Planned {
  const { mode, source, update } = options;
  if (mode !== "update" && given.lead.id != null)
    return invalid({ id: ["Only the mode update takes the id of a lead."] });
  const { person: match, field } = mode === "create" ? {} : matchOf(people, given, options);
  if (mode === "update" && !match) return invalid(notFound(given, options));
  if (!match && !hasIdentity(given.lead)) return invalid({ first_name: [IDENTITY_REQUIRED] });
  const input = match && update ? allowed(match, given, update) : given;
  const { lead, identity } = input;
  const extId = match?.values.ext_id ?? null;
  if (match && field && identity.ext_id != null && extId !== null && extId !== identity.ext_id)
    return conflict({ ext_id: [hasAnotherExtId(field)] }, { ext_id: match });
  const owners = matchFields.flatMap((key) => {
    const owner = people.with(key, identity);
    return owner && owner !== match ? [[key, owner] as const] : [];
  });
  if (owners.length > 0) {
    const fields = owners.map(([key]) => key);
    return conflict(fieldErrors(fields, validationMessages.taken), Object.fromEntries(owners));
  }
  const person = match ?? new Person();
  const errors = errorsOn(person, input);
  if (Object.keys(errors).length > 0) return invalid(errors);
  const left = options.keepsAddresses ? leftAs(person, input) : [];
  const isChanged = apply(person, without(input, left), match ? null : source);
  if (match) people.index(person);
  else people.add(person);
  const warnings = warningsOf(lead, identity, person.consents, left);
  return {
    status: !match ? "created" : isChanged ? "updated" : "unchanged",
    person,
    ...(warnings.length > 0 && { warnings }),
  };
}

/** The outcomes of a plan. `fresh`: the new leads of the chunk; a dry run creates none. */
export function outcomesOf(planned: Planned[], fresh: readonly Person[] = []): Outcome[] {
  const idOf = (one: Person) => one.id ?? (fresh.length > 0 ? -1 - fresh.indexOf(one) : null);
  return planned.map(({ person, conflicts, ...others }) => {
    const ids = Object.entries(conflicts ?? {}).map(([field, other]) => [field, idOf(other)]);
    return {
      ...others,
      id: person && idOf(person),
      ...(conflicts && { conflicts: Object.fromEntries(ids) }),
    };
  });
}
