import { emailAddress, phoneAddress } from "#domain/addresses";
import { consentTargets, isConsentTarget } from "#domain/imports";
import { type LeadField, type LeadFields, leadFields } from "#domain/lead-fields";
import type { ContactField } from "#domain/leads";
import type { FieldErrors } from "#lib/problem";
import { iso } from "#lib/time";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { readDate } from "#lib/written-date";
import * as cells from "./cell-values";
import { choiceIn } from "./choice-cell";
import { consentOf, optoutCell } from "./consent-cell";
import { splitName } from "./full-name";
import { isField, keyedTarget, type Mapping } from "./mapping";
import { isOwnLead, readOwnLead } from "./own-lead";
import { phoneCell } from "./phone-cell";
import type { Values } from "./rows";

/** `country`: whose national phones and dates are meant. */
export type LeadOptions = { country: string | null; timeZone: string | null };

/**
 * A row's lead, for the schema of leads to check. Blank cells are left out. `tags`: the
 * labels; null if the row has none. `errors`: what is wrong with it already.
 */
export type LeadDraft = {
  lead: Record<string, unknown>;
  tags: string[] | null;
  errors: FieldErrors;
};

type Read = (cell: unknown, options: LeadOptions) => unknown;

const asTime: Read = (cell, { country, timeZone }) => {
  const date = typeof cell === "string" ? readDate(cell, { country, timeZone }) : undefined;
  return date ? iso(date.from) : cell;
};

const asIs: Read = (cell) => cell;

const BY_KIND = {
  text: cells.textCell,
  url: asIs,
  integer: cells.integerCell,
  flag: cells.booleanCell,
} satisfies Record<Exclude<LeadField["kind"], "choice">, Read>;

const readerOf = (name: string, { kind }: LeadField): Read =>
  kind === "choice" ? (cell) => choiceIn(name, cell) : BY_KIND[kind];

/**
 * The readers of the fields that have one cell; undefined is a blank one. The others have several
 * members to set.
 */
export const readersOf = (fields: LeadFields): Record<string, Read> => ({
  ...Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, readerOf(name, field)]),
  ),
  first_name: cells.nameCell,
  last_name: cells.nameCell,
  username: cells.usernameCell,
  enrolled_at: asTime,
});

const READ = readersOf(leadFields);

/** The reader of a cell for a target; it gives undefined if there is nothing in the cell. */
export function plainOf(target: string) {
  if (target === "phone" || target === "email") return cells.addressOrBlank;
  return /^(first|last|full)_name$/.test(target) ? cells.nameOrBlank : cells.plainCell;
}

/**
 * Makes a reader of rows with a mapping. Of several columns for a field, the first counts; of those
 * for a phone or an e-mail, the first that can be an address; of those on consent, whichever says
 * that somebody has unsubscribed.
 */
export function leadReader(mapping: Mapping, options: LeadOptions): (values: Values) => LeadDraft {
  const columns = Object.entries(mapping).filter(([, target]) => target !== "ignore");
  return (values) => {
    if (isOwnLead(values)) return readOwnLead(values, mapping);
    const draft = new Draft(options);
    for (const [column, target] of columns) {
      const cell = Object.hasOwn(values, column) ? plainOf(target)(values[column]) : undefined;
      if (cell !== undefined) draft.set(target, cell);
    }
    return draft.done();
  };
}

/** A lead that is put together from cells, each for a target. */
export class Draft {
  readonly lead: Record<string, unknown> = {};
  readonly #tags: unknown[] = [];
  readonly #errors: FieldErrors = {};
  /** The fields that have what can be an address. */
  readonly #addressed = new Set<string>();
  #fullName: string | undefined;

  constructor(readonly options: LeadOptions) {}

  set(target: string, cell: unknown) {
    const keyed = keyedTarget(target);
    if (keyed) return this.#merge(keyed.map, { [keyed.key]: cell });
    if (!isField(target)) return;
    const read = READ[target];
    if (isConsentTarget(target)) this.#consent(consentTargets[target], cell);
    else if (target === "phone") this.#phone(cell);
    else if (target === "email") this.#email(cell);
    else if (target === "full_name") this.#fullName ??= cells.asText(cell);
    else if (target === "tags") this.#tags.push(...cells.labelsIn(cell));
    else if (read) this.#first(target, read(cell, this.options));
    else if (target !== "ignore") this.#object(target, cells.jsonCell(cell));
  }

  done(): LeadDraft {
    if (this.#fullName !== undefined)
      Object.assign(this.lead, { ...splitName(this.#fullName), ...this.lead });
    const tags = cells.labelsIn(this.#tags);
    return { lead: this.lead, tags: tags.length > 0 ? tags : null, errors: this.#errors };
  }

  #first(field: string, value: unknown) {
    if (value !== undefined) this.lead[field] ??= value;
  }

  #consent({ flag, yes }: { flag: string; yes: boolean }, cell: unknown) {
    const isOptout = consentOf(this.lead[flag], optoutCell(cell, yes));
    if (isOptout !== undefined) this.lead[flag] = isOptout;
  }

  #phone(cell: unknown) {
    const text = cells.textCell(cell);
    if (typeof text !== "string") return this.#contact("phone", text, false);
    const { country } = this.options;
    const read = phoneCell(text, country);
    if ("phone" in read)
      this.#contact("phone", read.phone, phoneAddress(read.phone, country) !== undefined);
    else if (!this.#addressed.has("phone")) this.#errors.phone ??= [read.error];
  }

  #email(cell: unknown) {
    const email = cells.emailCell(cell);
    this.#contact("email", email, typeof email === "string" && emailAddress(email) !== undefined);
  }

  #contact(field: ContactField, value: unknown, isAddress: boolean) {
    if (this.#addressed.has(field)) return;
    if (!isAddress) return this.#first(field, value);
    this.#addressed.add(field);
    this.lead[field] = value;
    delete this.#errors[field];
  }

  #object(field: string, value: unknown) {
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return this.#merge(field, { ...value });
    Object.assign(this.#errors, fieldErrors([field], validationMessages.object));
  }

  #merge(field: string, members: Record<string, unknown>) {
    const before = this.lead[field];
    this.lead[field] = { ...members, ...(typeof before === "object" ? before : undefined) };
  }
}
