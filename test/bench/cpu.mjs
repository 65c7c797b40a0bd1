import { readdirSync, readFileSync } from "node:fs";
import { until } from "./wait.mjs";

/** The processes that this one has started (workerd). */
export const childrenIds = () =>
  readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").split(" ").filter(Boolean);

/** Kills them (`kill -9`), and waits until they are dead. */
export async function killChildren(ms) {
  const ids = childrenIds();
  for (const id of ids) process.kill(Number(id), "SIGKILL");
  const isAlive = () => childrenIds().some((id) => ids.includes(id));
  await until("the children are dead", async () => !isAlive(), { ms });
}

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

/** The CPU time of this process' main thread in ms; NaN if the system does not provide it. */
export function ownCpuMs() {
  try {
    return cpuMsOfThread(process.pid, process.pid);
  } catch {
    return Number.NaN;
  }
}

const cpuMsOf = (id) =>
  readdirSync(`/proc/${id}/task`).reduce((sum, thread) => sum + cpuMsOfThread(id, thread), 0);

/** The first figure of a thread's schedstat is its nanoseconds on a CPU. */
const cpuMsOfThread = (id, thread) =>
  Number(readFileSync(`/proc/${id}/task/${thread}/schedstat`, "utf8").split(" ")[0]) / 1e6;
