import type { ConversationState, LastMessageDirection, Platform } from "#client";
import { oneOf } from "#console/data/one-of";
import { platformNames } from "#console/names/platform-names";

/** The filters of conversations, as they stand in the address. Open ones unless `state` is set. */
export type Filters = {
  state?: Exclude<ConversationState, "open"> | "all" | undefined;
  assignee?: number | "nobody" | undefined;
  unread?: true | undefined;
  platform?: Platform | undefined;
  channel?: number | undefined;
  tag?: number | undefined;
  window?: "open" | "closed" | undefined;
  last?: LastMessageDirection | undefined;
  /** Searched for in names and messages. */
  q?: string | undefined;
};

const idOf = (value: unknown) =>
  Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined;

/** Leaves out what means nothing, so that a mistyped address still shows a list. */
export const readFilters = (search: Record<string, unknown>): Filters => ({
  state: oneOf(search.state, { snoozed: true, closed: true, all: true }),
  assignee: search.assignee === "nobody" ? "nobody" : idOf(search.assignee),
  unread: search.unread === true || undefined,
  platform: oneOf(search.platform, platformNames),
  channel: idOf(search.channel),
  tag: idOf(search.tag),
  window: oneOf(search.window, { open: true, closed: true }),
  last: oneOf<LastMessageDirection>(search.last, { inbound: true, outbound: true }),
  q: search.q === undefined || search.q === "" ? undefined : String(search.q),
});
