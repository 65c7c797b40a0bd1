import {
  type EventType,
  type Lead,
  listAllClicks,
  listAllMessages,
  listAllRuns,
  listConsents,
  listEvents,
} from "#client";
import { BOOKING_EVENTS } from "#console/data/booking-events";
import { useList } from "#console/data/lists";
import { useMay } from "#console/session/session";
import { leadKey } from "../lead-key";
import {
  type Entry,
  entriesOfEvent,
  entriesOfRun,
  entryOfClick,
  entryOfConsent,
  entryOfMessage,
  merged,
  type Stream,
} from "./timeline";

const PER_PAGE = 30;

/**
 * The types that nothing but the feed has. Messages, runs, clicks and consents have lists of their
 * own, which go further back.
 */
const TYPES: EventType[] = [
  "lead.created",
  "lead.updated",
  "lead.merged",
  "lead.tag_added",
  "lead.tag_removed",
  "lead.stage_changed",
  "lead.profile_updated",
  "lead.identity_changed",
  "lead.event_reported",
  ...BOOKING_EVENTS,
  "conversation.updated",
  "conversation.note_deleted",
  "message.edited",
  "message.deleted",
  "run.paused",
  "run.resumed",
  "run.migrated",
];

type List<Item> = ReturnType<typeof useList<Item>>;

function streamOf<Item>(
  list: List<Item>,
  isAllowed: boolean,
  entriesOf: (item: Item) => Entry[],
): Stream {
  return {
    entries: list.items.flatMap(entriesOf),
    // A list that can't be read does not keep the others from being shown.
    hasMore: isAllowed && !list.error && (list.isPending || list.hasNextPage),
    readMore: () => void (list.isFetchingNextPage || list.fetchNextPage()),
  };
}

/** All that happened with a lead, as one stream. */
export function useTimeline(lead: Lead) {
  const query = { lead_id: lead.id, per_page: PER_PAGE };
  const mayMessages = useMay("conversations:read");
  const mayRuns = useMay("scenarios:read");
  const mayClicks = useMay("short-links:read");
  const mayEvents = useMay("events:read");
  const messages = useList(
    [...leadKey(lead.id), "messages"],
    (client, page, signal) => listAllMessages({ client, query: { ...query, ...page }, signal }),
    { enabled: mayMessages },
  );
  const notes = useList(
    [...leadKey(lead.id), "notes"],
    (client, page, signal) =>
      listAllMessages({ client, query: { ...query, direction: "internal", ...page }, signal }),
    { enabled: mayMessages },
  );
  const runs = useRuns(lead.id);
  const clicks = useList(
    [...leadKey(lead.id), "clicks"],
    (client, page, signal) => listAllClicks({ client, query: { ...query, ...page }, signal }),
    { enabled: mayClicks },
  );
  const consents = useConsents(lead.id);
  const events = useList(
    [...leadKey(lead.id), "events"],
    (client, page, signal) =>
      listEvents({ client, query: { ...query, "type[]": TYPES, ...page }, signal }),
    { enabled: mayEvents },
  );

  const creation = events.items.find(({ type }) => type === "lead.created");
  const lists = [messages, notes, runs, clicks, consents, events];
  return {
    ...merged([
      streamOf(messages, mayMessages, (message) => [entryOfMessage(message)]),
      streamOf(notes, mayMessages, (message) => [entryOfMessage(message)]),
      streamOf(runs, mayRuns, entriesOfRun),
      streamOf(clicks, mayClicks, (click) => [entryOfClick(click)]),
      streamOf(consents, true, (consent) => [entryOfConsent(consent)]),
      streamOf(events, mayEvents, entriesOfEvent),
      {
        entries: [
          { kind: "created", key: "created", at: lead.created_at, actor: creation?.actor ?? null },
        ],
        hasMore: false,
        readMore: () => {},
      },
    ]),
    isLoading: lists.some((list) => list.isLoading),
    isReadingMore: lists.some((list) => list.isFetchingNextPage),
    error: lists.find((list) => list.error)?.error ?? null,
  };
}

export const useRuns = (lead: number) =>
  useList(
    [...leadKey(lead), "runs"],
    (client, page, signal) =>
      listAllRuns({ client, query: { lead_id: lead, per_page: PER_PAGE, ...page }, signal }),
    { enabled: useMay("scenarios:read") },
  );

export const useConsents = (lead: number) =>
  useList([...leadKey(lead), "consents"], (client, page, signal) =>
    listConsents({ client, path: { lead }, query: { per_page: PER_PAGE, ...page }, signal }),
  );
