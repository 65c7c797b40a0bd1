import type { Schema } from "virtual:node-types";
import { Plus, Trash2 } from "lucide-react";
import { useTexts } from "../../../../texts/catalogue";
import { Button, IconButton } from "../../../../ui/button";
import { Field, Input, Select, TextArea } from "../../../../ui/field";
import { isObject, type Settings } from "../graph";
import { lookup, useWords } from "../words";
import { BranchesControl, MatchesControl } from "./branches";
import { useProblems } from "./context";
import type { ControlProps } from "./control";
import { DurationField } from "./duration";
import styles from "./form.module.css";
import { useLabels } from "./labels";
import { ItemList } from "./list-control";
import { ReferenceControl } from "./pickers";
import { fits, initialOf, resolve, typeOf } from "./schema";
import { TemplateFields } from "./template";
import { TextControl } from "./text-control";
import { fieldTexts } from "./texts";
import { JsonControl, MapControl } from "./values";

const REFERENCES = [
  "tag_ids",
  "tag_id",
  "scenario_id",
  "assignee_id",
  "short_link_ids",
  "node_ids",
  "node_id",
  "stages",
];
const LONG = 600;

function useValueName() {
  const t = useTexts(fieldTexts);
  const { g } = useWords();
  return (value: unknown) =>
    lookup(t.values, value) ?? lookup(t.warmths, value) ?? lookup(g.stages, value) ?? String(value);
}

