import { hashContacts } from "#db/statements/contact-hashes";
import type { Scope } from "#env";
import { storePairs, storeRecipients } from "#features/leads/learning";
import type { Outcome } from "./outcome";

/** Stores the ids of people that a provider has named beside the numbers which it sent to. */
export async function learnFromAnswers(scope: Scope, channelId: number, outcomes: Outcome[]) {
  const at = Date.now();
  const pairs = outcomes.flatMap(({ waId: number, bsuid: value }) =>
    number && value ? [{ number, kind: "bsuid" as const, value, at }] : [],
  );
  if (pairs.length === 0) return undefined;
  const numbers = pairs.map(({ number: value }) => ({ kind: "wa_id" as const, value }));
  const hashes = await hashContacts(scope, [...pairs, ...numbers]);
  return storePairs(
    scope,
    channelId,
    "answer",
    pairs.map((pair) => ({
      ...pair,
      hash: hashes(pair.kind, pair.value),
      numberHash: hashes("wa_id", pair.number),
    })),
  );
}

/** Stores the ids of people whose comments were answered, unless they are known as somebody's. */
export async function learnCommenters(scope: Scope, channelId: number, outcomes: Outcome[]) {
  const named = outcomes.flatMap(({ messageId, commenter }) =>
    commenter ? { messageId, ...commenter } : [],
  );
  if (named.length === 0) return undefined;
  const hashes = await hashContacts(scope, named);
  const list = named.map((one) => ({ ...one, hash: hashes(one.kind, one.value) }));
  return storeRecipients(channelId, list);
}
