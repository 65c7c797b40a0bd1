import { toLead } from "#features/automation/runs/engine-lead";
import { describeError, log } from "#lib/log";
import type { Entry, LeadRun, LeadState } from "../decide";
import type { Dated } from "../times/date";
import type { CauseLeadRow, LastEvaluation, WorkspaceRow } from "./rows";

/** A lead of a cause. What is decided for it changes its runs, entries and evaluations. */
export type LeadOfCause = Pick<LeadState, "lead" | "lastReplies"> & {
  runs: LeadRun[];
  entries: Entry[];
  evaluations: LastEvaluation[];
  dated: Dated;
};

/** The leads of causes by id; null for one that can't be read. */
export type Leads = Map<number, LeadOfCause | null>;

export const leadsOf = (rows: CauseLeadRow[], workspace: WorkspaceRow): Leads =>
  new Map(rows.map((row) => [row.id, readLead(row, workspace)]));

function readLead(row: CauseLeadRow, workspace: WorkspaceRow) {
  try {
    return toLeadOfCause(row, workspace);
  } catch (error) {
    log("error", "lead of causes not read", { lead_id: row.id, ...describeError(error) });
    return null;
  }
}

export function toLeadOfCause(
  { instagram_reply, runs, entries, evaluations, ...row }: CauseLeadRow,
  { channels }: WorkspaceRow,
): LeadOfCause {
  const { lastReply, ...lead } = toLead({ ...row, channels });
  const { created_at, last_inbound_at, last_outbound_at } = row;
  return {
    lead,
    lastReplies: { whatsapp: lastReply, instagram: instagram_reply },
    runs: (JSON.parse(runs) as (Omit<LeadRun, keyof Flags> & Flags)[]).map((run) => ({
      ...run,
      isTriggered: run.isTriggered === 1,
      isAnswer: run.isAnswer === 1,
      isActive: run.isActive === 1,
    })),
    entries: JSON.parse(entries),
    evaluations: JSON.parse(evaluations),
    dated: {
      ...{ created_at, last_inbound_at, last_outbound_at },
      ...{ phone: lead.phone, variables: lead.variables },
    },
  };
}

type Flags = Record<"isTriggered" | "isAnswer" | "isActive", 0 | 1>;
