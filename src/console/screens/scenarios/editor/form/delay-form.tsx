import { FormField, TextField } from "#console/data/form/fields";
import { useTexts } from "#console/texts/catalogue";
import { Segmented } from "#console/ui/layout";
import { Stack } from "#console/ui/stack";
import { TimeZoneSelect } from "#console/ui/time-zone-select";
import { isObject, type Settings, textFor } from "../graph";
import { useProblems, useSettings } from "./context";
import { DurationField } from "./duration";
import { WithinField } from "./schema-field";
import { fieldTexts } from "./texts";
import { WeekdaysControl } from "./weekdays-control";

type Props = { value: Settings; onChange: (value: Settings) => void };

const localZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const INITIAL = {
  seconds: () => 3_600,
  until: () => ({ date: "" }),
  at: () => ({ time: "09:00", timezone: localZone() }),
};
type Kind = keyof typeof INITIAL;

function Until({ value, onChange }: Props) {
  const t = useTexts(fieldTexts);
  const name = "booking" in value ? "booking" : "variable" in value ? "variable" : "date";
  const offset = typeof value.offset_seconds === "number" ? value.offset_seconds : 0;
  const { variable: _, date: __, booking: ____, ...others } = value;
  const form = useSettings("data", { until: textFor(value[name]) }, ({ until }) =>
    onChange({ ...value, [name]: until }),
  );
  const side = offset < 0 ? "before" : offset > 0 ? "after" : "exact";
  const setSide = (next: "before" | "after" | "exact") => {
    const { offset_seconds: ___, ...rest } = value;
    const length = Math.abs(offset) || 3_600;
    onChange(
      next === "exact" ? rest : { ...rest, offset_seconds: next === "before" ? -length : length },
    );
  };
  return (
    <>
      <Segmented
        label={t.delayKinds.until}
        value={name}
        options={[
          ["date", t.untilKinds.date],
          ["variable", t.untilKinds.variable],
          ["booking", t.untilKinds.booking],
        ]}
        onChange={(next) => onChange({ ...others, [next]: next === "booking" ? "starts_at" : "" })}
      />
      {name === "booking" ? (
        <Segmented
          label={t.labels.booking}
          value={value.booking === "ends_at" ? "ends_at" : "starts_at"}
          options={[
            ["starts_at", t.bookingMoments.starts_at],
            ["ends_at", t.bookingMoments.ends_at],
          ]}
          onChange={(booking) => onChange({ ...value, booking })}
        />
      ) : (
        <TextField
          form={form}
          name="until"
          at="data.until"
          label={t.labels[name]}
          placeholder={name === "variable" ? "webinar_at" : "2027-01-05T18:00"}
        />
      )}
      <Segmented
        label={t.labels.offset_seconds}
        value={side}
        options={[
          ["exact", t.offsetKinds.exact],
          ["before", t.offsetKinds.before],
          ["after", t.offsetKinds.after],
        ]}
        onChange={setSide}
      />
      {side !== "exact" && (
        <DurationField
          label={t.offsetKinds[side]}
          value={Math.abs(offset)}
          onChange={(seconds = 0) =>
            onChange({ ...value, offset_seconds: side === "before" ? -seconds : seconds })
          }
        />
      )}
    </>
  );
}

function At({ value, onChange }: Props) {
  const t = useTexts(fieldTexts);
  const form = useSettings(
    "data.at",
    { time: textFor(value.time), timezone: textFor(value.timezone) || null },
    (change) => onChange({ ...value, ...change }),
  );
  return (
    <>
      <TextField form={form} name="time" label={t.labels.time} type="time" />
      <WeekdaysControl
        path="data.at.weekdays"
        value={value.weekdays}
        onChange={(weekdays) => {
          const { weekdays: _, ...others } = value;
          onChange(weekdays ? { ...others, weekdays } : others);
        }}
      />
      <FormField form={form} name="timezone" label={t.labels.timezone}>
        {(control, zone, change) => <TimeZoneSelect {...control} value={zone} onChange={change} />}
      </FormField>
    </>
  );
}

/** A wait for some time, until a date, or until a time of day. */
export function DelayForm({ value, onChange }: Props) {
  const t = useTexts(fieldTexts);
  const errors = [...useProblems("data"), ...useProblems("data.seconds")];
  const kind: Kind = isObject(value.at) ? "at" : isObject(value.until) ? "until" : "seconds";
  const setKind = (next: Kind) => {
    const { seconds: _, until: __, at: ___, ...others } = value;
    onChange({ ...others, [next]: INITIAL[next]() });
  };
  return (
    <Stack gap={3}>
      <Segmented
        label={t.labels.type}
        value={kind}
        options={[
          ["seconds", t.delayKinds.seconds],
          ["until", t.delayKinds.until],
          ["at", t.delayKinds.at],
        ]}
        onChange={setKind}
      />
      {kind === "seconds" && (
        <DurationField
          label={t.labels.seconds}
          errors={errors}
          value={typeof value.seconds === "number" ? value.seconds : undefined}
          onChange={(seconds) => onChange({ ...value, seconds: seconds ?? 0 })}
        />
      )}
      {isObject(value.until) && (
        <Until value={value.until} onChange={(until) => onChange({ ...value, until })} />
      )}
      {isObject(value.at) && <At value={value.at} onChange={(at) => onChange({ ...value, at })} />}
      <WithinField value={value} onChange={onChange} />
    </Stack>
  );
}
