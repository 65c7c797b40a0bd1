import type { Conversation, ListConversationsData } from "../../../client/index";

type Query = NonNullable<ListConversationsData["query"]>;

/** Which conversations are listed, as it stands in the address. Open ones unless `state` is set. */
export type Filters = {
  state?: "snoozed" | "closed" | "all" | undefined;
  assignee?: number | "nobody" | undefined;
  unread?: true | undefined;
  platform?: "whatsapp" | "instagram" | undefined;
  channel?: number | undefined;
  tag?: number | undefined;
  window?: "open" | "closed" | undefined;
  last?: "inbound" | "outbound" | undefined;
  /** Searched for in names and messages. */
  q?: string | undefined;
};

const oneOf = <Value extends string>(value: unknown, values: readonly Value[]) =>
  values.find((known) => known === value);

const idOf = (value: unknown) =>
  Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined;

/** Leaves out what means nothing, so that a mistyped address still shows a list. */
export const readFilters = (search: Record<string, unknown>): Filters => ({
  state: oneOf(search.state, ["snoozed", "closed", "all"]),
  assignee: search.assignee === "nobody" ? "nobody" : idOf(search.assignee),
  unread: search.unread === true || undefined,
  platform: oneOf(search.platform, ["whatsapp", "instagram"]),
  channel: idOf(search.channel),
  tag: idOf(search.tag),
  window: oneOf(search.window, ["open", "closed"]),
  last: oneOf(search.last, ["inbound", "outbound"]),
  q: search.q === undefined || search.q === "" ? undefined : String(search.q),
});

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

/** Whether a conversation whose state or assignee has changed still belongs to a list. */
export const belongs = ({ state, assignee }: Conversation, query: Query) =>
  (query.state === undefined || query.state === state) &&
  (query.assignee_id === undefined || query.assignee_id === assignee?.id) &&
  (query.is_assigned === undefined || (query.is_assigned === 1) === (assignee !== null));
