import { expectedValues } from "#features/automation/engine/compare";
import type { Clause } from "#features/automation/scenarios/clauses";
import { type NodeWarning, warnAt } from "#features/automation/scenarios/warnings";
import { foldText } from "#lib/text";
import type { CheckContext, StartedBy } from "../definition";
import { anything, narrowed, type Possible } from "./contradictions";
import type { When } from "./dates";
import type { Clauses } from "./evaluate";
import { choicesOf, whyNever } from "./possible";
import type { ConditionSettings } from "./settings";
import { unmetByAll } from "./trigger";

/** Warnings about the clauses that never hold, alone or beside the others of `all`. */
export const findNever = ({ branches }: ConditionSettings, context: CheckContext): NodeWarning[] =>
  branches.flatMap((branch, index) => neverHolds(branch, `branches.${index}`, context));

type Around = Pick<CheckContext, "triggers"> & { known: Pick<CheckContext["known"], "region"> };

/** Warnings about clauses that never hold, by their path in `data`. */
export function neverHolds({ all, any }: Clauses, path: string, { known, triggers }: Around) {
  const around = { when: { region: known.region, now: 0 }, triggers };
  return [
    ...warningsOf(all ?? [], `${path}.all`, around, true),
    ...warningsOf(any ?? [], `${path}.any`, around, false),
  ];
}

function warningsOf(
  clauses: Clause[],
  path: string,
  { when, triggers }: { when: When; triggers: StartedBy[] },
  areTogether: boolean,
): NodeWarning[] {
  const warnings: NodeWarning[] = [];
  const before = new Map<string, Possible>();
  for (const [index, clause] of clauses.entries()) {
    const { field } = clause;
    const choices = unmetByAll(clause, triggers);
    const why = whyNever(clause, when) ?? (choices && { why: "no_choice" as const, choices });
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
