import type { Schema } from "virtual:node-types";
import { useTexts } from "#console/texts/catalogue";
import { ChoiceSelect } from "#console/ui/choice-select";
import { Field } from "#console/ui/field";
import { Soft } from "#console/ui/text";
import { isObject, type Settings } from "../graph";
import { ClausesControl } from "./clauses";
import { useProblems } from "./context";
import type { ControlProps } from "./control";
import { useLabels } from "./labels";
import { Removable } from "./removable";
import { resolve } from "./schema";
import { fieldTexts } from "./texts";

export const FIRST_CLAUSE = { field: "pipeline_stage", op: "equals", value: "engaged" };

/** True if a schema is one of clauses: all of them, or any. */
export const hasClauses = ({ properties }: Schema) =>
  properties !== undefined && "all" in properties && "any" in properties;

/** The operators of the clauses in a schema. */
export function operatorsIn({ properties = {} }: Schema) {
  const clause = resolve(resolve(properties.all ?? {}).items ?? {});
  return resolve(clause.properties?.op ?? {}).enum?.map(String) ?? [];
}

/** The clauses that must all hold, or of which one must. */
export function BranchClauses({
  branch,
  path,
  operators,
  onChange,
}: {
  branch: Settings;
  path: string;
  operators: readonly string[];
  onChange: (branch: Settings) => void;
}) {
  const t = useTexts(fieldTexts);
  const isAny = Array.isArray(branch.any);
  const clauses = isAny ? branch.any : branch.all;
  const set = (name: string, value: unknown) => {
    const { all: _, any: __, ...others } = branch;
    onChange({ ...others, [name]: value });
  };
  return (
    <>
      <Field label={t.when} errors={useProblems(path)}>
        {(control) => (
          <ChoiceSelect
            {...control}
            options={{ all: t.all, any: t.any }}
            value={isAny ? "any" : "all"}
            onChange={(next) => set(next ?? "all", clauses ?? [])}
          />
        )}
      </Field>
      <ClausesControl
        name="conditions"
        path={`${path}.${isAny ? "any" : "all"}`}
        schema={{}}
        value={clauses}
        operators={operators}
        onChange={(next) => set(isAny ? "any" : "all", next)}
      />
    </>
  );
}

/** Conditions on the lead, which can be removed as a whole. */
export function FilterControl({ name, path, schema, value, onChange }: ControlProps) {
  const { hint } = useLabels(name);
  return (
    <Removable name={name} onChange={onChange}>
      {hint && <Soft size="small">{hint}</Soft>}
      <BranchClauses
        branch={isObject(value) ? value : {}}
        path={path}
        operators={operatorsIn(schema)}
        onChange={onChange}
      />
    </Removable>
  );
}
