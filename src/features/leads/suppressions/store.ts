import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { batch } from "../../../db/batch";
import { type Contact, hashContacts, suppressionKind } from "../../../db/contact-hashes";
import { paged } from "../../../db/page";
import { leadIdentities, leads, suppressions } from "../../../db/schema/leads";
import { within } from "../../../db/scope";
import { changeConsent } from "../../../db/statements/consents";
import { keepSuppressed, suppress } from "../../../db/statements/suppressions";
import { numberVariants, phonesOf } from "../../../domain/wa-numbers";
import type { Scope } from "../../../env";
import { cutPage, type Page, type PageRequest } from "../../../lib/cursor";
import { found, throwErrors } from "../../../lib/problem";
import { iso } from "../../../lib/time";
import { fieldErrors, validationMessages } from "../../../lib/validation-messages";
import { identityOf } from "../uniqueness";
import type { Suppression, SuppressionInput, SuppressionQuery } from "./schema";

const { workspaceId, hash, ...columns } = getTableColumns(suppressions);

type Row = Pick<typeof suppressions.$inferSelect, keyof typeof columns>;

const toWire = ({ id, kind, at, createdAt }: Row): Suppression => ({
  id,
  kind,
  at: iso(at),
  created_at: iso(createdAt),
});

/** The contacts that are named, by their keys; throws on those that can't be an address. */
function contactsIn(scope: Scope, input: Partial<SuppressionInput>): Contact[] {
  const { phone, email } = identityOf(scope, input);
  const given = Object.entries({ ...input, phone, email }).filter(
    ([kind]) => input[kind as keyof SuppressionInput] != null,
  );
  const unusable = given.flatMap(([kind, value]) => (value == null ? [kind] : []));
  throwErrors(fieldErrors(unusable, validationMessages.format));
  return given.map(([kind, value]) => ({ kind: kind as Contact["kind"], value: value ?? "" }));
}

/** Selects the leads that have a contact. */
function leadsWith(scope: Scope, { kind, value }: Contact): SQL {
  const list = (values: string[]) => sql`(select value from json_each(${JSON.stringify(values)}))`;
  const identified = (name: string, values: string[]) => sql`
    select lead_id from ${leadIdentities}
    where ${within(scope, leadIdentities, sql`kind = ${name} and value in ${list(values)}`)}`;
  if (kind === "email")
    return sql`select id from ${leads} where ${within(scope, leads, sql`email_key = ${value}`)}`;
  if (kind !== "phone") return identified(kind, [value]);
  const digits = value.replace(/^\+/, "");
  const isPhone = sql`phone_key in ${list([value, ...phonesOf(digits)])}`;
  return sql`
    select id from ${leads} where ${within(scope, leads, isPhone)}
    union ${identified("wa_id", numberVariants(digits))}`;
}

/** Remembers somebody as unsubscribed, and unsubscribes the lead that they are. */
export async function addSuppression(scope: Scope, input: SuppressionInput) {
  const [contact] = contactsIn(scope, input);
  const { kind, value } = found(contact);
  const hashed = found((await hashContacts(scope, [{ kind, value }]))(kind, value));
  const people = [{ kind: suppressionKind(kind), hash: hashed, at: Date.now() }];
  const isThis = within(scope, suppressions, eq(suppressions.hash, hashed));
  const select = scope.db.select(columns).from(suppressions).where(isThis);
  const isKnown = sql`exists (select 1 from ${suppressions} where ${isThis})`;
  const { before, suppression } = await batch(scope, {
    before: select,
    suppressed: suppress(scope, people, isKnown),
    // Whatever it began with, a message of its lead does not end it any more.
    kept: keepSuppressed(scope, people),
    consent: changeConsent(scope, leadsWith(scope, { kind, value }), true, "api", Date.now()),
    suppression: select,
  });
  return { suppression: toWire(found(suppression[0])), isNew: before.length === 0 };
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
