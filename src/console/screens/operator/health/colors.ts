import type { Verdict } from "./judge";

export const COLORS: Record<Verdict, string> = {
  good: "var(--green)",
  watch: "var(--amber)",
  bad: "var(--red)",
};
