import { end, leave, type StepContext, type Transition, wait } from "../../transition";
import { defineNode, type NodeWith } from "../definition";
import { momentOf } from "./moment";
import { DelaySettings, documentation } from "./settings";

function arrive({ data }: NodeWith<DelaySettings>, { run, now }: StepContext): Transition {
  const moment = momentOf(data, run.lead.variables, now);
  if (moment === null) return end("failed", "invalid_date", variableIn(data));
  return moment > now ? wait("time", moment) : leave("next");
}

const variableIn = ({ until }: DelaySettings) =>
  until && "variable" in until ? { variable: until.variable } : {};

export const delay = defineNode({
  type: "delay",
  documentation,
  settings: DelaySettings,
  handles: () => ["next"],
  arrive,
  waitsFor: () => "time",
  react: (_node, _context, event) => (event.kind === "time" ? leave("next") : undefined),
});
