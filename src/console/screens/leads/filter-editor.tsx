import { type FormEvent, useState } from "react";
import { TextField } from "#console/data/form/fields";
import { fieldsOf } from "#console/data/form/use-form";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Segmented } from "#console/ui/layout";
import { Row } from "#console/ui/stack";
import styles from "./filter-bar.module.css";
import { type FilterField, type Filters, keysOf, without } from "./filters";
import { dayOfBound, endOfDay, startOfDay } from "./moments";
import { TagPicker } from "./tag-picker";
import { texts } from "./texts";
import { useValues } from "./use-values";

type EditorProps<Kind extends FilterField["kind"]> = {
  field: Extract<FilterField, { kind: Kind }>;
  filters: Filters;
  onChange: (filters: Filters) => void;
  onClose: () => void;
};

/** Changes what one chip is about. */
export function FilterEditor({
  field,
  ...props
}: EditorProps<Exclude<FilterField["kind"], "import">>) {
  switch (field.kind) {
    case "choice":
      return <ChoiceEditor field={field} {...props} />;
    case "method":
      return <MethodEditor field={field} {...props} />;
    case "flag":
      return <FlagEditor field={field} {...props} />;
    case "tags":
      return (
        <TagPicker
          chosen={props.filters[field.name] ?? []}
          onChange={(ids) => {
            const others = without(field, props.filters);
            props.onChange(ids.length > 0 ? { ...others, [field.name]: ids } : others);
          }}
        />
      );
    default:
      return <TextsEditor field={field} {...props} />;
  }
}

/** One of some values by their names. */
function Choices({
  field: { name },
  options,
  filters,
  onChange,
  onClose,
}: EditorProps<"choice" | "method"> & { options: [value: string, text: string][] }) {
  return (
    <div className={styles.choices} role="radiogroup" aria-label={useValues().fields[name]}>
      {options.map(([value, text]) => (
        <Row key={value} as="label" gap={2} className={styles.choice}>
          <input
            type="radio"
            name={name}
            checked={filters[name] === value}
            onChange={() => onChange({ ...filters, [name]: value })}
            onClick={onClose}
          />
          {text}
        </Row>
      ))}
    </div>
  );
}

const ChoiceEditor = (props: EditorProps<"choice">) => (
  <Choices {...props} options={useValues().optionsOf(props.field.name)} />
);

const MethodEditor = (props: EditorProps<"method">) => (
  <Choices {...props} options={Object.entries(useTexts(nameTexts).consentMethods)} />
);

function FlagEditor({ field, filters, onChange }: EditorProps<"flag">) {
  const t = useTexts(general);
  const { fields } = useValues();
  const value = filters[field.name];
  return (
    <Segmented
      label={fields[field.name]}
      value={value === undefined ? "" : value ? "yes" : "no"}
      options={[
        ["yes", t.yes],
        ["no", t.no],
      ]}
      onChange={(chosen) => onChange({ ...filters, [field.name]: chosen === "yes" })}
    />
  );
}

const INPUT_TYPES = {
  text: "text",
  number: "number",
  days: "date",
  times: "date",
  range: "number",
} as const;

/** Fields that are typed: a text, or both ends of a range. */
function TextsEditor({ field, filters, onChange, onClose }: EditorProps<keyof typeof INPUT_TYPES>) {
  const t = useTexts(texts);
  const { fields } = useValues();
  const keys = keysOf(field);
  const isNumber = INPUT_TYPES[field.kind] === "number";
  const initial = (key: keyof Filters) => {
    const value = filters[key];
    if (value === undefined) return "";
    return field.kind === "times" || field.kind === "days"
      ? dayOfBound(String(value))
      : String(value);
  };
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(keys.map((key) => [key, initial(key)])),
  );
  const form = fieldsOf(values, (change) => setValues(Object.assign({}, values, change)));
  const [first = "", last = ""] = keys.map((key) => values[key]);
  const isWrong = keys.length > 1 && isBefore(last, first, isNumber);

  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (isWrong) return;
    const given = keys.flatMap((key, at): [string, string | number][] => {
      const value = values[key]?.trim();
      if (!value) return [];
      if (isNumber) return [[key, Number(value)]];
      if (field.kind !== "times") return [[key, value]];
      return [[key, at === 0 ? startOfDay(value) : endOfDay(value)]];
    });
    onChange({ ...without(field, filters), ...Object.fromEntries(given) });
    onClose();
  };

  const labels =
    field.kind === "text" || field.kind === "number"
      ? [fields[field.name]]
      : [t.from[field.kind], t.to[field.kind]];
  return (
    <form className={styles.editor} onSubmit={apply}>
      {keys.map((key, at) => (
        <TextField
          key={key}
          form={form}
          name={key}
          label={labels[at] ?? ""}
          fault={isWrong && at === 1 && t.endBeforeStart}
          type={INPUT_TYPES[field.kind]}
          {...(isNumber && { min: 0 })}
        />
      ))}
      <Button type="submit" kind="primary" size="small">
        {t.apply}
      </Button>
    </form>
  );
}

const isBefore = (end: string, start: string, isNumber: boolean) =>
  end !== "" && start !== "" && (isNumber ? Number(end) < Number(start) : end < start);
