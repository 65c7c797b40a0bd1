import { dateOf } from "#features/automation/engine/dates";
import { regionOf } from "#features/automation/engine/region";
import {
  end,
  leave,
  type StepContext,
  type Transition,
  wait,
} from "#features/automation/engine/transition";
import { type NodeWarning, warnAt } from "#features/automation/scenarios/warnings";
import { type CheckContext, defineNode, type NodeWith } from "../definition";
import { after } from "../passage";
import { momentOf } from "./moment";
import { DelaySettings, documentation } from "./settings";

function arrive({ data }: NodeWith<DelaySettings>, { run, now }: StepContext): Transition {
  const moment = momentOf(data, run.lead.variables, now, regionOf(run));
  if (moment === null) return end("failed", "invalid_date", variableIn(data));
  return moment > now ? wait("time", moment) : leave("next");
}

/** Only the workspace's country says whether `03/04/2026` is a date, and which. */
function unreadDate({ until }: DelaySettings, { known: { region } }: CheckContext): NodeWarning[] {
  if (!until || !("date" in until) || dateOf(until.date, region)) return [];
  return [warnAt("until.date", "unreadable_date", { value: until.date })];
}

const variableIn = ({ until }: DelaySettings) =>
  until && "variable" in until ? { variable: until.variable } : {};

export const delay = defineNode({
  type: "delay",
  documentation,
  settings: DelaySettings,
  handles: ["next"],
  arrive,
  waitsFor: () => "time",
  waits: ({ seconds, until }) => seconds !== 0 && !(until && "date" in until),
  passage: ({ seconds }) => after(seconds),
  findFaults: unreadDate,
  react: (_node, _context, event) => (event.kind === "time" ? leave("next") : undefined),
});
