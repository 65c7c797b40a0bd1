import { useEffect, useState } from "react";
import { useLatest } from "#console/ui/use-latest";
import type { Graph } from "./graph";
import { type Places, placesForOthers } from "./layout-graph";

const NONE: Places = new Map();

/** Places for the nodes of a graph that have none, once they are known. */
export function usePlaces(graph: Graph) {
  const [found, setFound] = useState<Places>();
  useEffect(() => {
    let isCurrent = true;
    void placesForOthers(graph).then((places) => isCurrent && setFound(places));
    return () => {
      isCurrent = false;
    };
  }, [graph]);
  const places = found ?? NONE;
  return { places, latestPlaces: useLatest(places), areKnown: found !== undefined };
}
