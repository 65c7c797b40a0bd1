import { useEffect, useState } from "react";
import type { Graph } from "./graph";
import { type Places, placesForOthers } from "./layout-graph";

/** Places for the nodes of a graph that have none, once they are known. */
export function usePlaces(graph: Graph): Places | undefined {
  const [places, setPlaces] = useState<Places>();
  useEffect(() => {
    let isCurrent = true;
    void placesForOthers(graph).then((found) => isCurrent && setPlaces(found));
    return () => {
      isCurrent = false;
    };
  }, [graph]);
  return places;
}
