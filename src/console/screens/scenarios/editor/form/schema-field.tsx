import type { Schema } from "virtual:node-types";
import { useTexts } from "#console/texts/catalogue";
import { ChoiceSelect } from "#console/ui/choice-select";
import { Field } from "#console/ui/field";
import { Row, Stack } from "#console/ui/stack";
import { isObject, type Settings, textFor } from "../graph";
import { FilterControl, hasClauses } from "./branch-clauses";
import { BranchesControl } from "./branches";
import { useForm, useProblems } from "./context";
import type { ControlProps } from "./control";
import styles from "./form.module.css";
import { useLabels } from "./labels";
import { ItemList } from "./list-control";
import { MatchesControl } from "./matches";
import { isOffered, Offer } from "./offer";
import { REFERENCES, ReferenceControl } from "./pickers";
import { irrelevantIn } from "./relevance";
import { Removable } from "./removable";
import { Scalar, useValueName } from "./scalar";
import { fits, initialOf, resolve, settingsSchema, typeOf } from "./schema";
import { isSimpleList, SimpleList } from "./simple-list";
import { TemplateFields } from "./template";
import { TextControl } from "./text-control";
import { fieldTexts } from "./texts";
import { JsonControl, MapControl } from "./values";

const LONG = 600;

const variantOf = ({ properties = {} }: Schema) => {
  if (properties.regex) return "pattern";
  if (properties.after_days) return "afterDays";
  return properties.retry ? "tryAgain" : "sendTemplate";
};

/** A choice among values and objects, such as a format or a pattern. */
function Variants({ name, path, schema, value, onChange }: ControlProps) {
  const t = useTexts(fieldTexts);
  const valueName = useValueName(name);
  const { label, hint } = useLabels(name);
  const errors = useProblems(path);
  const variants = schema.anyOf ?? [];
  const options = variants.flatMap((variant, index) =>
    variant.enum
      ? variant.enum.map((one) => ({ key: String(one), text: valueName(one), make: () => one }))
      : [
          {
            key: `#${index}`,
            text: t[variantOf(variant)],
            make: () => initialOf(variant),
          },
        ],
  );
  const given = value ?? schema.default;
  const none = name === "validate" ? t.anything : t.notSet;
  const chosen = variants.findIndex((variant) => fits(variant, given));
  const variant = variants[chosen];
  const key = variant ? (variant.enum ? textFor(given) : `#${chosen}`) : "";
  return (
    <Stack gap={3}>
      <Field label={label} hint={hint} errors={errors}>
        {(control) => (
          <ChoiceSelect
            {...control}
            none={schema.default === undefined ? none : undefined}
            options={options.map((option) => [option.key, option.text])}
            value={key}
            onChange={(next) => onChange(options.find((option) => option.key === next)?.make())}
          />
        )}
      </Field>
      {variant?.properties && isObject(given) && (
        <Stack gap={3} className={styles.nested}>
          {"components" in variant.properties ? (
            <TemplateForm path={path} value={given} onChange={onChange} />
          ) : (
            <Members path={path} schema={variant} value={given} onChange={onChange} />
          )}
        </Stack>
      )}
    </Stack>
  );
}

function Items({ name, path, schema, value, onChange }: ControlProps) {
  const t = useTexts(fieldTexts);
  const { label, item: one = label, addLabel, hint } = useLabels(name);
  const problems = useProblems(path);
  const item = resolve(schema.items ?? {});
  const list: unknown[] = Array.isArray(value) ? value : [];
  return (
    <ItemList<unknown>
      label={label}
      hint={problems.join(" ") || hint}
      items={list}
      titleOf={(index) => t.item(one, index + 1)}
      addLabel={addLabel}
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
function SchemaField(props: ControlProps) {
  const { name, path, schema, value, onChange, owner = {} } = props;
  const members = isObject(value) ? value : {};
  if (REFERENCES.includes(name)) return <ReferenceControl {...props} />;
  if (name === "text" && (schema.maxLength ?? 0) > LONG)
    return <TextControl {...props} onChange={onChange} value={textFor(value)} />;
  if (name === "branches") return <BranchesControl {...props} />;
  if (name === "matches") return <MatchesControl {...props} />;
  if (schema.anyOf) return <Variants {...props} />;
  if (isSimpleList(name, schema)) return <SimpleList {...props} />;
  if (hasClauses(schema)) return <FilterControl {...props} />;
  if (typeOf(schema) === "array") return <Items {...props} />;
  if (schema.properties)
    return (
      <Removable name={name} onChange={onChange}>
        <Members
          path={path}
          schema={schema}
          value={members}
          hidden={irrelevantIn(name, members, owner, Object.keys(schema.properties))}
          onChange={onChange}
        />
      </Removable>
    );
  if (typeOf(schema) === "object") return <MapControl {...props} />;
  if (typeOf(schema) === undefined && !schema.enum) return <JsonControl {...props} />;
  return <Scalar {...props} />;
}

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
  const { problems } = useForm();
  const isFaulty = (at: string) => problems.some((one) => `${one.path}.`.startsWith(`${at}.`));
  const isRequired = (name: string) => schema.required?.includes(name) ?? false;
  const offered = members.filter(
    ([name, member]) =>
      value[name] == null &&
      !isRequired(name) &&
      !isFaulty(`${path}.${name}`) &&
      isOffered(name, member, isSparse),
  );
  const shown = members.filter((member) => !offered.includes(member));
  return (
    <Stack gap={3}>
      {shown.map(([name, member]) => (
        <SchemaField
          key={name}
          name={name}
          path={`${path}.${name}`}
          schema={member}
          value={value[name] ?? undefined}
          owner={value}
          onChange={(next) => set(name, next)}
        />
      ))}
      {offered.length > 0 && (
        <Row as="fieldset" gap={2} wraps align="stretch">
          <legend className="visually-hidden">{t.moreOptions}</legend>
          {offered.map(([name, member]) => (
            <Offer key={name} name={name} schema={member} onAdd={(next) => set(name, next)} />
          ))}
        </Row>
      )}
    </Stack>
  );
}

const TEMPLATE = resolve({ $ref: "#/components/schemas/MessageTemplate" });
const CAP = "on_marketing_cap";
const CAP_SETTINGS: Schema = { properties: { [CAP]: TEMPLATE.properties?.[CAP] ?? {} } };

/** The hours that a node keeps to, for forms that show its other settings in their own way. */
export function WithinField(props: { value: Settings; onChange: (value: Settings) => void }) {
  const { type } = useForm();
  const { within = {} } = settingsSchema(type).properties ?? {};
  return <Members {...props} path="data" schema={{ properties: { within } }} />;
}

/** A template, chosen among those that are known, or described by hand. */
export const TemplateForm = (props: {
  path: string;
  value: Settings;
  onChange: (value: Settings) => void;
}) => (
  <>
    <TemplateFields {...props}>
      {(hidden) => <Members {...props} schema={TEMPLATE} hidden={[...hidden, CAP]} />}
    </TemplateFields>
    <Members {...props} schema={CAP_SETTINGS} />
  </>
);
