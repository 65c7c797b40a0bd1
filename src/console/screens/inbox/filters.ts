import type { Platform } from "#client";
import { platformNames } from "#console/data/platforms";

/** Which conversations are listed, as it stands in the address. Open ones unless `state` is set. */
export type Filters = {
  state?: "snoozed" | "closed" | "all" | undefined;
  assignee?: number | "nobody" | undefined;
  unread?: true | undefined;
  platform?: Platform | undefined;
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
  platform: oneOf(search.platform, platformNames),
  channel: idOf(search.channel),
  tag: idOf(search.tag),
  window: oneOf(search.window, ["open", "closed"]),
  last: oneOf(search.last, ["inbound", "outbound"]),
  q: search.q === undefined || search.q === "" ? undefined : String(search.q),
});
