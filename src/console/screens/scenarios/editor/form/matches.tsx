import { useTexts } from "#console/texts/catalogue";
import { Field, Select } from "#console/ui/field";
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
  const operators = resolve(resolve(schema.items ?? {}).properties?.op ?? {}).enum?.map(String);
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
          <Field label={t.labels.op}>
            {(control) => (
              <Select
                {...control}
                value={textFor(match.op ?? "equals")}
                onChange={({ target }) => {
                  const isList = target.value === "in";
                  const list = Array.isArray(match.value) ? match.value : [match.value];
                  set({ ...match, op: target.value, value: isList ? list : (list[0] ?? "") });
                }}
              >
                {operators?.map((op) => (
                  <option key={op} value={op}>
                    {lookup(words.t.ops, op) ?? op}
                  </option>
                ))}
              </Select>
            )}
          </Field>
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
