import type { Clause } from "#features/automation/scenarios/clauses";
import type { StartedBy } from "../definition";
import { type Clauses, holds } from "./evaluate";
import { type ConditionSettings, ELSE } from "./settings";

// The trigger that has started a run is known for each kind of start. So are the clauses on it.

const FIELDS = new Map<string, keyof StartedBy>([
  ["trigger.id", "id"],
  ["trigger.type", "type"],
]);
const NOWHERE = { region: { country: null, timeZone: null }, now: 0 };

/** The values of which none meets a clause on the trigger; undefined where one may. */
export function unmetByAll(clause: Clause, triggers: StartedBy[]) {
  const member = FIELDS.get(clause.field);
  if (!member || triggers.length === 0) return undefined;
  const values = triggers.map((trigger) => trigger[member]);
  // A run that was enrolled has none.
  const isMet = [...values, null].some((value) => holds(clause, value, NOWHERE));
  return isMet ? undefined : [...new Set(values)];
}

const asksTrigger = ({ all, any }: Clauses) =>
  [...(all ?? []), ...(any ?? [])].some(({ field }) => FIELDS.has(field));

/** The handles by which runs of a trigger can leave; undefined where no clause asks for it. */
export const branchesByTrigger = ({ branches }: ConditionSettings) =>
  branches.some(asksTrigger) ? (trigger: StartedBy) => handlesAfter(branches, trigger) : undefined;

function handlesAfter(branches: ConditionSettings["branches"], trigger: StartedBy) {
  const handles: string[] = [];
  for (const branch of branches) {
    const isMet = outcomeOf(branch, trigger);
    if (isMet !== false) handles.push(branch.handle);
    if (isMet) return handles;
  }
  return [...handles, ELSE];
}

/** True or false where the trigger alone decides whether the clauses hold. */
function outcomeOf({ all, any }: Clauses, trigger: StartedBy) {
  const outcomes = (all ?? any ?? []).map((clause) => decided(clause, trigger));
  const deciding = !all;
  if (outcomes.includes(deciding)) return deciding;
  return outcomes.includes(undefined) ? undefined : !deciding;
}

function decided(clause: Clause, trigger: StartedBy) {
  const member = FIELDS.get(clause.field);
  return member && holds(clause, trigger[member], NOWHERE);
}
