import { eq, type SQL, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { leads } from "#db/schema/leads";
import { within } from "#db/scope/scope";
import type { Contact } from "#db/statements/contact-hashes";
import { brokenUnique } from "#db/writes/errors";
import { keyOfEmail, keyOfPhone } from "#domain/addresses";
import type { Scope } from "#env";
import { Problem, taken } from "#lib/problem";
import { folded } from "#lib/text";
import type { LeadAttributes } from "./input";

/**
 * Values that are unique in a workspace, by their keys; an upsert matches leads by them. Null for a
 * phone or an e-mail that can't be an address.
 */
export type Identity = { ext_id?: string | null; phone?: string | null; email?: string | null };

type Sent = Pick<LeadAttributes, "ext_id" | "phone" | "email">;

export const identityOf = ({ defaultCountry }: Pick<Scope, "defaultCountry">, input: Sent) => ({
  ext_id: input.ext_id,
  phone: folded(input.phone, (sent) => keyOfPhone(sent, defaultCountry)),
  email: folded(input.email, keyOfEmail),
});

/** The parts of an identity by which a suppression knows somebody. */
export const contactsOf = ({ phone, email }: Identity): Contact[] => [
  ...(phone ? [{ kind: "phone" as const, value: phone }] : []),
  ...(email ? [{ kind: "email" as const, value: email }] : []),
];

const columns = { ext_id: leads.extId, phone: leads.phoneKey, email: leads.emailKey };
/** The fields in the order in which an upsert looks for a match. */
const fields = ["ext_id", "phone", "email"] as const;

type Shared = { id: number } & Record<(typeof fields)[number], string | null>;

/**
 * Selects the leads, at most three, that share a part of the identity: each by its own index. For
 * an OR, SQLite would go through all leads of the workspace.
 */
export const sharing = (scope: Scope, identity: Identity): SQL<Shared> => {
  const by = (condition: SQL) => sql<Shared>`
    select id, ext_id, phone_key as phone, email_key as email from leads
    where ${within(scope, leads, condition)}`;
  const shared = fields.flatMap((field) =>
    identity[field] == null ? [] : [by(eq(columns[field], identity[field]))],
  );
  const all = shared.length > 0 ? shared : [by(eq(leads.id, -1))];
  return sql<Shared>`${sql.join(all, sql` union `)}`;
};

/** The error on an ext_id where the lead that has the `field` has another one. */
export const hasAnotherExtId = (field: string) => `The lead with this ${field} has another ext id.`;

/**
 * The id of the lead that matches by ext_id, else by phone, else by email. Throws an `invalid`
 * problem if that lead has another ext_id: it is another person's.
 */
export const bestMatch = (shared: Shared[], identity: Identity) => {
  for (const field of fields) {
    const match = identity[field] != null && shared.find((row) => row[field] === identity[field]);
    if (!match) continue;
    if (identity.ext_id != null && match.ext_id !== null && match.ext_id !== identity.ext_id)
      throw new Problem("validation_failed", {
        errors: { ext_id: [hasAnotherExtId(field)] },
        conflicts: { ext_id: match.id },
      });
    return match.id;
  }
  return undefined;
};

/**
 * Throws "has already been taken" on every field that another lead has, with the ids of those
 * leads, if a write broke a UNIQUE constraint; throws any other error itself.
 */
export async function throwIdentityConflict(
  error: unknown,
  scope: Scope,
  identity: Identity,
  ownId?: number,
): Promise<never> {
  const broken = brokenUnique(error);
  const first = fields.find((field) =>
    broken.includes(`leads.${field === "ext_id" ? field : `${field}_key`}`),
  );
  if (!first) throw error;
  const { shared } = await readBatch(scope, { shared: sharing(scope, identity) });
  const others = shared.filter((row) => row.id !== ownId);
  const conflicts = Object.fromEntries(
    fields.flatMap((field) => {
      const other = identity[field] != null && others.find((row) => row[field] === identity[field]);
      return other ? [[field, other.id]] : [];
    }),
  );
  const shares = Object.keys(conflicts);
  throw shares.length > 0 ? taken(shares, conflicts) : taken([first]);
}
