import type { Conversation, ListConversationsData } from "#client";
import type { Filters } from "../filters";

type Query = NonNullable<ListConversationsData["query"]>;

const PER_PAGE = 50;

/** The API's query for what the filters say. */
export const queryOf = (filters: Filters): Query => ({
  order: "activity",
  per_page: PER_PAGE,
  ...(filters.state !== "all" && { state: filters.state ?? "open" }),
  ...(filters.assignee === "nobody" && { is_assigned: 0 }),
  ...(typeof filters.assignee === "number" && { assignee_id: filters.assignee }),
  ...(filters.unread && { is_unread: 1 }),
  ...(filters.platform && { platform: filters.platform }),
  ...(filters.channel && { channel_id: filters.channel }),
  ...(filters.tag && { "tag_ids[]": [filters.tag] }),
  ...(filters.window && { is_window_open: filters.window === "open" ? 1 : 0 }),
  ...(filters.last && { last_message_direction: filters.last }),
});

/** True if a conversation whose state or assignee has changed still belongs to a list. */
export const belongs = ({ state, assignee }: Conversation, query: Query) =>
  (query.state === undefined || query.state === state) &&
  (query.assignee_id === undefined || query.assignee_id === assignee?.id) &&
  (query.is_assigned === undefined || (query.is_assigned === 1) === (assignee !== null));
