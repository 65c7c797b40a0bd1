import { readFileSync } from "node:fs";

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/**
 * The CPU time of this process' children (workerd) in ms. NaN if the system does not provide it.
 */
export function childrenCpuMs() {
  try {
    const ids = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(" ");
    return ids.reduce((sum, id) => sum + cpuMsOf(id), 0);
  } catch {
    return Number.NaN;
  }
}

/**
 * proc_pid_stat(5): `utime` and `stime` are the 12th and 13th fields after the name in parentheses.
 */
function cpuMsOf(id) {
  const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ").at(-1).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
