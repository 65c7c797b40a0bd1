import { expectedValues } from "#features/automation/engine/compare";
import type { Clause } from "#features/automation/scenarios/clauses";
import { type NodeWarning, warnAt } from "#features/automation/scenarios/warnings";
import type { Region } from "#lib/region";
import { foldText } from "#lib/text";
import type { CheckContext } from "../definition";
import { anything, narrowed, type Possible } from "./contradictions";
import type { When } from "./dates";
import type { Clauses } from "./evaluate";
import { choicesOf, whyNever } from "./possible";
import type { ConditionSettings } from "./settings";

/** Warnings about the clauses that never hold, alone or beside the others of `all`. */
export function findNever(
  { branches }: ConditionSettings,
  { known: { region } }: CheckContext,
): NodeWarning[] {
  return branches.flatMap((branch, index) => neverHolds(branch, `branches.${index}`, region));
}

/** Warnings about clauses that never hold, by their path in `data`. */
export function neverHolds({ all, any }: Clauses, path: string, region: Region) {
  const when = { region, now: 0 };
  return [
    ...warningsOf(all ?? [], `${path}.all`, when, true),
    ...warningsOf(any ?? [], `${path}.any`, when, false),
  ];
}

function warningsOf(
  clauses: Clause[],
  path: string,
  when: When,
  areTogether: boolean,
): NodeWarning[] {
  const warnings: NodeWarning[] = [];
  const before = new Map<string, Possible>();
  for (const [index, clause] of clauses.entries()) {
    const { field } = clause;
    const why = whyNever(clause, when);
    if (why) {
      warnings.push(warnAt(`${path}.${index}`, "never_holds", { field, ...why }));
      continue;
    }
    warnings.push(...unknownChoices(clause, `${path}.${index}.value`));
    if (!areTogether) continue;
    const possible = narrowed(before.get(field) ?? anything(field), clause, when);
    if (possible) before.set(field, possible);
    else warnings.push(warnAt(`${path}.${index}`, "never_holds", { why: "together", field }));
  }
  return warnings;
}

/** The values of a list that no lead has, where others may fit. */
function unknownChoices(clause: Clause, path: string): NodeWarning[] {
  const { field, op, value } = clause;
  const choices = choicesOf(field);
  if (!choices || !Array.isArray(value) || (op !== "equals" && op !== "in")) return [];
  const folded = new Set(choices.map(foldText));
  return expectedValues(clause).flatMap(({ text }, index) =>
    folded.has(text)
      ? []
      : warnAt(`${path}.${index}`, "never_holds", {
          why: "no_choice",
          field,
          choices: [...choices],
        }),
  );
}
