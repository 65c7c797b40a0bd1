// The steps of the demo's runs: the shortest path through the graph to each run's node, with times.

const WAITS = { delay: "time", wait_for_reply: "reply" };

/** The event that a node waits for, if it waits. */
const waitAt = ({ type, data }) => (type === "wait_for_event" ? data.event : WAITS[type]);

/** The nodes from the entry to `target`, each with the handle by which the path leaves it. */
function wayTo(target, { nodes, edges, unused = [] }) {
  const ways = [[{ node: nodes[0] }]];
  for (const way of ways) {
    const { node } = way.at(-1);
    if (node.id === target) return way;
    for (const { source, target: next, source_handle = "next" } of edges) {
      if (source !== node.id || unused.includes(source_handle)) continue;
      if (way.some((step) => step.node.id === next)) continue;
      ways.push([
        ...way.slice(0, -1),
        { node, outcome: source_handle },
        { node: nodes.find(({ id }) => id === next) },
      ]);
    }
  }
  throw new Error(`No way leads to ${target}.`);
}

/** The columns of a run that depend on its path. */
export function standingOf(run, scenario) {
  if (run.node === null) return { visits: 0 };
  const way = wayTo(run.node, scenario);
  const isActive = run.ended === null;
  return {
    visits: way.length,
    waiting_for: isActive ? waitAt(way.at(-1).node) : null,
    waiting_until: isActive ? run.next : null,
  };
}

/** A row for each visit: visits that don't wait take no time, and the others share it. */
export function stepRows(run, id, scenario) {
  if (run.node === null) return [];
  const way = wayTo(run.node, scenario);
  const waits = Math.max(1, way.slice(0, -1).filter(({ node }) => waitAt(node)).length);
  const end = run.ended ?? run.enrolled * 0.9;
  const pause = (run.enrolled - end) / waits;
  let at = run.enrolled;
  return way.map(({ node, outcome }, index) => {
    const entered = at;
    const isLast = index === way.length - 1;
    if (waitAt(node) && !isLast) at -= pause;
    const left = isLast ? run.ended : at;
    return {
      run_id: id,
      visit: index + 1,
      node_id: node.id,
      type: node.type,
      entered_at: isLast && run.ended !== null && !waitAt(node) ? run.ended : entered,
      left_at: left,
      outcome: isLast
        ? run.ended === null
          ? null
          : run.reason === "reached_end"
            ? "next"
            : run.reason
        : outcome,
      detail:
        isLast && (run.state === "handed_off" || run.reason === "exit_node")
          ? { reason: node.data.reason }
          : null,
    };
  });
}
