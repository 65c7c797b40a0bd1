import { keyOfColumn } from "#console/screens/imports/targets";
import { useTexts } from "#console/texts/catalogue";
import { Field, Input, Select } from "#console/ui/field";
import { keyedIn, useTargets } from "./targets";
import { texts } from "./texts";

/** Chooses the target of a value. `name` is that of the value. */
export function TargetSelect({
  name,
  none,
  target,
  onChange,
}: {
  name: string;
  /** The words for no target. */
  none: string;
  target: string | undefined;
  /** Undefined: nothing. */
  onChange: (target: string | undefined) => void;
}) {
  const t = useTexts(texts);
  const groups = useTargets();
  const keyed = target === undefined ? undefined : keyedIn(target);
  const key = (chosen: string) => (chosen === "booking.answers." ? name : keyOfColumn(name));
  const choose = (chosen: string) =>
    onChange(chosen === "" ? undefined : chosen.endsWith(".") ? chosen + key(chosen) : chosen);
  return (
    <>
      <Field label={t.becomesOf(name)} isLabelHidden>
        {(control) => (
          <Select
            {...control}
            value={keyed ? `${keyed.map}.` : (target ?? "")}
            onChange={(event) => choose(event.target.value)}
          >
            <option value="">{none}</option>
            {groups.map(({ label, options }) => (
              <optgroup key={label} label={label}>
                {options.map(([value, text]) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        )}
      </Field>
      {keyed && (
        <Field label={t.keyOf(name)} isLabelHidden>
          {(control) => (
            <Input
              {...control}
              value={keyed.key}
              maxLength={100}
              spellCheck={false}
              onChange={(event) => onChange(`${keyed.map}.${event.target.value}`)}
            />
          )}
        </Field>
      )}
    </>
  );
}
