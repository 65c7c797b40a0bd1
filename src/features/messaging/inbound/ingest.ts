import { sql } from "drizzle-orm";
import { brokenUnique } from "../../../db/errors";
import { readAll, rows, type Statement, write } from "../../../db/scope";
import type { Scope } from "../../../env";
import { invalid } from "../../../lib/problem";
import { fieldErrors, messages as wording } from "../../../lib/validation-messages";
import { consentIn } from "../../access/settings/consent";
import { insertWriter, keepIdentities, selectLeadsOf } from "../../leads/identities";
import { preferenceStatements } from "./consents";
import type { Receiver } from "./matched-leads";
import {
  type Author,
  attributesOf,
  candidatesOf,
  idsOf,
  keyOf,
  strangersIn,
} from "./sender-matching";
import { messageStatements } from "./statements";
import { reportedStatements } from "./status-reports";
import type { Facts, InboundMessage } from "./webhook-events";

const MESSAGES_PER_BATCH = 100;
const TRIES = 5;

/** `reading` is read in the batch that stores. */
type Part = Omit<Facts, "accountId"> & { reading?: Statement };

/**
 * Stores what a webhook tells of a channel, with all that follows from it: a transaction in two round trips for each hundred messages.
 * What is there already is left as it is. How many messages were new, and the rows of `reading`.
 */
export async function ingest(
  scope: Scope,
  receiver: Receiver,
  { messages, reports, preferences, reading }: Part,
) {
  let stored = 0;
  let read: unknown;
  for (let from = 0; from === 0 || from < messages.length; from += MESSAGES_PER_BATCH) {
    const part = messages.slice(from, from + MESSAGES_PER_BATCH);
    const rest = from === 0 ? { reports, preferences } : { reports: [], preferences: [] };
    const result = await store(scope, receiver, {
      messages: part,
      ...rest,
      ...(reading && { reading }),
    });
    stored += result.stored;
    read = result.read;
  }
  const isOptout = (message: InboundMessage) =>
    consentIn(message, receiver.settings)?.kind === "opted_out";
  if (messages.some(isOptout)) scope.sink.wake({ channels: [receiver.id] });
  return { stored, read };
}

/**
 * Another webhook may make a lead of the same sender, or the API delete one, at the same time: then it is looked up once more. So is who
 * was left out as they may be somebody else of the same webhook.
 */
async function store(scope: Scope, receiver: Receiver, part: Part) {
  for (let tries = TRIES, stored = 0; tries > 0; tries--) {
    try {
      const result = await attempt(scope, receiver, part);
      stored += result.stored;
      if (result.missing === 0) return { stored, read: result.read };
    } catch (error) {
      if (tries === 1 || brokenUnique(error).length === 0) throw error;
    }
  }
  throw new Error("Messages were not stored.");
}

/** How many messages were new, and how many are not there even now. */
async function attempt(
  scope: Scope,
  receiver: Receiver,
  { messages, reports, preferences, reading }: Part,
) {
  const externalIds = JSON.stringify([...new Set(messages.map(({ externalId }) => externalId))]);
  const selectMissing = rows<{ id: string }>(
    scope,
    sql`select value as id from json_each(${externalIds})
      where not exists (select 1 from messages where channel_id = ${receiver.id} and external_id = value)`,
  );
  const { leads, missing } = await lookUp(scope, [...messages, ...preferences], selectMissing);
  const withLead = <Item extends Author>(item: Item) => ({
    ...item,
    leadId: leads.get(keyOf(item)) ?? null,
  });
  const all = messages.map(withLead);
  if (all.some(({ from, leadId }) => from.leadId !== undefined && leadId === null))
    throw invalid(fieldErrors(["lead_id"], wording.selected));
  // By the time that a message is repeated, its sender may have another number, and the old one may be nobody's.
  const isNew = ({ externalId }: InboundMessage) => missing.has(externalId);
  const strangers = strangersIn(all.filter(isNew));
  const arrived = all.filter(
    (message) => message.leadId !== null || strangers.has(keyOf(message)) || !isNew(message),
  );
  const known = arrived.flatMap(({ from, leadId, externalId }) =>
    leadId === null ? [] : idsOf(from).map((id) => ({ ...id, leadId, externalId })),
  );
  const results: readonly unknown[] = await write(scope, [
    selectMissing,
    ...[...strangers.values()].flatMap((from) =>
      insertWriter(scope, attributesOf(from, receiver), idsOf(from)),
    ),
    ...(known.length > 0 ? [keepIdentities(scope, receiver.id, known)] : []),
    ...(arrived.length > 0 ? messageStatements(scope, receiver, arrived) : []),
    ...preferenceStatements(scope, preferences.map(withLead)),
    ...reportedStatements(scope, receiver.id, reports),
    selectMissing,
    reading ?? selectMissing,
  ]);
  const [before, after] = [results[0], results.at(-2)] as [unknown[], unknown[]];
  return { stored: before.length - after.length, missing: after.length, read: results.at(-1) };
}

/** The leads that authors are known as, by `keyOf`, and the ids of the messages that are not there. */
async function lookUp(
  scope: Scope,
  authors: Author[],
  selectMissing: ReturnType<typeof rows<{ id: string }>>,
) {
  const distinct = [...new Map(authors.map((author) => [keyOf(author), author]))];
  if (distinct.length === 0)
    return { leads: new Map<string, number>(), missing: new Set<string>() };
  const lists = distinct.map(([, author]) => candidatesOf(author));
  const [found, missing] = await readAll(scope, [selectLeadsOf(scope, lists), selectMissing]);
  const leads = distinct.flatMap(([key], index) =>
    found[index]?.leadId == null ? [] : [[key, found[index].leadId] as const],
  );
  return { leads: new Map(leads), missing: new Set(missing.map(({ id }: { id: string }) => id)) };
}
