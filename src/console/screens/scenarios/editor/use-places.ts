import { useEffect, useState } from "react";
import { useLatest } from "#console/ui/use-latest";
import type { Graph } from "./graph";
import { type Places, placesForOthers } from "./layout-graph";

/**
 * Places for the nodes of a graph that have none, once they are known. Those that are added until
 * then are placed with them.
 */
export function usePlaces(graph: Graph) {
  const [places, setPlaces] = useState<Places | null>(null);
  const areKnown = places !== null;
  useEffect(() => {
    if (areKnown) return;
    let isCurrent = true;
    void placesForOthers(graph).then((found) => isCurrent && setPlaces(found));
    return () => {
      isCurrent = false;
    };
  }, [graph, areKnown]);
  return { places, latestPlaces: useLatest(places) };
}
