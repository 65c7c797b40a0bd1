import { batch } from "#db/batch";
import { hashContacts } from "#db/statements/contact-hashes";
import { insertPast } from "#db/statements/messages/insert";
import { brokenUnique } from "#db/writes/errors";
import { underBrim } from "#db/writes/quotas";
import { BY_HISTORY } from "#domain/actors";
import type { Scope } from "#env";
import { consentIn } from "#features/access/settings/consent";
import { inParts } from "#lib/parts";
import { messageConsents } from "./consents";
import { findKnown, selectMissing } from "./known-senders";
import { listOf, type Receiver } from "./matched-leads";
import { conversationOf, openMissing, plain } from "./message-statements";
import { insertSenders } from "./new-senders";
import { contactsOf, keyOf } from "./sender-matching";
import { storableOf } from "./storable";
import type { PastMessage } from "./webhook-events";
import { pastMessage } from "./whatsapp-echoes";

/** The most messages of a webhook that are stored: 50 batches of two round trips each. */
const MAX_PAST = 5_000;
const MESSAGES_PER_BATCH = 100;
/** As JSON, messages are one parameter of D1's, of 2 MB at most. */
const CHARACTERS_PER_BATCH = 500_000;
const MAX_TRIES = 5;

type Past = NonNullable<ReturnType<typeof pastMessage>>;

/**
 * Stores the messages that an account had before it was connected, each once and with its own time.
 * They have no effects, save that a lead who had unsubscribed is so. The people in them become
 * leads of whom no event tells.
 */
export async function storePast(scope: Scope, receiver: Receiver, past: PastMessage[]) {
  const now = Date.now();
  const messages = past
    .slice(0, MAX_PAST)
    .flatMap((one) => pastMessage(one, now) ?? [])
    .toSorted((one, other) => one.at - other.at);
  const quiet = { ...scope, actor: BY_HISTORY };
  for (const part of inParts(messages, MESSAGES_PER_BATCH, CHARACTERS_PER_BATCH))
    await store(quiet, receiver, part);
}

/** Looks once more for people of whom another request, or a message before, has made leads. */
async function store(scope: Scope, receiver: Receiver, messages: Past[]) {
  for (let tries = MAX_TRIES; tries > 0; tries--) {
    try {
      if ((await tryToStore(scope, receiver, messages)) === 0) return;
    } catch (error) {
      if (tries === 1 || brokenUnique(error).length === 0) throw error;
    }
  }
  throw new Error("Messages of the past were not stored.");
}

/** Returns how many messages are still missing. */
async function tryToStore(scope: Scope, receiver: Receiver, messages: Past[]) {
  const now = Date.now();
  const missing = selectMissing(scope, receiver, messages);
  const known = await findKnown(scope, receiver, messages, missing);
  const matched = messages.map((one) => ({ ...one, leadId: known.leads.get(keyOf(one)) ?? null }));
  const all = { messages: matched, echoes: [] };
  const { storable, newSenders } = storableOf(all, known.missing);
  const kept = matched.filter((one) =>
    storable.some(({ externalId }) => externalId === one.externalId),
  );
  const hashes = await hashContacts(scope, contactsOf(messages));
  const list = listOf(kept.map(plain));
  const silent = { ...receiver, settings: { ...receiver.settings, opt_out_confirmation: null } };
  const { after } = await batch(scope, {
    room: underBrim(scope),
    leads: insertSenders(scope, receiver, newSenders, known.nextHolders, hashes),
    conversations: openMissing(scope, receiver, list, now),
    messages: insertPast(scope, receiver.id, list, conversationOf(scope, receiver), now),
    consents: messageConsents(scope, silent, kept.filter(optsOut(receiver)), hashes, now),
    after: missing,
  });
  return after.length;
}

/** A word that might be an answer says nothing so late. */
const optsOut =
  ({ settings }: Receiver) =>
  (message: Past) => {
    const consent = message.isInbound ? consentIn(message, settings) : null;
    return consent?.kind === "opted_out" && consent.weak === undefined;
  };
