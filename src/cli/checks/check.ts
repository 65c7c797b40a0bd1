export type Result = "ok" | "warning" | "problem";

/** A check, its result, and what to do. */
export type Check = { check: string; result: Result; detail: string };

const make =
  (result: Result) =>
  (check: string, detail: string): Check => ({ check, result, detail });

export const ok = make("ok");
export const warning = make("warning");
export const problem = make("problem");
