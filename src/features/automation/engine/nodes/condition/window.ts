import { AT_ONCE, type Passage, WHILE_OPEN } from "../passage";
import { asksFlag, type Fact, isCertain } from "./certain";
import type { ConditionSettings } from "./settings";

const OPEN: Fact = {
  ensures: (clause) => asksFlag(clause, "window_open", true),
  takesOthers: (clause) => asksFlag(clause, "window_open", false),
};

/**
 * The window is open behind a branch that asks for the open window, and behind all branches that
 * follow one that takes every closed window.
 */
export const branchPassage = (data: ConditionSettings, handle: string): Passage =>
  isCertain(data, handle, OPEN) ? WHILE_OPEN : AT_ONCE;
