import { readdirSync, readFileSync } from "node:fs";

/** The processes that this one has started (workerd). */
export const childrenIds = () =>
  readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(" ");

/**
 * The CPU time of this process' children (workerd) in ms, from the scheduler's own figures: short
 * rounds are exact. NaN if the system does not provide it.
 */
export function childrenCpuMs() {
  try {
    return childrenIds().reduce((sum, id) => sum + cpuMsOf(id), 0);
  } catch {
    return Number.NaN;
  }
}

/** The first figure of a thread's schedstat is its nanoseconds on a CPU. */
const cpuMsOf = (id) =>
  readdirSync(`/proc/${id}/task`)
    .map((thread) => readFileSync(`/proc/${id}/task/${thread}/schedstat`, "utf8").split(" ")[0])
    .reduce((sum, nanoseconds) => sum + Number(nanoseconds) / 1e6, 0);
