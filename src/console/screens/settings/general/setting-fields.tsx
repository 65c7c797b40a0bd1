import type { Settings } from "#client";
import { Field, Input, Switch, TextArea } from "#console/ui/field";
import styles from "./general.module.css";
import type { GroupForm } from "./group";

type Named<Value> = {
  [Name in keyof Settings]: Settings[Name] extends Value ? Name : never;
}[keyof Settings];

type Props<Name> = { form: GroupForm; name: Name; label: string; hint: string };

/** Empty is null. */
export const TextSetting = ({
  form: { values, set, errorsOf, isReadOnly },
  name,
  label,
  hint,
  isLong = false,
  ...input
}: Props<Named<string | null>> & {
  isLong?: boolean;
  placeholder?: string;
  type?: string;
}) => (
  <Field label={label} hint={hint} errors={errorsOf(name)}>
    {(control) => {
      const props = {
        ...control,
        value: values[name] ?? "",
        disabled: isReadOnly,
        onChange: ({ target }: { target: { value: string } }) =>
          set({ [name]: target.value || null }),
      };
      return isLong ? <TextArea {...props} /> : <Input autoComplete="off" {...input} {...props} />;
    }}
  </Field>
);

/** Empty is null. */
export const NumberSetting = ({
  form: { values, set, errorsOf, isReadOnly },
  name,
  label,
  hint,
}: Props<Named<number | null>>) => (
  <Field label={label} hint={hint} errors={errorsOf(name)}>
    {(control) => (
      <Input
        {...control}
        type="number"
        inputMode="numeric"
        min={0}
        value={values[name] ?? ""}
        disabled={isReadOnly}
        onChange={({ target }) =>
          set({ [name]: target.value === "" ? null : Number(target.value) })
        }
      />
    )}
  </Field>
);

export const SwitchSetting = ({
  form: { values, set, isReadOnly },
  name,
  label,
  hint,
}: Props<Named<boolean>>) => (
  <div className={styles.switch}>
    <Switch
      label={label}
      checked={values[name]}
      disabled={isReadOnly}
      onChange={({ target }) => set({ [name]: target.checked })}
    />
    <div>
      <p className={styles.switchLabel}>{label}</p>
      <p className={styles.hint}>{hint}</p>
    </div>
  </div>
);
