import { describeError, log } from "./log";

/** Waits for all works. One that fails is logged by its name, and does not end the others. */
export async function settle(message: string, works: Record<string, Promise<unknown>>) {
  const names = Object.keys(works);
  const results = await Promise.allSettled(Object.values(works));
  for (const [index, result] of results.entries())
    if (result.status === "rejected")
      log("error", message, { work: names[index], ...describeError(result.reason) });
}
