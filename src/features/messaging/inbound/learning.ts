import { batch, type Statement } from "#db/batch";
import { proofsIn, samePerson } from "#db/merging/same-person";
import type { Contact, Hashes } from "#db/statements/contact-hashes";
import { type IdentityKind, isPhone } from "#domain/platforms";
import type { Scope } from "#env";
import { namedBy } from "#features/leads/identities";
import {
  type Named,
  type Pair,
  selectTwoLeads,
  storePairs,
  storeUsernames,
} from "#features/leads/learning";
import { idsOf } from "./sender-matching";
import type { Echo, InboundMessage, Report, SenderIds } from "./webhook-events";

type Unhashed = Omit<Pair, "hash" | "numberHash">;

/** The number and the accounts of one person, in pairs. */
export function pairsOf({ username, ...ids }: SenderIds & { username?: string }, at: number) {
  const { wa_id: number } = ids;
  const named = namedBy(idsOf(ids));
  return number === undefined
    ? []
    : idsOf(ids).flatMap(({ kind, value }): Unhashed[] =>
        isPhone(kind)
          ? []
          : [{ number, kind, value, at, ...(kind === named?.kind && { username }) }],
      );
}

/** The pairs of reports that a message has arrived: of a number, the one that came last. */
const pairsIn = (reports: Report[]): Unhashed[] => {
  const pairs = reports.flatMap(({ status, recipient, at }) =>
    recipient && (status === "delivered" || status === "read") ? pairsOf(recipient, at) : [],
  );
  return [...new Map(pairs.map((pair) => [`${pair.number} ${pair.kind}`, pair])).values()];
};

/** By what suppressions know the people whom reports name. */
export const contactsIn = (reports: Report[]): Contact[] =>
  pairsIn(reports).flatMap(({ number, ...account }) => [{ kind: "wa_id", value: number }, account]);

/** The report that an echo is on its lead: it names the ids of one person. */
export const reportOf = ({ externalId, at, from }: Echo): Report => ({
  ...{ externalId, at, status: "delivered" },
  recipient: from,
});

/** The username of a person, with the id that keeps it. */
function usernameOf(ids: SenderIds & { username?: string }, at: number): Named[] {
  const named = namedBy<{ kind: IdentityKind; value: string }>(idsOf(ids));
  return named && ids.username ? [{ ...named, username: ids.username, at }] : [];
}

/** Stores what `missing` messages and reports say of people beside the ids that they use. */
export function learn(
  scope: Scope,
  channelId: number,
  { messages, reports }: { messages: InboundMessage[]; reports: Report[] },
  missing: Set<string>,
  hashes: Hashes,
): Statement[] {
  const pairs = pairsIn(reports).map((pair) => ({
    ...pair,
    hash: hashes(pair.kind, pair.value),
    numberHash: hashes("wa_id", pair.number),
  }));
  const named = [
    ...messages.flatMap(({ externalId, from, at }) =>
      missing.has(externalId) ? usernameOf(from, at) : [],
    ),
    ...reports.flatMap(({ recipient, at }) => (recipient ? usernameOf(recipient, at) : [])),
  ];
  return [
    ...(pairs.length > 0 ? storePairs(scope, channelId, "report", pairs) : []),
    ...storeUsernames(scope, named),
  ];
}

/** Selects the places of the pairs of reports that name two leads: these are one person. */
export function selectProofs(scope: Scope, reports: Report[]) {
  const pairs = pairsIn(reports);
  return pairs.length > 0 ? selectTwoLeads(scope, pairs) : undefined;
}

/** Settles them in another batch: it is seldom that a report proves something. */
export async function settleProofs(
  scope: Scope,
  channelId: number,
  reports: Report[],
  proven: { place: number }[] = [],
) {
  const pairs = pairsIn(reports);
  const proofs = proven.flatMap(({ place }) => {
    const pair = pairs[place];
    const { number: value = "" } = pair ?? {};
    return pair ? proofsIn([{ kind: "wa_id", value }, pair], channelId) : [];
  });
  if (proofs.length > 0) await batch(scope, { samePerson: samePerson(scope, proofs) });
}
