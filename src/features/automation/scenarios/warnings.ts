import * as z from "zod";
import {
  describeWarnings,
  type RowParams,
  WarningParams,
  warningsOf,
} from "#features/messaging/warnings";
import { warningRows } from "./warning-rows";

type Rows = typeof warningRows;
export type WarningCode = keyof Rows;

const codes = Object.keys(warningRows) as [WarningCode, ...WarningCode[]];

export const Warning = z
  .object({
    code: z
      .enum(codes)
      .meta({ id: "ScenarioWarningCode", description: describeWarnings(warningRows) }),
    params: WarningParams,
    message: z.string().meta({ description: "What is wrong, and what to do, in English." }),
    node_id: z.string().optional(),
    trigger_id: z.string().optional(),
    edge_id: z
      .string()
      .optional()
      .meta({ description: "The edge's own `id` if it is a string, else `source->target`." }),
    path: z
      .string()
      .optional()
      .meta({
        description: "The path of the setting in the node or the trigger.",
        examples: ["data.branches.0.handle"],
      }),
  })
  .meta({
    id: "ScenarioWarning",
    description: "Something that would keep the graph or a run from doing what you mean.",
  });

export type Warning = z.output<typeof Warning>;

/** A warning before the id of its node or trigger is added. */
export type NodeWarning = Omit<Warning, "node_id">;

type Place = Pick<Warning, "node_id" | "trigger_id" | "edge_id" | "path">;

const warningOf = warningsOf(warningRows);

/** A warning of the check, and where it is. */
export const warn = <Code extends WarningCode>(
  code: Code,
  params: RowParams<Rows[Code]>,
  place: Place = {},
): Warning => ({ ...warningOf(code, params, place.path), ...place });

/** The path in a node of a setting, by its path in `data`. */
export const inData = (path: string) => (path === "" ? "data" : `data.${path}`);

/** A warning of the check about a setting, by its path in `data`. */
export const warnAt = <Code extends WarningCode>(
  path: string,
  code: Code,
  params: RowParams<Rows[Code]>,
): NodeWarning => warn(code, params, { path: inData(path) });

/** True if runs of a graph with these warnings can begin. */
export const isRunnable = (warnings: Warning[]) =>
  !warnings.some(({ code }) => code === "missing_entry" || code === "several_entries");
