import { eq, or } from "drizzle-orm";
import { brokenUnique } from "../../db/errors";
import { leads } from "../../db/schema/leads";
import { within } from "../../db/scope";
import type { Scope } from "../../env";
import { normalPhone } from "../../lib/phone";
import { invalid } from "../../lib/problem";
import { foldCase, folded } from "../../lib/text";
import { fieldErrors, validationMessages } from "../../lib/validation-messages";
import type { LeadAttributes } from "./input";

/**
 * Values that are unique in a workspace, folded for comparison; an upsert matches leads by them.
 */
export type Identity = { ext_id?: string | null; phone?: string | null; email?: string | null };

export const identityOf = (scope: Scope, input: LeadAttributes): Identity => ({
  ext_id: input.ext_id,
  phone: folded(input.phone, (phone) => normalPhone(phone, scope.defaultCountry)),
  email: folded(input.email, foldCase),
});

const columns = { ext_id: leads.extId, phone: leads.phone, email: leads.emailKey };
/** The fields in the order in which an upsert looks for a match. */
const fields = ["ext_id", "phone", "email"] as const;

/** Selects the leads, at most three, that share a part of the identity. */
export const sharing = (scope: Scope, identity: Identity) => {
  const shared = fields.flatMap((field) =>
    identity[field] == null ? [] : [eq(columns[field], identity[field])],
  );
  return scope.db
    .select({ id: leads.id, ...columns })
    .from(leads)
    .where(within(scope, leads, shared.length > 0 ? or(...shared) : eq(leads.id, -1)));
};

type Shared = Awaited<ReturnType<typeof sharing>>;

/** The id of the lead that matches by ext_id, else by phone, else by email. */
export const bestMatch = (shared: Shared, identity: Identity) => {
  for (const field of fields) {
    const match = identity[field] != null && shared.find((row) => row[field] === identity[field]);
    if (match) return match.id;
  }
  return undefined;
};

/**
 * Throws "has already been taken" on every field that another lead has, if a write broke a UNIQUE
 * constraint; throws any other error itself.
 */
export async function throwTakenIdentity(
  error: unknown,
  scope: Scope,
  identity: Identity,
  ownId?: number,
): Promise<never> {
  const broken = brokenUnique(error);
  const first = fields.find((field) =>
    broken.includes(`leads.${field === "email" ? "email_key" : field}`),
  );
  if (!first) throw error;
  const others = (await sharing(scope, identity)).filter((row) => row.id !== ownId);
  const taken = fields.filter(
    (field) => identity[field] != null && others.some((row) => row[field] === identity[field]),
  );
  throw invalid(fieldErrors(taken.length > 0 ? taken : [first], validationMessages.taken));
}
