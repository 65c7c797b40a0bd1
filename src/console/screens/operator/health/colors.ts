import type { Verdict } from "./verdict";

export const COLORS: Record<Verdict, string> = {
  good: "var(--green)",
  watch: "var(--amber)",
  bad: "var(--red)",
};
