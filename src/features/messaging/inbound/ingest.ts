import { batch, type Statement } from "#db/batch";
import { samePerson } from "#db/merging/same-person";
import { type Hashes, hashContacts } from "#db/statements/contact-hashes";
import { brokenUnique } from "#db/writes/errors";
import { underBrim } from "#db/writes/quotas";
import type { Scope } from "#env";
import { consentIn } from "#features/access/settings/consent";
import { namedBy, storeIdentities } from "#features/leads/identities";
import { inParts } from "#lib/parts";
import { Problem } from "#lib/problem";
import type { MessageRow, selectMessages } from "../messages/store";
import { unverified, withAnswers } from "./claimed-answers";
import { commentStatements } from "./comments";
import { echoEditStatements, echoStatements } from "./echoes";
import { editStatements } from "./edits";
import { findKnown, selectMissing } from "./known-senders";
import { contactsIn, learn, reportOf, selectProofs, settleProofs } from "./learning";
import type { Matched, Receiver } from "./matched-leads";
import { hasFile, hastened, messageStatements } from "./message-statements";
import { storeMoves } from "./moves";
import { connected, insertSenders } from "./new-senders";
import { preferenceStatements } from "./preferences";
import { profileStatement } from "./profiles";
import { proofsOf } from "./proofs";
import { contactsOf, idsOf, keyOf, type Sent } from "./sender-matching";
import { sharedIn, sharedStatements } from "./shared-numbers";
import { resumeByReports, statusReportStatements } from "./status-reports";
import { storableOf } from "./storable";
import { type AccountEvents, type Edit, type InboundMessage, noEvents } from "./webhook-events";

/** Messages, and as many status reports and preferences. */
const EVENTS_PER_BATCH = 100;
/** As JSON, events are one parameter of D1's, of 2 MB at most: three bytes a character. */
const CHARACTERS_PER_BATCH = 500_000;
const MAX_TRIES = 5;

type Events = Omit<AccountEvents, "accountId" | "withheld" | "past">;
type Stored = Omit<Events, "moves">;
/** The statements that run besides in each batch that stores events. */
type Beside = {
  read?: ReturnType<typeof selectMessages>;
  called?: Statement | undefined;
};

/**
 * Stores the events of a channel with all of their effects: one transaction for each hundred
 * messages, status reports and preferences, or fewer long ones, in two round trips. Stored messages
 * stay as they are. Returns the number of new messages, and the rows of `read`.
 */
export async function ingest(scope: Scope, receiver: Receiver, given: Events, beside: Beside = {}) {
  const messages = await withAnswers(scope, given.messages);
  const events = { ...given, messages, echoes: given.echoes.map(unverified) };
  try {
    return await storeAll(scope, receiver, events, beside);
  } catch (error) {
    // Opt-outs are stored even where there is room for nothing else.
    if (error instanceof Problem && error.code === "quota_reached")
      await storeAll(scope, receiver, { ...events, ...optOutsOf(events, receiver) }, {});
    throw error;
  }
}

const optsOut =
  ({ settings }: Receiver) =>
  (message: InboundMessage | Edit) =>
    consentIn(message, settings)?.kind === "opted_out";

const optOutsOf = ({ messages, edits }: Events, receiver: Receiver) => ({
  messages: messages.filter(optsOut(receiver)),
  edits: edits.filter(optsOut(receiver)),
  echoes: [],
});

/** Ids move after the messages that came before the first notice, and before all others. */
async function storeAll(
  scope: Scope,
  receiver: Receiver,
  { moves, ...events }: Events,
  beside: Beside,
) {
  const [first] = moves;
  if (!first) return storeEvents(scope, receiver, events, beside);
  const { after = 0 } = first;
  const [earlier, messages] = [events.messages.slice(0, after), events.messages.slice(after)];
  const before =
    earlier.length > 0
      ? await storeEvents(scope, receiver, { ...noEvents, messages: earlier }, {})
      : { stored: 0 };
  const rest = { ...events, messages };
  const isAlone = Object.values(rest).every(({ length }) => length === 0);
  await storeMoves(scope, receiver, moves, isAlone ? beside.called : undefined);
  if (isAlone) return { stored: before.stored, read: [] };
  const { stored, read } = await storeEvents(scope, receiver, rest, beside);
  return { stored: before.stored + stored, read };
}

