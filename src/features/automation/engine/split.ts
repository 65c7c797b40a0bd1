import type { NodeData } from "../scenarios/nodes";
import { hash53 } from "./hash";

/** The branch of a split that a run takes, the same one whenever it comes there. What the percentages leave over is the last one's. */
export function branchOf({ branches }: NodeData["split"], runId: number, nodeId: string) {
  const point = (hash53(`${runId}:${nodeId}`) / 2 ** 53) * 100;
  let upTo = 0;
  const found = branches.find(({ percent }) => {
    upTo += percent;
    return point < upTo;
  });
  return (found ?? branches.at(-1)!).handle;
}
