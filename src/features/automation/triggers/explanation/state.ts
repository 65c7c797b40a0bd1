import type { CauseRefusal } from "#domain/trigger-mismatches";
import type { Scope } from "#env";
import { invalid } from "#lib/problem";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import type { LeadState } from "../decide";
import { roomFrom } from "../worker/counts";
import type { LeadOfCause } from "../worker/lead";
import { keyOf } from "../worker/memory";
import type { WorkspaceRow } from "../worker/rows";
import { workspaceOf } from "../worker/work";
import type { KnownTriggerRow } from "./explain";

/** The reason for which nothing is decided in the workspace. */
export function idleness({ isSuspended, isFull }: WorkspaceRow): CauseRefusal | null {
  if (isSuspended) return "workspace_suspended";
  return isFull ? "workspace_full" : null;
}

/** The state of a lead by which its causes are decided now. */
export function stateOf(
  scope: Scope,
  lead: LeadOfCause,
  row: WorkspaceRow,
  triggers: KnownTriggerRow[],
  { now, ...around }: Pick<LeadState, "depth" | "lastPersonAt"> & { now: number },
): LeadState {
  const counts = new Map(triggers.map((one) => [keyOf(one), one]));
  return {
    ...lead,
    ...around,
    workspace: workspaceOf(scope, row),
    triggersWaitHours: row.triggersWaitHours,
    startsLeft: row.startsLeft,
    roomAt: (trigger) => {
      const count = counts.get(keyOf(trigger));
      const { max_per_hour: most } = trigger.data;
      return count && most !== undefined ? roomFrom(now, count, most, now) : now;
    },
  };
}

/** The problem of a field that names what is not there. */
export const unknown = (field: string) =>
  invalid(fieldErrors([field], validationMessages.selected));
