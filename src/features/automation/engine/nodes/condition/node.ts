import { leave } from "#features/automation/engine/transition";
import { defineNode, type Reference } from "../definition";
import { branchHandles } from "../fields";
import { asksBooking, ensuresBooking } from "./booking";
import { branchThatHolds } from "./evaluate";
import { findNever } from "./never";
import { clauseReferences, clausesOnHours } from "./references";
import { ConditionSettings, documentation, ELSE } from "./settings";
import { branchesByTrigger } from "./trigger";
import { branchPassage } from "./window";

const references = ({ branches }: ConditionSettings): Reference[] =>
  branches.flatMap((branch, index) => clauseReferences(branch, `branches.${index}`));

const asksHours = ({ branches }: ConditionSettings) =>
  branches.flatMap((branch, index) => clausesOnHours(branch, `branches.${index}`));

export const condition = defineNode({
  type: "condition",
  documentation,
  settings: ConditionSettings,
  handles: [branchHandles, ELSE],
  arrive: ({ data }, { run, now }) => leave(branchThatHolds(data, run, now)),
  passage: branchPassage,
  leavesBy: branchesByTrigger,
  ensuresBooking,
  readsBooking: ({ branches }) => branches.some(asksBooking),
  references,
  asksHours,
  findFaults: findNever,
  hasPatterns: true,
});
