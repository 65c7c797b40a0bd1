import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { paged } from "#db/lists/page";
import { suppressions } from "#db/schema/consents";
import { leadIdentities, leads } from "#db/schema/leads";
import { exists } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import { changeConsent } from "#db/statements/consents";
import { type Contact, hashContacts, suppressionKind } from "#db/statements/contact-hashes";
import {
  deleteSuppressions,
  isAbout,
  keepSuppressed,
  lift,
  suppress,
} from "#db/statements/suppressions";
import { identityKinds, isPhone } from "#domain/platforms";
import { numberVariants } from "#domain/wa-numbers";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found, throwErrors } from "#lib/problem";
import { iso, isoOrNull } from "#lib/time";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { identityOf } from "../uniqueness";
import type { SuppressedContact, Suppression, SuppressionInput, SuppressionQuery } from "./schema";

const { workspaceId, hash, ...columns } = getTableColumns(suppressions);

type Row = Pick<typeof suppressions.$inferSelect, keyof typeof columns>;

const toWire = ({ id, kind, scope, at, marketingAt, createdAt }: Row): Suppression => ({
  id,
  kind,
  scope,
  at: iso(at),
  marketing_at: isoOrNull(marketingAt),
  created_at: iso(createdAt),
});

/** The contacts that are named, by their keys, and the errors on those that can't be an address. */
export function readContacts(scope: Scope, input: Partial<SuppressedContact>) {
  const { phone, email } = identityOf(scope, input);
  const given = Object.entries({ ...input, phone, email }).filter(
    ([kind]) => input[kind as keyof SuppressedContact] != null,
  );
  const unusable = given.flatMap(([kind, value]) => (value == null ? [kind] : []));
  return {
    errors: fieldErrors(unusable, validationMessages.format),
    contacts: given.map(
      ([kind, value]): Contact => ({ kind: kind as Contact["kind"], value: value ?? "" }),
    ),
  };
}

function contactsIn(scope: Scope, input: Partial<SuppressedContact>): Contact[] {
  const { errors, contacts } = readContacts(scope, input);
  throwErrors(errors);
  return contacts;
}

/** Selects the leads that have one of the contacts. */
export function leadsWith(scope: Scope, contacts: Contact[]): SQL {
  const list = (values: string[]) => sql`(select value from json_each(${JSON.stringify(values)}))`;
  const ofKind = (wanted: Contact["kind"]) =>
    contacts.flatMap(({ kind, value }) => (kind === wanted ? [value] : []));
  const identified = (name: string, values: string[]) => sql`
    select lead_id from ${leadIdentities}
    where ${within(scope, leadIdentities, sql`kind = ${name} and value in ${list(values)}`)}`;
  const phones = ofKind("phone");
  const numbers = phones.map((phone) => phone.replace(/^\+/, ""));
  // The CROSS JOIN has SQLite look up each: for an IN, it may go through all of the workspace's.
  const isLead = (key: string, values: string[]) => sql`
    select leads.id from json_each(${JSON.stringify(values)}) as given
      cross join leads on ${within(scope, leads, sql`leads.${sql.raw(key)} = given.value`)}`;
  const finding = (kind: Contact["kind"]) => {
    if (kind === "email") return [isLead("email_key", ofKind(kind))];
    if (kind === "phone")
      return [
        isLead("phone_key", phones),
        ...identityKinds
          .filter(isPhone)
          .map((phone) => identified(phone, numbers.flatMap(numberVariants))),
      ];
    return isPhone(kind) ? [] : [identified(kind, ofKind(kind))];
  };
  const kinds = [...new Set(contacts.map(({ kind }) => kind))];
  return sql.join(kinds.flatMap(finding), sql` union `);
}

/** Remembers somebody as unsubscribed from a scope, and unsubscribes the lead that they are. */
export async function addSuppression(scope: Scope, { scope: about, ...input }: SuppressionInput) {
  const [contact] = contactsIn(scope, input);
  const { kind, value } = found(contact);
  const hashed = found((await hashContacts(scope, [{ kind, value }]))(kind, value));
  const people = [{ kind: suppressionKind(kind), hash: hashed, at: Date.now() }];
  const isThis = within(scope, suppressions, eq(suppressions.hash, hashed));
  const select = scope.db.select(columns).from(suppressions).where(isThis);
  const isKnown = sql`exists (select 1 from ${suppressions} where ${isThis} and ${isAbout(about)})`;
  const lead = leadsWith(scope, [{ kind, value }]);
  const { before, suppression } = await batch(scope, {
    before: sql<{ id: number }>`
      select id from ${suppressions} where ${isThis} and ${isAbout(about)}`,
    suppressed: suppress(scope, people, isKnown, null, about),
    // Whatever it began with, a message of its lead does not end it any more.
    kept: keepSuppressed(scope, people, undefined, about),
    consent: changeConsent(scope, lead, true, "api", Date.now(), about),
    suppression: select,
  });
  return { suppression: toWire(found(suppression[0])), isNew: before.length === 0 };
}

/**
 * Forgets that a contact is suppressed from a scope; returns how many suppressions that ends. What
 * the other scope has said stays.
 */
export async function deleteContact(
  scope: Scope,
  { scope: about, ...input }: SuppressionInput,
): Promise<number> {
  const [contact] = contactsIn(scope, input);
  const { kind, value } = found(contact);
  const hashed = (await hashContacts(scope, [{ kind, value }]))(kind, value);
  const isThis = within(scope, suppressions, sql`hash = ${hashed}`);
  const { before } = await batch(scope, {
    before: sql<{ id: number }>`
      select id from ${suppressions} where ${isThis} and ${isAbout(about)}`,
    lifted: lift(scope, sql`hash = ${hashed}`, about),
  });
  return before.length;
}

export const suppressionExists = exists(suppressions);

export async function deleteSuppression(scope: Scope, id: number): Promise<number> {
  const { deleted } = await batch(scope, {
    deleted: deleteSuppressions(scope, eq(suppressions.id, id)),
  });
  return found(deleted[0]) && 1;
}

export async function listSuppressions(
  scope: Scope,
  { phone, email }: SuppressionQuery,
  page: PageRequest,
): Promise<Page<Suppression>> {
  const contacts = contactsIn(scope, { phone, email });
  const hashes = await hashContacts(scope, contacts);
  const wanted = contacts.map(({ kind, value }) =>
    eq(suppressions.hash, hashes(kind, value) ?? ""),
  );
  const rows = await paged(
    scope.db.select(columns).from(suppressions).$dynamic(),
    scope,
    suppressions,
    page,
    and(...wanted),
  );
  return cutPage(rows, page, toWire);
}
