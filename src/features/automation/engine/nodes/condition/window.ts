import type { Clause } from "#features/automation/scenarios/clauses";
import { AT_ONCE, type Passage, WHILE_OPEN } from "../passage";
import { type ConditionSettings, ELSE } from "./settings";

type Branch = ConditionSettings["branches"][number];

/**
 * The window is open behind a branch that asks for the open window, and behind all branches that
 * follow one that takes every closed window.
 */
export function branchPassage({ branches }: ConditionSettings, handle: string): Passage {
  const index = branches.findIndex((branch) => branch.handle === handle && handle !== ELSE);
  const branch = branches[index];
  const before = branch ? branches.slice(0, index) : branches;
  const isOpen = before.some(takesEveryClosed) || (branch && holdsWhereOpen(branch));
  return isOpen ? WHILE_OPEN : AT_ONCE;
}

const holdsWhereOpen = ({ all, any }: Branch) =>
  all?.some((clause) => asksWindow(clause, true)) ??
  any?.every((clause) => asksWindow(clause, true)) ??
  false;

const takesEveryClosed = ({ all, any }: Branch) =>
  all?.every((clause) => asksWindow(clause, false)) ??
  any?.some((clause) => asksWindow(clause, false)) ??
  false;

/** True if a clause holds exactly where the window is open, or exactly where it is closed. */
function asksWindow({ field, op, value }: Clause, isOpen: boolean) {
  if (field !== "window_open" || (op !== "equals" && op !== "not_equals")) return false;
  return String(value) === String(op === "equals" ? isOpen : !isOpen);
}
