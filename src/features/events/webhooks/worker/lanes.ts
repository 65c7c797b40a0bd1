import type { Event } from "#features/events/schema";

/**
 * Splits deliveries into lanes that may be worked at the same time: one for each lead, in the
 * order of the events.
 */
export function lanesOf<Delivery extends { event: Event }>(deliveries: Delivery[]): Delivery[][] {
  const lanes = Map.groupBy(
    deliveries.toSorted((a, b) => a.event.id - b.event.id),
    ({ event }) => ("lead_id" in event.data ? event.data.lead_id : null),
  );
  return [...lanes.values()];
}
