import * as z from "zod";
import { type EndState, endStates } from "#domain/automation";
import { endReasons } from "#domain/end-reasons";
import { triggerOutcomeNames } from "#domain/triggers";
import { checkDays, days } from "#lib/day-range";
import { query } from "#lib/fields";

/** The most versions that are counted together, the newest that runs have entered. */
export const MAX_VERSIONS = 20;

export const ScenarioStatsQuery = z
  .object({
    ...days,
    version: query
      .integer(1)
      .describe(
        "Only runs of this version. By default all are counted: of the newest 20 versions that " +
          "runs have entered, which `versions` names.",
      ),
  })
  .superRefine(checkDays);

const messageCounts = {
  sent: z.int(),
  delivered: z.int(),
  read: z.int(),
  clicked: z.int().meta({ description: "Messages with a link that a person has clicked." }),
  replied: z.int().meta({ description: "Messages that the lead answered while the run waited." }),
};

const MessageStats = z.object(messageCounts).meta({
  id: "ScenarioMessageStats",
  description:
    "How far messages have come. Each counts on the day on which its run came to the node.",
});

const Left = z
  .object({ handle: z.string(), runs: z.int() })
  .meta({ id: "ScenarioHandleStats", description: "How often runs left a node by a handle." });

const Ended = z
  .object({ state: z.enum(endStates), reason: z.enum(endReasons), runs: z.int() })
  .meta({ id: "ScenarioEndStats", description: "How many runs ended at a node, and why." });

const Conversion = z.object({ share: z.number(), low: z.number(), high: z.number() }).meta({
  id: "ScenarioConversion",
  description:
    "The share of the runs that reached the goal, between 0 and 1. It lies between `low` and " +
    "`high` with a confidence of 95 % (Wilson's interval).",
});

const Branch = z
  .object({
    handle: z.string(),
    runs: z.int().meta({ description: "Runs that took the branch, each once." }),
    converted: z.int().meta({ description: "Those of them that reached the goal afterwards." }),
    conversion: Conversion.nullable(),
  })
  .meta({ id: "ScenarioBranchStats", description: "What came of a branch of a split." });

const Node = z
  .object({
    node_id: z.string(),
    entered: z.int(),
    waiting: z.int().meta({ description: "Active runs that stand here now." }),
    left: z.array(Left),
    ended: z
      .array(Ended)
      .meta({ description: "A run that leaves by a handle without an edge has ended as well." }),
    messages: MessageStats.nullable().meta({ description: "Null where no message was sent." }),
    branches: z.array(Branch).meta({ description: "Of a split with a `goal`." }),
  })
  .meta({ id: "ScenarioNodeStats", description: "What runs did at a node." });

const Trigger = z
  .object({
    trigger_id: z.string(),
    started: z.int().meta({ description: "Runs that it has started, each once it has begun." }),
    refused: z.partialRecord(z.enum(triggerOutcomeNames), z.int()).meta({
      description:
        "How often it fitted and started nothing, by the outcome. Of what fits more than 20 " +
        "triggers, the first 20 count, as in evaluations.",
    }),
  })
  .meta({ id: "ScenarioTriggerStats", description: "What a trigger of a scenario did." });

const Day = z
  .object({
    date: z.iso.date(),
    started: z.int(),
    ended: z.int(),
    failed: z.int().meta({ description: "Those of the ended runs that have failed." }),
    ...messageCounts,
  })
  .meta({ id: "ScenarioDayStats", description: "What a scenario's runs did on a day of UTC." });

const ended = { state: "completed" as EndState, reason: "exit_node", runs: 380 };
const sums = { sent: 412, delivered: 405, read: 320, clicked: 96, replied: 121 };

export const ScenarioStats = z
  .object({
    from: z.iso.date().meta({
      description:
        "The first day that is counted: later than the one that you asked for if so many nodes " +
        "had so many figures that only the newest days fit.",
    }),
    to: z.iso.date(),
    versions: z.array(z.int()).meta({ description: "The versions that are counted." }),
    nodes: z
      .array(Node)
      .meta({ description: "The nodes that runs came to or wait at, the most visited first." }),
    triggers: z.array(Trigger).meta({
      description: "The triggers that fitted anything, those with the most starts first.",
    }),
    days: z.array(Day).meta({ description: "Oldest first. Days without any figure are left out." }),
  })
  .meta({
    id: "ScenarioStats",
    description: "What the runs of a scenario did, by node and by day.",
    examples: [
      {
        from: "2026-11-01",
        to: "2026-11-20",
        versions: [3],
        nodes: [
          {
            node_id: "split",
            entered: 430,
            waiting: 0,
            left: [{ handle: "a", runs: 430 }],
            ended: [],
            messages: null,
            branches: [
              {
                handle: "a",
                runs: 430,
                converted: 43,
                conversion: { share: 0.1, low: 0.0751, high: 0.132 },
              },
            ],
          },
          {
            node_id: "hello",
            entered: 430,
            waiting: 18,
            left: [{ handle: "next", runs: 412 }],
            ended: [ended],
            messages: sums,
            branches: [],
          },
        ],
        triggers: [{ trigger_id: "guide", started: 120, refused: { already_active: 4 } }],
        days: [{ date: "2026-11-20", started: 430, ended: 380, failed: 0, ...sums }],
      },
    ],
  });

export type ScenarioStatsQuery = z.output<typeof ScenarioStatsQuery>;
export type ScenarioStats = z.output<typeof ScenarioStats>;
export type NodeStats = ScenarioStats["nodes"][number];
export type TriggerStats = ScenarioStats["triggers"][number];
export type DayStats = ScenarioStats["days"][number];

/** The figures of a day. */
export const dayFigures = Object.keys(Day.omit({ date: true }).shape) as Exclude<
  keyof DayStats,
  "date"
>[];
