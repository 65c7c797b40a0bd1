import { useEffect, useState } from "react";
import { checkScenario, type Platform, type ScenarioCheck, type ScenarioWarning } from "#client";
import { useClient } from "#console/session/session";
import { wireOf } from "./draft-api";
import { edgeId, type Graph } from "./graph";
import { isUntouched } from "./new-node";

const QUIET_MS = 350;

/** The problems of the graph as it is drawn, a moment after a change. */
export function useCheck(scenario: number, graph: Graph, platform: Platform) {
  const client = useClient();
  const [check, setCheck] = useState<ScenarioCheck>();
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      checkScenario({
        client,
        path: { scenario },
        body: { ...wireOf(graph), platform },
        signal: abort.signal,
      })
        .then(({ data }) => setCheck(data))
        // The problems found before stay; saving says what is the matter.
        .catch(() => undefined);
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [client, scenario, graph, platform]);
  return check;
}

export type ProblemsByNode = ReadonlyMap<string, readonly ScenarioWarning[]>;

/** The id of the node to mend for a problem: the edge's source, where it is one of an edge. */
export const nodeToMend = ({ edges }: Graph, { node_id, edge_id }: ScenarioWarning) =>
  node_id ?? edges.find((edge) => edgeId(edge) === edge_id)?.source;

/** Problems by the node to mend. */
export function problemsByNode(check: ScenarioCheck | undefined, graph: Graph): ProblemsByNode {
  const byNode = Map.groupBy(check?.warnings ?? [], (warning) => nodeToMend(graph, warning));
  return new Map([...byNode].flatMap(([id, found]) => (id === undefined ? [] : [[id, found]])));
}

/** A check without the problems of nodes that are not `known` and as they were when added. */
export function withoutNew(check: ScenarioCheck | undefined, graph: Graph, known: Graph) {
  const old = new Set(known.nodes.map(({ id }) => id));
  const fresh = graph.nodes.filter((node) => !old.has(node.id) && isUntouched(node));
  if (!check || fresh.length === 0) return check;
  const quiet = new Set<string | undefined>(fresh.map(({ id }) => id));
  const warnings = check.warnings.filter((one) => !quiet.has(nodeToMend(graph, one)));
  return { ...check, warnings };
}