async function storeEvents(
  scope: Scope,
  receiver: Receiver,
  { messages, edits, echoes, echoEdits, reports, preferences, comments }: Stored,
  beside: Beside,
) {
  const inBatches = <Event>(events: Event[]) =>
    inParts(events, EVENTS_PER_BATCH, CHARACTERS_PER_BATCH);
  const batches = {
    messages: inBatches(messages),
    edits: inBatches(edits),
    echoes: inBatches(echoes),
    echoEdits: inBatches(echoEdits),
    reports: inBatches(reports),
    preferences: inBatches(preferences),
    comments: inBatches(comments),
  };
  const most = Math.max(...Object.values(batches).map(({ length }) => length));
  let stored = 0;
  let read: MessageRow[] = [];
  for (let index = 0; index === 0 || index < most; index++) {
    const part = {
      messages: batches.messages[index] ?? [],
      edits: batches.edits[index] ?? [],
      echoes: batches.echoes[index] ?? [],
      echoEdits: batches.echoEdits[index] ?? [],
      reports: batches.reports[index] ?? [],
      preferences: batches.preferences[index] ?? [],
      comments: batches.comments[index] ?? [],
    };
    const result = await store(scope, receiver, part, beside);
    stored += result.stored;
    read = result.read;
  }
  if ([...messages, ...edits].some(optsOut(receiver))) scope.sink.wake({ channels: [receiver.id] });
  // The file of a message that its sender has deleted goes with it.
  const written = [...messages, ...echoes];
  if (written.some(({ isDeleted }) => isDeleted)) scope.sink.wake({ chunks: true });
  if (written.some(hasFile)) scope.sink.wake({ media: true });
  return { stored, read };
}

/**
 * Looks the senders up once more where a concurrent request has created or deleted one's lead, or
 * where a message was left out because its sender may be another sender of the same batch.
 */
async function store(scope: Scope, receiver: Receiver, events: Stored, beside: Beside) {
  for (let tries = MAX_TRIES, stored = 0; tries > 0; tries--) {
    try {
      const result = await tryToStore(scope, receiver, events, beside);
      stored += result.stored;
      if (result.missing === 0) return { stored, read: result.read };
    } catch (error) {
      if (tries === 1 || brokenUnique(error).length === 0) throw error;
    }
  }
  throw new Error("Messages were not stored.");
}

/** Returns the numbers of new messages and of those still missing. */
async function tryToStore(
  scope: Scope,
  receiver: Receiver,
  { messages, edits, echoes, echoEdits, reports, preferences, comments }: Stored,
  { read: reading, called }: Beside,
) {
  const written = [...messages, ...echoes];
  const wanted = [...written, ...preferences, ...edits.filter(optsOut(receiver))];
  const known = await findKnown(scope, receiver, wanted, selectMissing(scope, receiver, written));
  const withLead = <Event extends Sent>(event: Event) => ({
    ...event,
    leadId: known.leads.get(keyOf(event)) ?? null,
  });
  const all = { messages: messages.map(withLead), echoes: echoes.map(withLead) };
  const { storable, storableEchoes, newSenders, isExpected } = storableOf(all, known.missing);
  const missing = selectMissing(scope, receiver, written.filter(isExpected));
  const senders = [...written, ...sharedIn(messages), ...edits, ...preferences, ...comments];
  const named = [...reports, ...echoes.map(reportOf)];
  const hashes = await hashContacts(scope, [...contactsOf(senders), ...contactsIn(named)]);
  const { before, after, read, proven, profiles, ...woken } = await batch(scope, {
    room: messages.every(optsOut(receiver)) && !echoes[0] ? undefined : underBrim(scope),
    before: missing,
    leads: insertSenders(scope, receiver, newSenders, known.nextHolders, hashes),
    // Before a number goes to another lead.
    samePerson: samePerson(scope, proofsOf(receiver, known.severalLeads, storable)),
    identities: identityStatements(scope, receiver, storable, hashes),
    shared: sharedStatements(scope, receiver, storable, hashes),
    connected: connected(scope, storable, hashes),
    messages: messageStatements(scope, receiver, storable, hashes),
    hastened: hastened(scope, receiver, storable),
    echoes: echoStatements(scope, receiver, storableEchoes),
    profiles: profileStatement(scope, receiver, storable),
    edits: editStatements(scope, receiver, edits.map(withLead), hashes),
    echoEdits: echoEditStatements(scope, receiver, echoEdits),
    preferences: preferenceStatements(scope, preferences.map(withLead), hashes),
    comments: commentStatements(scope, receiver, comments, hashes),
    reports: statusReportStatements(scope, receiver.id, reports),
    learned: learn(
      scope,
      receiver.id,
      { messages: storable, reports: named },
      known.missing,
      hashes,
    ),
    proven: selectProofs(scope, named),
    resumed: resumeByReports(scope, receiver.id, reports),
    ...{ called, after: missing, read: reading },
  });
  if (profiles?.length) scope.sink.wake({ media: true });
  await settleProofs(scope, receiver.id, named, proven);
  const channels = [...(woken.resumed ?? []), ...(woken.hastened ?? [])].map(({ id }) => id);
  scope.sink.wake({ channels });
  return { stored: before.length - after.length, missing: after.length, read: read ?? [] };
}

/** Stores the ids from which known leads have written. */
function identityStatements(
  scope: Scope,
  receiver: Receiver,
  messages: Matched<InboundMessage>[],
  hashes: Hashes,
) {
  const used = messages.flatMap(({ from, leadId, externalId }) =>
    leadId === null
      ? []
      : idsOf(from).map((id, _, ids) => ({
          ...id,
          hash: hashes(id.kind, id.value),
          leadId,
          externalId,
          source: from.leadId === undefined ? ("message" as const) : ("api" as const),
          username: id === namedBy(ids) ? from.username : undefined,
        })),
  );
  return used.length > 0 ? storeIdentities(scope, receiver.id, used) : undefined;
}
