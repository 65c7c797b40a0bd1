import { useEffect, useState } from "react";
import { checkScenario, type Platform, type ScenarioCheck, type ScenarioWarning } from "#client";
import { useClient } from "#console/session/session";
import { wireOf } from "./draft-api";
import { edgeId, type Graph } from "./graph";
import { isUntouched } from "./new-node";
import { headId, headOf } from "./triggers/heads";
import { isUntouchedTrigger } from "./triggers/kinds";

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

/**
 * The id of the node or the head to mend for a problem: the edge's source, where it is one of an
 * edge.
 */
export const partToMend = ({ edges }: Graph, { node_id, trigger_id, edge_id }: ScenarioWarning) =>
  trigger_id === undefined
    ? (node_id ?? edges.find((edge) => edgeId(edge) === edge_id)?.source)
    : headId(trigger_id);

/** Problems by the node or the head to mend. */
export function problemsByNode(check: ScenarioCheck | undefined, graph: Graph): ProblemsByNode {
  const byNode = Map.groupBy(check?.warnings ?? [], (warning) => partToMend(graph, warning));
  return new Map([...byNode].flatMap(([id, found]) => (id === undefined ? [] : [[id, found]])));
}

/** A check without the problems of what is not `known` and as it was when it was added. */
export function withoutNew(check: ScenarioCheck | undefined, graph: Graph, known: Graph) {
  const old = new Set([...known.nodes.map(({ id }) => id), ...known.triggers.map(headOf)]);
  const fresh = [
    ...graph.nodes.filter(isUntouched).map(({ id }) => id),
    ...graph.triggers.filter(isUntouchedTrigger).map(headOf),
  ].filter((id) => !old.has(id));
  if (!check || fresh.length === 0) return check;
  const quiet = new Set<string | undefined>(fresh);
  const warnings = check.warnings.filter((one) => !quiet.has(partToMend(graph, one)));
  return { ...check, warnings };
}
