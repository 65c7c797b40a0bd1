import { leave } from "#features/automation/engine/transition";
import type { Clause } from "#features/automation/scenarios/clauses";
import { defineNode, type Reference } from "../definition";
import { branchHandles } from "../fields";
import { branchThatHolds } from "./evaluate";
import { findNever } from "./never";
import { ConditionSettings, documentation, ELSE } from "./settings";
import { branchPassage } from "./window";

const references = ({ branches }: ConditionSettings): Reference[] =>
  branches.flatMap(({ all, any }, index) => [
    ...tagReferences(all, `branches.${index}.all`),
    ...tagReferences(any, `branches.${index}.any`),
  ]);

const tagReferences = (clauses: Clause[] | null | undefined, path: string): Reference[] =>
  (clauses ?? []).flatMap(({ field, value }, index) => {
    if (field !== "tags" || value == null) return [];
    const valuePath = `${path}.${index}.value`;
    return Array.isArray(value)
      ? value.map((one, place) => tagReference(one, `${valuePath}.${place}`))
      : [tagReference(value, valuePath)];
  });

/** Tags are named by their ids, as numbers or digits. Another value is kept as an unknown tag. */
const tagReference = (value: string | number | boolean, path: string): Reference => ({
  kind: "tag",
  ref: /^[1-9]\d{0,14}$/.test(String(value)) ? Number(value) : String(value),
  path,
});

export const condition = defineNode({
  type: "condition",
  documentation,
  settings: ConditionSettings,
  handles: [branchHandles, ELSE],
  arrive: ({ data }, { run, now }) => leave(branchThatHolds(data, run, now)),
  passage: branchPassage,
  references,
  findFaults: findNever,
  hasPatterns: true,
});
