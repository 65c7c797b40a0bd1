import type { ScenarioNodeStats, ScenarioStats } from "#client";
import { shareOf } from "#console/screens/scenarios/figures";
import { edgeKey, type Highlight } from "#console/screens/scenarios/highlight";
import type { Formats } from "#console/texts/format";

type Words = {
  waiting: (count: string) => string;
  entered: (count: string) => string;
  ended: (count: string) => string;
  edge: (count: string, share: string) => string;
};

const SHORTENED_FROM = 10_000;

/** "12,345", and "1.2M" where the figure would be long. */
export const short = (count: number, format: Formats) =>
  count < SHORTENED_FROM ? format.number(count) : format.compact(count);

const sumOf = (parts: readonly { runs: number }[]) =>
  parts.reduce((sum, { runs }) => sum + runs, 0);

/** The number of runs that ended at a node. */
export const endsAt = ({ ended }: ScenarioNodeStats) => sumOf(ended);

/**
 * All percentages of a node are of the runs that entered it. Where more have left it, some had
 * entered before the time that is counted.
 */
const enteredIn = ({ entered, left, ended }: ScenarioNodeStats) =>
  Math.max(entered, sumOf(left), sumOf(ended));

/** The share of these among the runs that entered a node. */
export const shareAt = (node: ScenarioNodeStats, runs: number) =>
  shareOf(runs, enteredIn(node)) ?? 0;

/** The handles by which runs left a node, the most used first, each with its share. */
export const leavesOf = (node: ScenarioNodeStats) =>
  node.left
    .map(({ handle, runs }) => ({ handle, runs, share: shareAt(node, runs) }))
    .toSorted((one, other) => other.runs - one.runs);

/** The figures, where they belong on the graph. */
export function overlayOf({ nodes }: ScenarioStats, words: Words, format: Formats): Highlight {
  const highlight: Highlight = { nodes: {}, edges: {} };
  for (const node of nodes) {
    const ended = endsAt(node);
    const figures = [
      ...(node.waiting > 0 ? [words.waiting(short(node.waiting, format))] : []),
      ...(ended > 0 ? [words.ended(short(ended, format))] : []),
    ];
    highlight.nodes[node.node_id] = {
      isLit: true,
      ...(node.waiting > 0 && { tone: "amber" }),
      text: figures.join(" · ") || words.entered(short(node.entered, format)),
    };
    for (const { handle, runs, share } of leavesOf(node))
      highlight.edges[edgeKey(node.node_id, handle)] = {
        isLit: true,
        text: words.edge(short(runs, format), format.percent(share)),
      };
  }
  return highlight;
}
