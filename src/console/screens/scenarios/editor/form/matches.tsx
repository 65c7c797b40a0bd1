import { SelectField } from "#console/data/form/fields";
import { fieldsOf } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { type Settings, textFor } from "../graph";
import { lookup, useWords } from "../words";
import { useProblems } from "./context";
import type { ControlProps } from "./control";
import { branchesIn, freeHandle, HandleField } from "./handle-field";
import { useLabels } from "./labels";
import { ItemList } from "./list-control";
import { resolve } from "./schema";
import { fieldTexts } from "./texts";
import { ValueInput } from "./values";

/** The replies that lead elsewhere. */
export function MatchesControl({ name, path, schema, value, onChange }: ControlProps) {
  const t = useTexts(fieldTexts);
  const words = useWords();
  const { label, hint } = useLabels(name);
  const matches = branchesIn(value);
  const { enum: operators = [] } = resolve(resolve(schema.items ?? {}).properties?.op ?? {});
  return (
    <ItemList<Settings>
      label={label}
      hint={hint}
      items={matches}
      titleOf={(index) => t.match(index + 1)}
      addLabel={t.addMatch}
      make={() => ({ handle: freeHandle(matches, ["yes", "no"]), op: "equals", value: "" })}
      onChange={(next) => onChange(next.length > 0 ? next : undefined)}
    >
      {(match, set, index) => (
        <>
          <HandleField branch={match} path={`${path}.${index}`} onChange={set} />
          <SelectField
            form={fieldsOf({ op: textFor(match.op ?? "equals") }, ({ op }) => {
              const list = Array.isArray(match.value) ? match.value : [match.value];
              set({ ...match, op, value: op === "in" ? list : (list[0] ?? "") });
            })}
            name="op"
            label={t.labels.op}
            options={operators.map(String).map((op) => [op, lookup(words.t.ops, op) ?? op])}
          />
          <MatchValue match={match} path={`${path}.${index}`} onChange={set} />
        </>
      )}
    </ItemList>
  );
}

const MatchValue = ({
  match,
  path,
  onChange,
}: {
  match: Settings;
  path: string;
  onChange: (match: Settings) => void;
}) => (
  <ValueInput
    key={match.op === "in" ? "list" : "one"}
    label={useTexts(fieldTexts).labels.value}
    value={match.value}
    isList={match.op === "in"}
    errors={useProblems(`${path}.value`, true)}
    onChange={(value) => onChange({ ...match, value })}
  />
);
