import { useTexts } from "#console/texts/catalogue";
import { ChoiceSelect } from "#console/ui/choice-select";
import { Field, Select } from "#console/ui/field";
import { Stack } from "#console/ui/stack";
import { isObject, type Settings, textFor } from "../graph";
import { useNames } from "../names";
import { headLine } from "../triggers/lines";
import { listOf, lookup, useWords } from "../words";
import { isBoolean, operatorsFor } from "./clause-fields";
import { useForm, useProblems } from "./context";
import type { ControlProps } from "./control";
import { Create } from "./create";
import { FieldSelect } from "./field-select";
import styles from "./form.module.css";
import { useLabels } from "./labels";
import { ItemList } from "./list-control";
import { fieldTexts } from "./texts";
import { ValueInput } from "./values";

const LISTS = ["in", "not_in"];
const UNARY = ["is_set", "is_not_set"];

/** The value that a field is compared with: chosen where the values are known. */
function ClauseValue({
  clause,
  path,
  onChange,
}: {
  clause: Settings;
  path: string;
  onChange: (value: unknown) => void;
}) {
  const t = useTexts(fieldTexts);
  const words = useWords();
  const names = useNames();
  const errors = useProblems(`${path}.value`, true);
  const { field, op, value } = clause;
  const isList = LISTS.includes(textFor(op));
  const named = words.values.get(textFor(field));
  const { triggers } = useForm();
  const choices: [string, string][] | undefined =
    field === "tags"
      ? names.tags.map(({ id, name }) => [String(id), name])
      : isBoolean(textFor(field))
        ? [
            ["true", t.yes],
            ["false", t.no],
          ]
        : field === "trigger.id"
          ? triggers.map((one) => [one.id, headLine(words, one)])
          : named && Object.entries(named);
  if (!choices || (isList && choices.length === 0 && field !== "tags"))
    return (
      <ValueInput
        label={t.labels.value}
        value={value}
        isList={isList}
        errors={errors}
        onChange={onChange}
      />
    );
  const read = (text: string) =>
    field === "tags" ? Number(text) : isBoolean(textFor(field)) ? text === "true" : text;
  const chosen = (Array.isArray(value) ? value : [value]).map(textFor);
  return (
    <Field label={t.labels.value} errors={errors}>
      {(control) => (
        <Stack gap={2}>
          <Select
            {...control}
            multiple={isList}
            size={isList ? Math.min(5, choices.length) : undefined}
            className={isList ? styles.multiple : undefined}
            value={isList ? chosen : (chosen[0] ?? "")}
            onChange={({ target }) => {
              const picked = [...target.selectedOptions].map((option) => read(option.value));
              onChange(isList ? picked : picked[0]);
            }}
          >
            {!isList && <option value="">{t.choose}</option>}
            {choices.map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          {field === "tags" && (
            <Create
              what="tags"
              choice={control.id}
              onCreated={(id) => onChange(isList ? [...new Set([...listOf(value), id])] : id)}
            />
          )}
        </Stack>
      )}
    </Field>
  );
}

function Clause({
  clause,
  path,
  operators,
  onChange,
}: {
  clause: Settings;
  path: string;
  operators: readonly string[];
  onChange: (clause: Settings) => void;
}) {
  const t = useTexts(fieldTexts);
  const words = useWords();
  const field = textFor(clause.field);
  const op = textFor(clause.op);
  const errors = [...useProblems(path), ...useProblems(`${path}.field`)];
  const opErrors = useProblems(`${path}.op`);
  const offered = operatorsFor(field, operators);
  const setOp = (next: string) => {
    const { value, ...others } = clause;
    if (UNARY.includes(next)) return onChange({ ...others, op: next });
    const isList = LISTS.includes(next);
    const list = Array.isArray(value) ? value : value === undefined || value === "" ? [] : [value];
    onChange({ ...others, op: next, value: isList ? list : (list[0] ?? "") });
  };
  const setField = (next: string) => {
    const [first = "equals"] = operatorsFor(next, operators);
    const { value: _, ...others } = clause;
    const initial = isBoolean(next) ? { value: true } : {};
    onChange({ ...others, field: next, op: next === "tags" ? "in" : first, ...initial });
  };
  return (
    <Stack gap={3}>
      <FieldSelect value={field} onChange={setField} />
      <Field label={t.labels.op} errors={[...errors, ...opErrors]}>
        {(control) => (
          <ChoiceSelect
            {...control}
            options={[...new Set([...offered, op])].map((one) => [
              one,
              lookup(words.t.ops, one) ?? one,
            ])}
            value={op}
            onChange={(next) => setOp(next ?? op)}
          />
        )}
      </Field>
      {!UNARY.includes(op) && (
        <ClauseValue
          key={`${field} ${LISTS.includes(op)}`}
          clause={clause}
          path={path}
          onChange={(value) => onChange({ ...clause, value })}
        />
      )}
    </Stack>
  );
}

/** The clauses of a branch. */
export function ClausesControl({
  name,
  path,
  value,
  onChange,
  operators,
}: ControlProps & { operators: readonly string[] }) {
  const t = useTexts(fieldTexts);
  const { label } = useLabels(name);
  const items = (Array.isArray(value) ? value : []).filter(isObject);
  return (
    <ItemList<Settings>
      label={label}
      items={items}
      titleOf={(index) => t.item(t.when, index + 1)}
      addLabel={t.addClause}
      make={() => ({ field: "pipeline_stage", op: "equals", value: "engaged" })}
      least={1}
      onChange={onChange}
    >
      {(clause, set, index) => (
        <Clause clause={clause} path={`${path}.${index}`} operators={operators} onChange={set} />
      )}
    </ItemList>
  );
}
