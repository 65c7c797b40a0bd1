import { toLead } from "#features/automation/runs/engine-lead";
import { orLog } from "#lib/log";
import type { Entry } from "../again";
import type { LeadRun, LeadState } from "../decide";
import type { Dated } from "../times/date";
import type { CauseLeadRow, LastEvaluation, WorkspaceRow } from "./rows";

/** A lead of a cause. What is decided for it changes its runs, entries and evaluations. */
export type LeadOfCause = Pick<LeadState, "lead" | "bookings" | "lastReplies" | "isBeingMerged"> & {
  runs: LeadRun[];
  entries: Entry[];
  evaluations: LastEvaluation[];
  dated: Dated;
  startsInHour: number;
};

/** The leads of causes by id; null for one that can't be read. */
export type Leads = Map<number, LeadOfCause | null>;

/** True where a lead is known, and is not merged into another one at present. */
export const isThere = (leads: Leads, id: number) =>
  leads.has(id) && leads.get(id)?.isBeingMerged !== true;

export const leadsOf = (rows: CauseLeadRow[], workspace: WorkspaceRow): Leads =>
  new Map(rows.map((row) => [row.id, readLead(row, workspace)]));

const readLead = (row: CauseLeadRow, workspace: WorkspaceRow) =>
  orLog("lead of causes not read", { lead_id: row.id }, () => toLeadOfCause(row, workspace)) ??
  null;

export function toLeadOfCause(
  {
    instagram_reply,
    runs,
    entries,
    evaluations,
    bookings,
    is_being_merged,
    starts_in_hour,
    ...row
  }: CauseLeadRow,
  { channels }: WorkspaceRow,
): LeadOfCause {
  const last: LastEvaluation[] = JSON.parse(evaluations);
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
    bookings: JSON.parse(bookings),
    evaluations: last,
    isBeingMerged: is_being_merged === 1,
    startsInHour: starts_in_hour,
    dated: {
      ...{ created_at, last_inbound_at, last_outbound_at },
      ...{ phone: lead.phone, variables: lead.variables },
    },
  };
}

type Flags = Record<"isTriggered" | "isAnswer" | "isActive", 0 | 1>;
