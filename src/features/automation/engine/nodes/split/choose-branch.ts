import { hash53 } from "#features/automation/engine/hash";
import type { SplitSettings } from "./settings";

/**
 * The handle of the branch that a run takes at a split: the same one each time it comes back.
 * The last branch also gets what the percentages leave over.
 */
export function branchOf({ branches }: SplitSettings, runId: number, nodeId: string): string {
  const point = (hash53(`${runId}:${nodeId}`) / 2 ** 53) * 100;
  let upTo = 0;
  let handle = "";
  for (const branch of branches) {
    handle = branch.handle;
    upTo += branch.percent;
    if (point < upTo) break;
  }
  return handle;
}
