import { NumberField, SelectField, TextField } from "#console/data/form/fields";
import { fieldsOf } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { Segmented } from "#console/ui/layout";
import { Stack } from "#console/ui/stack";
import { VARIABLE } from "../form/clause-fields";
import { useProblems, useSettings } from "../form/context";
import { DurationField } from "../form/duration";
import { useLabels } from "../form/labels";
import { triggerSchema } from "../form/schema";
import { Members } from "../form/schema-field";
import { fieldTexts } from "../form/texts";
import { useVariables } from "../form/variables";
import { type Settings, textFor } from "../graph";
import type { OwnProps } from "./own-form";
import { triggerTexts } from "./texts";

type Props = Omit<OwnProps, "hidden">;

/** The date that is looked at: a moment of the lead, or what a variable holds. */
function DateChoice({ value, onChange }: Props) {
  const t = useTexts(triggerTexts);
  const f = useTexts(fieldTexts);
  const { label } = useLabels("of");
  const of = textFor(value.of);
  const known = useVariables().map((name) => VARIABLE + name);
  const isListed = of === "" || Object.hasOwn(t.moments, of) || known.includes(of);
  const set = (next: string) => onChange({ ...value, of: next });
  const form = useSettings("data", { of: isListed ? of || null : VARIABLE }, (change) =>
    set(change.of ?? ""),
  );
  return (
    <>
      <SelectField
        form={form}
        name="of"
        label={label}
        none={f.choose}
        options={[
          ...Object.entries(t.momentNames),
          ...known.map((one) => [one, one.slice(VARIABLE.length)] as const),
          [VARIABLE, f.aVariable],
        ]}
      />
      {!isListed && (
        <TextField
          form={fieldsOf({ name: of.slice(VARIABLE.length) }, ({ name = "" }) =>
            set(VARIABLE + name.trim()),
          )}
          name="name"
          label={f.variableName}
        />
      )}
    </>
  );
}

type Side = "before" | "exact" | "after";
const sideOf = (offset: number): Side => (offset < 0 ? "before" : offset > 0 ? "after" : "exact");
const SIGNS = { before: -1, exact: 0, after: 1 } as const;

/** So many days, or so much time, before or after the date. */
function Offset({ value, onChange }: Props) {
  const t = useTexts(triggerTexts);
  const isMinutes = value.offset_minutes != null;
  const name = isMinutes ? "offset_minutes" : "offset_days";
  const offset = typeof value[name] === "number" ? value[name] : 0;
  const side = sideOf(offset);
  const errors = useProblems(`data.${name}`);
  const { label } = useLabels(name);
  const set = (next: number) => onChange({ ...value, [name]: next });
  const size = Math.abs(offset);
  return (
    <>
      <Segmented<Side>
        label={t.offset}
        value={side}
        options={[
          ["before", t.sides.before],
          ["exact", isMinutes ? t.sides.exact : t.sides.sameDay],
          ["after", t.sides.after],
        ]}
        onChange={(next) => set(SIGNS[next] * (size || (isMinutes ? 60 : 1)))}
      />
      {side !== "exact" && isMinutes && (
        <DurationField
          label={label}
          errors={errors}
          value={size * 60}
          onChange={(seconds = 60) => set(SIGNS[side] * Math.max(1, Math.round(seconds / 60)))}
        />
      )}
      {side !== "exact" && !isMinutes && (
        <NumberField
          form={fieldsOf({ size }, (change) => set(SIGNS[side] * Math.max(1, change.size ?? 1)))}
          name="size"
          label={label}
          max={366}
        />
      )}
    </>
  );
}

const INITIAL = {
  days: { offset_days: 0, at: "09:00" },
  minutes: { offset_minutes: 0 },
} satisfies Record<string, Settings>;

/** A date of the lead, and when it counts as come. */
export function DateForm({ value, hidden, onChange }: OwnProps) {
  const t = useTexts(triggerTexts);
  const kind = value.offset_minutes == null ? "days" : "minutes";
  const setKind = (next: keyof typeof INITIAL) => {
    const { offset_days: _, offset_minutes: __, at: ___, ...others } = value;
    onChange({ ...others, ...INITIAL[next] });
  };
  const ofDays = kind === "days" ? [] : ["at", "time_zone"];
  return (
    <Stack gap={3}>
      <DateChoice value={value} onChange={onChange} />
      <Segmented
        label={t.offset}
        value={kind}
        options={[
          ["days", t.offsets.days],
          ["minutes", t.offsets.minutes],
        ]}
        onChange={setKind}
      />
      <Offset value={value} onChange={onChange} />
      <Members
        path="data"
        schema={triggerSchema("date")}
        value={value}
        hidden={[...hidden, "of", "offset_days", "offset_minutes", ...ofDays]}
        onChange={onChange}
      />
    </Stack>
  );
}
