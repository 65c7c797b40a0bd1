import { isWindowOpen } from "../../../domain/window";
import { routeOf } from "../../messaging/outbound/route";
import type { Clause } from "../scenarios/clauses";
import type { NodeData } from "../scenarios/nodes";
import { type Compared, compared, type Relation, stands, valuesAsked } from "./compare";
import type { Run } from "./run";

type Branch = NodeData["condition"]["branches"][number];

/** The handle of the first branch that holds. */
export const branchThatHolds = ({ branches }: NodeData["condition"], run: Run, now: number) =>
  branches.find((branch) => isTrue(branch, run, now))?.handle ?? "else";

function isTrue({ all, any }: Branch, run: Run, now: number) {
  const isMet = (clause: Clause) => holds(clause, valueFor(clause.field, run, now));
  return all ? all.every(isMet) : (any ?? []).some(isMet);
}

const VARIABLE = "variables.";

function valueFor(field: string, { lead, platform }: Run, now: number): unknown {
  if (field.startsWith(VARIABLE)) {
    const name = field.slice(VARIABLE.length);
    return Object.hasOwn(lead.variables, name) ? lead.variables[name] : null;
  }
  switch (field) {
    case "tags":
      return lead.tagIds;
    case "last_reply":
      return lead.lastReply;
    case "is_optout":
      return lead.isOptout;
    case "window_open":
      return isWindowOpen(routeOf(lead, { platform })?.conversation?.lastInboundAt ?? null, now);
    case "id":
    case "ext_id":
    case "first_name":
    case "last_name":
    case "username":
    case "email":
    case "phone":
      return lead[field];
    default:
      return lead.fields[field];
  }
}

const POSITIVE: Partial<Record<Clause["op"], Relation>> = {
  not_equals: "equals",
  not_contains: "contains",
  not_in: "in",
};

function holds(clause: Clause, value: unknown): boolean {
  const { op } = clause;
  if (op === "is_set" || op === "is_not_set") return isSet(value) === (op === "is_set");
  const positive = POSITIVE[op];
  return positive ? !isRelated(value, positive, clause) : isRelated(value, op as Relation, clause);
}

/** Lists of what leads say: nobody knows their items word for word. */
const SAYINGS = ["blockers", "levers"];

/** A list stands as one of its members does, and contains those that are the same; one of sayings contains what one of them does. */
function isRelated(value: unknown, relation: Relation, clause: Clause) {
  const ofMembers =
    Array.isArray(value) && relation === "contains" && !SAYINGS.includes(clause.field)
      ? "equals"
      : relation;
  return membersOf(value).some((member) =>
    valuesAsked(clause).some((asked) => stands(member, ofMembers, asked)),
  );
}

/** What of a value can be compared. */
const membersOf = (value: unknown): Compared[] =>
  [value].flat().flatMap((one) => (isScalar(one) && isSet(one) ? compared(one) : []));

const isScalar = (value: unknown) =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** A blank text, an empty list and null are nothing. */
const isSet = (value: unknown) =>
  value != null &&
  (typeof value !== "string" || value.trim() !== "") &&
  (!Array.isArray(value) || value.length > 0);
