import type { ObservedEvent } from "#features/automation/engine/run";
import type { Detail } from "#features/automation/engine/transition";
import type { WaitForEventSettings } from "./settings";

type Filter = Partial<NonNullable<WaitForEventSettings["filter"]>>;

/** True if an event of the awaited kind counts. Without a filter, links must be the run's own. */
export function passesFilter(filter: Filter, event: ObservedEvent) {
  switch (event.kind) {
    case "link_clicked":
      return filter.short_link_ids?.length
        ? isAmong(filter.short_link_ids, event.shortLinkId)
        : event.isOwn;
    case "message_read":
      return isAmong(filter.node_ids, event.nodeId);
    case "tag_added":
      return isAmong(filter.tag_ids, event.tagId);
    case "stage_changed":
      return isAmong<string>(filter.stages, event.to);
    case "booking":
      return (
        isAmong<string>(filter.states, event.state) && isAmong(filter.source_ids, event.sourceId)
      );
    case "custom":
      return event.name === filter.name;
  }
}

/** An empty list lets everything pass. */
const isAmong = <T>(list: readonly T[] | null | undefined, one: T | null) =>
  !list?.length || (one !== null && list.includes(one));

/** The details of the event that the visit records. */
export function detailOf(event: ObservedEvent): Detail {
  switch (event.kind) {
    case "link_clicked":
      return { short_link_id: event.shortLinkId };
    case "message_read":
      return { node_id: event.nodeId };
    case "tag_added":
      return { tag_id: event.tagId };
    case "stage_changed":
      return { from: event.from, to: event.to };
    case "booking":
      return { booking_id: event.bookingId, state: event.state };
    case "custom":
      return { name: event.name };
  }
}
