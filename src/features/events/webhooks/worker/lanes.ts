import type { Event } from "../../schema";

/** Deliveries in the order of their events, in lanes that may go beside each other: what happened to one lead is told in its order. */
export function lanesOf<Delivery extends { event: Event }>(deliveries: Delivery[]): Delivery[][] {
  const lanes = Map.groupBy(
    deliveries.toSorted((a, b) => a.event.id - b.event.id),
    ({ event }) => ("lead_id" in event.data ? event.data.lead_id : null),
  );
  return [...lanes.values()];
}