function Scalar({ name, path, schema, value, onChange }: ControlProps) {
  const t = useTexts(fieldTexts);
  const valueName = useValueName();
  const { label, hint } = useLabels(name, schema);
  const errors = useProblems(path);
  const type = typeOf(schema);
  if ((type === "integer" || type === "number") && /(^|_)seconds$/.test(name))
    return (
      <DurationField
        label={label}
        hint={hint}
        errors={errors}
        value={typeof value === "number" ? value : undefined}
        onChange={onChange}
      />
    );
  const values = schema.enum ?? (type === "boolean" ? [true, false] : undefined);
  const given = value ?? schema.default ?? "";
  if (values)
    return (
      <Field label={label} hint={hint} errors={errors}>
        {(control) => (
          <Select
            {...control}
            value={String(given)}
            onChange={({ target }) => onChange(values.find((one) => String(one) === target.value))}
          >
            <option value="">{t.notSet}</option>
            {values.map((one) => (
              <option key={String(one)} value={String(one)}>
                {typeof one === "boolean" ? (one ? t.yes : t.no) : valueName(one)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    );
  const isNumber = type === "integer" || type === "number";
  const read = (text: string) => (text === "" ? undefined : isNumber ? Number(text) : text);
  const isLong = !isNumber && (schema.maxLength ?? 0) > LONG && schema.format !== "uri";
  const Control = isLong ? TextArea : Input;
  return (
    <Field label={label} hint={hint} errors={errors}>
      {(control) => (
        <Control
          {...control}
          {...(isNumber && { type: "number", min: schema.minimum, max: schema.maximum })}
          dir={isNumber ? undefined : "auto"}
          placeholder={schema.default === undefined ? undefined : String(schema.default)}
          value={value === undefined || value === null ? "" : String(value)}
          onChange={({ target }: { target: { value: string } }) => onChange(read(target.value))}
        />
      )}
    </Field>
  );
}

/** A choice among values and objects, such as a format or a pattern. */
function Variants({ name, path, schema, value, onChange }: ControlProps) {
  const t = useTexts(fieldTexts);
  const valueName = useValueName();
  const { label, hint } = useLabels(name, schema);
  const errors = useProblems(path);
  const variants = schema.anyOf ?? [];
  const options = variants.flatMap((variant, index) =>
    variant.enum
      ? variant.enum.map((one) => ({ key: String(one), text: valueName(one), make: () => one }))
      : [
          {
            key: `#${index}`,
            text: variant.properties?.regex ? t.pattern : t.sendTemplate,
            make: () => initialOf(variant),
          },
        ],
  );
  const chosen = variants.findIndex((variant) => fits(variant, value));
  const variant = variants[chosen];
  const key = variant ? (variant.enum ? String(value) : `#${chosen}`) : "";
  return (
    <div className={styles.group}>
      <Field label={label} hint={hint} errors={errors}>
        {(control) => (
          <Select
            {...control}
            value={key}
            onChange={({ target }) =>
              onChange(options.find((option) => option.key === target.value)?.make())
            }
          >
            <option value="">{name === "validate" ? t.anything : t.notSet}</option>
            {options.map((option) => (
              <option key={option.key} value={option.key}>
                {option.text}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {variant?.properties && isObject(value) && (
        <div className={styles.nested}>
          {"components" in variant.properties ? (
            <TemplateFields path={path} value={value} onChange={onChange} />
          ) : (
            <Members path={path} schema={variant} value={value} onChange={onChange} />
          )}
        </div>
      )}
    </div>
  );
}

function Items({ name, path, schema, value, onChange }: ControlProps) {
  const t = useTexts(fieldTexts);
  const { label, hint } = useLabels(name, schema);
  const problems = useProblems(path);
  const item = resolve(schema.items ?? {});
  const list: unknown[] = Array.isArray(value) ? value : [];
  return (
    <ItemList<unknown>
      label={label}
      hint={problems.join(" ") || hint}
      items={list}
      titleOf={(index) => t.item(label, index + 1)}
      addLabel={t.addOf(label)}
      make={() => initialOf(item)}
      most={schema.maxItems}
      onChange={(next) => onChange(next.length > 0 ? next : undefined)}
    >
      {(one, set, index) =>
        item.properties ? (
          <Members
            path={`${path}.${index}`}
            schema={item}
            value={isObject(one) ? one : {}}
            onChange={set}
          />
        ) : (
          <SchemaField
            name={name}
            path={`${path}.${index}`}
            schema={item}
            value={one}
            onChange={(next) => set(next ?? "")}
          />
        )
      }
    </ItemList>
  );
}

/** The control of one setting, by its name where one was made for it, else by its schema. */
export function SchemaField(props: ControlProps) {
  const { name, path, schema, value, onChange } = props;
  const t = useTexts(fieldTexts);
  const { label } = useLabels(name, schema);
  if (REFERENCES.includes(name)) return <ReferenceControl {...props} />;
  if (name === "text" && (schema.maxLength ?? 0) > LONG)
    return (
      <TextControl
        {...props}
        onChange={onChange}
        value={value === undefined ? "" : String(value)}
      />
    );
  if (name === "branches") return <BranchesControl {...props} />;
  if (name === "matches") return <MatchesControl {...props} />;
  if (schema.anyOf) return <Variants {...props} />;
  if (typeOf(schema) === "array") return <Items {...props} />;
  if (schema.properties)
    return (
      <fieldset className={styles.items}>
        <legend className={styles.legend}>
          {label}
          <IconButton
            size="small"
            label={t.remove(label)}
            icon={<Trash2 />}
            onClick={() => onChange(undefined)}
          />
        </legend>
        <Members
          path={path}
          schema={schema}
          value={isObject(value) ? value : {}}
          onChange={onChange}
        />
      </fieldset>
    );
  if (typeOf(schema) === "object") return <MapControl {...props} />;
  if (typeOf(schema) === undefined && !schema.enum) return <JsonControl {...props} />;
  return <Scalar {...props} />;
}

/** Settings that are added when they are wanted: lists and objects, and all where `isSparse`. */
const isOffered = (name: string, schema: Schema, isSparse: boolean) =>
  isSparse ||
  (name !== "matches" &&
    name !== "branches" &&
    !REFERENCES.includes(name) &&
    !schema.anyOf &&
    (typeOf(schema) === "array" || typeOf(schema) === "object"));

/** The members of an object. Those that the schema does not know stay as they are. */
export function Members({
  path,
  schema,
  value,
  onChange,
  hidden = [],
  isSparse = false,
}: {
  path: string;
  schema: Schema;
  value: Settings;
  onChange: (value: Settings) => void;
  hidden?: readonly string[];
  isSparse?: boolean;
}) {
  const t = useTexts(fieldTexts);
  const set = (name: string, next: unknown) => {
    const { [name]: _, ...others } = value;
    if (next === undefined) return onChange(others);
    onChange({ ...value, [name]: next });
  };
  const members = Object.entries(schema.properties ?? {})
    .filter(([name]) => !hidden.includes(name))
    .map(([name, member]) => [name, resolve(member)] as const);
  const isRequired = (name: string) => schema.required?.includes(name) ?? false;
  const offered = members.filter(
    ([name, member]) =>
      value[name] == null && !isRequired(name) && isOffered(name, member, isSparse),
  );
  const shown = members.filter((member) => !offered.includes(member));
  return (
    <div className={styles.members}>
      {shown.map(([name, member]) => (
        <SchemaField
          key={name}
          name={name}
          path={`${path}.${name}`}
          schema={member}
          value={value[name] ?? undefined}
          onChange={(next) => set(name, next)}
        />
      ))}
      {offered.length > 0 && (
        <fieldset className={styles.offered}>
          <legend className="visually-hidden">{t.moreOptions}</legend>
          {offered.map(([name, member]) => (
            <Offer key={name} name={name} schema={member} onAdd={(next) => set(name, next)} />
          ))}
        </fieldset>
      )}
    </div>
  );
}

function Offer({
  name,
  schema,
  onAdd,
}: {
  name: string;
  schema: Schema;
  onAdd: (value: unknown) => void;
}) {
  const { label } = useLabels(name, schema);
  const add = () => {
    const initial = initialOf(schema);
    const isEmptyList = Array.isArray(initial) && initial.length === 0;
    onAdd(isEmptyList && schema.items ? [initialOf(resolve(schema.items))] : initial);
  };
  return (
    <Button size="small" icon={<Plus />} onClick={add}>
      {label}
    </Button>
  );
}
