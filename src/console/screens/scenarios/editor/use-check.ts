import { useEffect, useMemo, useState } from "react";
import { checkScenario, type Platform, type ScenarioCheck, type ScenarioWarning } from "#client";
import { useClient } from "#console/session/session";
import { wireOf } from "./draft-api";
import type { Graph } from "./graph";
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

/** Problems by the node to mend: those of an edge are its source's. */
export function useProblemsByNode(
  check: ScenarioCheck | undefined,
  sourceOf: (edgeId: string) => string | undefined,
): ProblemsByNode {
  return useMemo(() => {
    const byNode = new Map<string, ScenarioWarning[]>();
    for (const warning of check?.warnings ?? []) {
      const id = warning.node_id ?? (warning.edge_id && sourceOf(warning.edge_id));
      if (id) byNode.set(id, [...(byNode.get(id) ?? []), warning]);
    }
    return byNode;
    // The sources of edges that warnings name are those of the graph that was checked.
  }, [check]);
}

/** Problems without those of nodes that were just added: their author has not begun with them. */
export function withoutNew(problems: ProblemsByNode, { nodes }: Graph, opened: Graph) {
  const old = new Set(opened.nodes.map(({ id }) => id));
  const fresh = nodes.filter((node) => !old.has(node.id) && isUntouched(node));
  const quiet = new Set(fresh.map(({ id }) => id));
  return quiet.size === 0 ? problems : new Map([...problems].filter(([id]) => !quiet.has(id)));
}
