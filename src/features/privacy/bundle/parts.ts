import { eq, gt } from "drizzle-orm";
import { messages } from "#db/schema/messages";
import { conversations } from "#db/schema/messaging";
import { within } from "#db/scope/scope";
import type { Ability, Caller, Scope } from "#env";
import { listAnalyses } from "#features/analysis/store";
import { listAllRuns } from "#features/automation/runs/list";
import { listEvaluations } from "#features/automation/triggers/evaluations/store";
import { deliveriesOfLead } from "#features/imports/sources/deliveries-of-lead";
import { listBookings } from "#features/leads/bookings/list";
import { listIdentities } from "#features/leads/identities";
import { listLinkSends } from "#features/links/recipients/store";
import { listComments } from "#features/messaging/comments/store";
import { listConversations } from "#features/messaging/conversations/store";
import { messageToWire, selectMessages } from "#features/messaging/messages/store";
import { pauseAfter } from "#lib/chunks";
import { holds } from "#lib/holds";
import {
  actsOf,
  claimsOf,
  clicksOf,
  consentsOf,
  eventsOf,
  runEventsOf,
  stepsOf,
  suppressionsOf,
  tagsOf,
} from "./rows";
import { type LeftOut, type PartName, partNames } from "./schema";
import { nextSize, walkList } from "./walks";

type Part = {
  title: string;
  /** Without it, the part is left out: nobody sees more of a lead here than elsewhere. */
  ability: Ability;
  read: (scope: Caller, leadId: number) => AsyncGenerator<unknown[]>;
};

/** The messages of each conversation, the oldest first. */
async function* messagesOf(scope: Scope, leadId: number) {
  const talks = await scope.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(within(scope, conversations, eq(conversations.leadId, leadId)))
    .orderBy(conversations.id);
  for (const { id } of talks) {
    for (let [size, after, isOver] = [100, 0, false]; !isOver; ) {
      const ofTalk = eq(messages.conversationId, id);
      const rows = await pauseAfter(() =>
        selectMessages(scope)
          .where(within(scope, messages, ofTalk, gt(messages.id, after)))
          .orderBy(messages.id)
          .limit(size),
      );
      yield await Promise.all(rows.map((row) => messageToWire(scope, row)));
      isOver = rows.length < size;
      after = rows.at(-1)?.id ?? after;
      size = nextSize(size, rows);
    }
  }
}

async function* identitiesOf(scope: Scope, leadId: number) {
  yield await listIdentities(scope, leadId);
}

const CONVERSATIONS = "conversations:read";
const LINKS = "short-links:read";
const RUNS = "scenarios:read";

export const parts: Record<PartName, Part> = {
  identities: { title: "Identities", ability: "leads:read", read: identitiesOf },
  tags: { title: "Tags", ability: "leads:read", read: tagsOf },
  consents: {
    title: "Consents",
    ability: "leads:read",
    read: (scope, id) => consentsOf(scope, id, holds(scope.abilities, CONVERSATIONS)),
  },
  suppressions: { title: "Suppressions", ability: "leads:read", read: suppressionsOf },
  conversations: {
    title: "Conversations",
    ability: CONVERSATIONS,
    read: (scope, lead_id) =>
      walkList((page) => listConversations(scope, { lead_id, per_page: page.perPage }, page)),
  },
  messages: { title: "Messages", ability: CONVERSATIONS, read: messagesOf },
  comments: {
    title: "Comments",
    ability: CONVERSATIONS,
    read: (scope, lead_id) =>
      walkList((page) => listComments(scope, { lead_id, per_page: page.perPage }, page)),
  },
  bookings: {
    title: "Bookings",
    ability: "bookings:read",
    read: (scope, lead_id) =>
      walkList((page) => listBookings(scope, { lead_id, per_page: page.perPage }, page)),
  },
  profile_claims: { title: "What analyses have found", ability: CONVERSATIONS, read: claimsOf },
  analyses: {
    title: "Analyses",
    ability: CONVERSATIONS,
    read: (scope, lead_id) =>
      walkList((page) => listAnalyses(scope, { lead_id, per_page: page.perPage }, page)),
  },
  link_sends: {
    title: "Links sent",
    ability: LINKS,
    read: (scope, lead_id) =>
      walkList((page) => listLinkSends(scope, { lead_id, per_page: page.perPage }, page)),
  },
  link_clicks: { title: "Clicks", ability: LINKS, read: clicksOf },
  runs: {
    title: "Runs of scenarios",
    ability: RUNS,
    read: (scope, id) => walkList((page) => listAllRuns(scope, { lead_id: id }, page)),
  },
  run_steps: { title: "Steps of runs", ability: RUNS, read: stepsOf },
  run_events: { title: "Events that runs wait for", ability: RUNS, read: runEventsOf },
  trigger_evaluations: {
    title: "What triggers decided",
    ability: RUNS,
    read: (scope, lead_id) =>
      walkList((page) => listEvaluations(scope, { lead_id, per_page: page.perPage }, page)),
  },
  source_deliveries: {
    title: "Received by sources",
    ability: "sources:read",
    read: deliveriesOfLead,
  },
  events: { title: "Events", ability: "events:read", read: eventsOf },
  audit_log: { title: "Audit log", ability: "audit:read", read: actsOf },
};

/** The parts that a token may not read. */
export const leftOut = ({ abilities }: Caller): LeftOut[] =>
  partNames
    .filter((name) => !holds(abilities, parts[name].ability))
    .map((part) => ({ part, ability: parts[part].ability }));
