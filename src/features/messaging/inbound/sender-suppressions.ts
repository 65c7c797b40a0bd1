import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import { listed } from "#db/by-platform";
import { type Hashes, suppressionKind } from "#db/statements/contact-hashes";
import { latestFirst } from "#db/statements/latest-consent";
import { optoutFlag } from "#db/statements/leads/leads";
import {
  BY_PLATFORM,
  keepSuppressed,
  suppress,
  suppressNext,
  unsuppress,
} from "#db/statements/suppressions";
import type { ConsentKind, ConsentScope } from "#domain/consents";
import { accountKinds } from "#domain/platforms";
import type { Scope } from "#env";
import { leadIdOf, type Matched } from "./matched-leads";
import { idsOf } from "./sender-matching";
import type { Sender } from "./webhook-events";

/** A change of consent, and the sender whose ids it came from. */
export type SenderConsent = Matched<{
  from: Sender;
  kind: ConsentKind;
  at: number;
  externalId?: string;
  /** A weak word does not count where it answers a run. */
  weak?: unknown;
}>;

const ACCOUNT_KINDS = listed(accountKinds);

type Person = ReturnType<typeof peopleOf>[number];

/** The ids of the senders with the latest consent of each, of those that were hashed. */
function peopleOf(consents: SenderConsent[], hashes: Hashes) {
  const people = consents.flatMap(({ from, leadId, kind: consent, at, externalId, weak }) =>
    idsOf(from).flatMap(({ kind, value }) => {
      const hash = hashes(kind, value);
      const id = { leadId, idKind: kind, idValue: value, externalId, weak };
      return hash === null ? [] : [{ kind: suppressionKind(kind), hash, at, consent, ...id }];
    }),
  );
  // The sort is stable: consents of the same second stay in their order, as in the ledger.
  const ordered = people.toSorted((a, b) => Math.floor(a.at / 1000) - Math.floor(b.at / 1000));
  return [...new Map(ordered.map((person) => [person.hash, person])).values()];
}

const stoppedOf = (people: Person[]) => people.filter(({ consent }) => consent === "opted_out");
const resumedOf = (people: Person[]) => people.filter(({ consent }) => consent === "opted_in");

// The messages of the same batch may have made a lead.
const hasOptedOut = (scope: Scope, about: ConsentScope) =>
  sql`exists (select 1 from leads where id = ${leadIdOf(scope)} and ${optoutFlag(about)} = 1)`;

/**
 * Ends the suppressions of people, and of the accounts that notices say to be their former ones:
 * nobody writes from those any more.
 */
function resume(scope: Scope, people: Person[], about: ConsentScope): Statement[] {
  if (people.length === 0) return [];
  const former = sql`
    select former.hash from lead_identities as former
    where former.lead_id = ${leadIdOf(scope)} and former.kind = item.value ->> 'idKind'
      and former.kind in ${ACCOUNT_KINDS} and former.replaced_at is not null`;
  return unsuppress(scope, people, hasOptedOut(scope, about), about, former);
}

/**
 * Suppresses the ids from which people unsubscribe from a scope by a message, or ends their
 * suppressions. A lead may have contacts of somebody else: a message does not end the suppressions
 * of those. Must follow the statements of the ledger, whose later opt-outs are not undone.
 */
export function suppressSenders(
  scope: Scope,
  consents: SenderConsent[],
  hashes: Hashes,
  about: ConsentScope,
): Statement[] {
  const people = peopleOf(consents, hashes);
  const [stopped, resumed] = [stoppedOf(people), resumedOf(people)];
  const surely = stopped.filter(({ weak }) => weak === undefined);
  return [
    ...(stopped.length > 0
      ? [keepSuppressed(scope, stopped, sql`false`, about), suppressNext(scope, surely, about)]
      : []),
    ...resume(scope, resumed, about),
  ];
}

/**
 * Remembers people of whom nothing is stored yet as unsubscribed from a scope, save those of
 * `unless`: until they subscribe again themselves.
 */
export function suppressStrangers(
  scope: Scope,
  consents: SenderConsent[],
  hashes: Hashes,
  unless: SQL,
  about: ConsentScope,
): Statement[] {
  const people = peopleOf(consents, hashes);
  const isKnown = sql`(${leadIdOf(scope)} is not null or ${unless})`;
  return people.length > 0 ? [suppress(scope, people, isKnown, null, about)] : [];
}

/**
 * The same by settings on the platform, which are about marketing, and are remembered of people who
 * are no leads, too. Those who want it again end also what such a setting has begun of all messages
 * before there were scopes.
 */
export function suppressByPreference(
  scope: Scope,
  consents: SenderConsent[],
  hashes: Hashes,
): Statement[] {
  const people = peopleOf(consents, hashes);
  const [stopped, resumed] = [stoppedOf(people), resumedOf(people)];
  const lead = leadIdOf(scope);
  const isOfPlatform = sql`suppressions.marketing_lead_id = ${BY_PLATFORM}`;
  const isResumed = sql`'preference' is (
    select latest.method from consents as latest
    where latest.lead_id = ${lead} and latest.kind = 'opted_in' ${latestFirst("latest", "all")})`;
  const isLasting = sql`iif(${lead} is null,
    suppressions.lead_id is not ${BY_PLATFORM},
    ${hasOptedOut(scope, "all")} or not ${isResumed})`;
  return [
    ...(stopped.length > 0
      ? [
          keepSuppressed(scope, stopped, isOfPlatform, "marketing"),
          suppress(scope, stopped, sql`${lead} is not null`, BY_PLATFORM, "marketing"),
          suppressNext(scope, stopped, "marketing", BY_PLATFORM),
        ]
      : []),
    ...(resumed.length > 0
      ? [...resume(scope, resumed, "marketing"), ...unsuppress(scope, resumed, isLasting, "all")]
      : []),
  ];
}
