import type { Clause } from "#features/automation/scenarios/clauses";
import { type ConditionSettings, ELSE } from "./settings";

type Branch = ConditionSettings["branches"][number];

/**
 * A fact that clauses ask for. `ensures`: where the clause holds, so does the fact. `takesOthers`:
 * it holds wherever the fact does not.
 */
export type Fact = {
  ensures: (clause: Clause) => boolean;
  takesOthers: (clause: Clause) => boolean;
};

/**
 * True if a fact holds behind a handle: behind a branch that asks for it, and behind all branches
 * that follow one which takes all else.
 */
export function isCertain({ branches }: ConditionSettings, handle: string, fact: Fact) {
  const index = branches.findIndex((branch) => branch.handle === handle && handle !== ELSE);
  const branch = branches[index];
  const before = branch ? branches.slice(0, index) : branches;
  return (
    before.some((one) => takesAllOthers(one, fact)) || (branch ? ensuresFact(branch, fact) : false)
  );
}

const ensuresFact = ({ all, any }: Branch, { ensures }: Fact) =>
  all?.some(ensures) ?? any?.every(ensures) ?? false;

const takesAllOthers = ({ all, any }: Branch, { takesOthers }: Fact) =>
  all?.every(takesOthers) ?? any?.some(takesOthers) ?? false;

/** True if a clause holds exactly where a flag is true, or exactly where it is false. */
export function asksFlag({ field, op, value }: Clause, flag: string, isTrue: boolean) {
  if (field !== flag || (op !== "equals" && op !== "not_equals")) return false;
  return String(value) === String(op === "equals" ? isTrue : !isTrue);
}
