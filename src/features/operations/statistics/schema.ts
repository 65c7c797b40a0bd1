import * as z from "zod";
import { stages } from "#domain/leads";
import { checkDays, days } from "#lib/day-range";
import { query } from "#lib/fields";
import { statIntervals } from "./intervals";

export const WorkspaceStatsQuery = z
  .object({
    ...days,
    interval: query
      .choice(statIntervals)
      .meta({ default: "day", description: "In UTC. Weeks begin on Mondays." }),
  })
  .superRefine(checkDays);

const StageCount = z
  .object({ stage: z.enum(stages).nullable(), leads: z.int() })
  .meta({ id: "StageCount", description: "How many leads are in a stage; in none for `null`." });

const MessageTotals = z
  .object({
    received: z.int(),
    sent: z.int().meta({ description: "Accepted for sending, whatever became of them." }),
    failed: z.int().meta({ description: "Blocked, or failed on one of these days." }),
  })
  .meta({ id: "MessageTotals", description: "How many messages there were." });

const RunTotals = z
  .object({ started: z.int(), ended: z.int() })
  .meta({ id: "RunTotals", description: "How many runs leads were enrolled in, and have ended." });

const StatsInterval = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    stages: z
      .array(StageCount)
      .meta({ description: "The leads by stage at the end of the last day, or by now." }),
    messages: MessageTotals,
    opt_outs: z.int().meta({
      description: "Leads that have opted out. What imports bring along is not counted.",
    }),
    clicks: z.int().meta({ description: "People's clicks on recipient links and base URLs." }),
    runs: RunTotals,
    analyses: z.int().meta({ description: "Conversations that were analysed or failed to be." }),
  })
  .meta({
    id: "StatsInterval",
    description: "What happened in a workspace from one day to another.",
  });

export const WorkspaceStats = z
  .object({
    interval: z.enum(statIntervals),
    intervals: z.array(StatsInterval).meta({ description: "Every interval, oldest first." }),
  })
  .meta({
    id: "WorkspaceStats",
    description: "The workspace's figures by day, week or month.",
    examples: [
      {
        interval: "week",
        intervals: [
          {
            from: "2026-11-16",
            to: "2026-11-20",
            stages: [
              { stage: "new", leads: 310 },
              { stage: "won", leads: 41 },
              { stage: null, leads: 2 },
            ],
            messages: { received: 1_204, sent: 2_310, failed: 12 },
            opt_outs: 3,
            clicks: 420,
            runs: { started: 190, ended: 171 },
            analyses: 88,
          },
        ],
      },
    ],
  });

export type WorkspaceStatsQuery = z.output<typeof WorkspaceStatsQuery>;
export type WorkspaceStats = z.output<typeof WorkspaceStats>;
export type StatsInterval = WorkspaceStats["intervals"][number];
