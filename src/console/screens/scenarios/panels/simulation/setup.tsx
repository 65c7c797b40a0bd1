import { Play as PlayIcon } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { FieldErrors, PipelineStage, Platform, ScenarioTrigger } from "#client";
import { CheckField, SelectField, TextField } from "#console/data/form/fields";
import { fieldsOf } from "#console/data/form/use-form";
import { LeadPicker } from "#console/data/lead-picker";
import { platformRow } from "#console/data/platforms";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Segmented } from "#console/ui/layout";
import { Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import { FAILING } from "./composer";
import type { LeadChoice, Play } from "./play";
import styles from "./simulation.module.css";
import { type StartChoice, startOf } from "./start";
import { StartFields } from "./start-fields";
import { texts } from "./texts";

const RUN_IDS = 1_000_000;

/** Splits choose by the id of the run, so that each play is another throw of the dice. */
const anyRunId = () => 1 + Math.floor(Math.random() * RUN_IDS);

const timeOf = (startsAt: string) => (startsAt ? new Date(startsAt) : new Date());

const MONTH_MS = 30 * 86_400_000;
/** A last message from which no window is open any more. */
const longBefore = (startsAt: string) =>
  new Date(timeOf(startsAt).getTime() - MONTH_MS).toISOString();

/** The passing of time: as the reader likes, or as for leads. */
export type Mode = "simulation" | "test";

const FIRST = {
  kind: "described" as "described" | "chosen",
  chosen: null as number | null,
  first_name: "Alex",
  last_name: "",
  address: "",
  pipeline_stage: "new" as PipelineStage,
  startsAt: "",
  window: "open" as "open" | "closed",
  start: null as string | null,
  startValue: "" as string | null,
  isFailing: false,
};

/** The choice of the lead, of the clock, and of the time to begin at. */
export function Setup({
  platform,
  triggers,
  mode,
  onMode,
  onPlay,
  onTest,
  isBusy,
  errors,
}: {
  platform: Platform;
  /** Those that may start the run. */
  triggers: readonly ScenarioTrigger[];
  mode: Mode;
  /** Null for who may not begin test runs. */
  onMode: ((mode: Mode) => void) | null;
  onPlay: (play: Play) => void;
  onTest: (chosen: LeadChoice & StartChoice) => void;
  isBusy: boolean;
  errors: FieldErrors;
}) {
  const t = useTexts(texts);
  const g = useTexts(general);
  const { fields } = useTexts(nameTexts);
  const [values, setValues] = useState(FIRST);
  const isTest = mode === "test";
  const addressName = platformRow(platform).hasNumbers ? "phone" : "username";
  const form = {
    ...fieldsOf(
      values,
      (change) => setValues({ ...values, ...change }),
      isTest ? errors : undefined,
    ),
    path: "lead.",
  };
  const { kind, chosen, address, startsAt } = values;
  const start = startOf(values.start ?? "", values.startValue ?? "");
  const isReady = start !== undefined && (kind === "described" || chosen !== null);
  const play = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const described = {
      first_name: values.first_name || null,
      last_name: values.last_name || null,
      pipeline_stage: values.pipeline_stage,
      ...(address && { [addressName]: address }),
      ...(values.window === "closed" && { last_inbound_at: longBefore(startsAt) }),
    };
    const lead = kind === "chosen" ? { lead_id: chosen } : { lead: described };
    if (isTest) return onTest({ ...lead, ...start });
    onPlay({
      lead,
      start,
      startAt: timeOf(startsAt).toISOString(),
      runId: anyRunId(),
      events: values.isFailing ? [{ ...FAILING, after_seconds: 0 }] : [],
      clock: 0,
    });
  };

  return (
    <form className={styles.setup} onSubmit={play}>
      {onMode && (
        <Segmented
          label={t.how}
          value={mode}
          onChange={onMode}
          options={[
            ["simulation", t.simulation],
            ["test", t.testRun],
          ]}
        />
      )}
      <Soft>{t.about[mode]}</Soft>
      <Segmented
        label={t.who}
        value={kind}
        onChange={(kind) => form.set({ kind })}
        options={[
          ["described", t.described],
          ["chosen", t.chosen],
        ]}
      />
      {kind === "chosen" ? (
        <LeadPicker
          chosen={chosen}
          none={t.noLead}
          onChoose={({ id }) => form.set({ chosen: id })}
        />
      ) : (
        <div className={styles.pair}>
          <TextField form={form} name="first_name" label={fields.first_name} />
          <TextField form={form} name="last_name" label={fields.last_name} />
          <TextField
            form={form}
            name="address"
            at={`lead.${addressName}`}
            label={fields[addressName]}
          />
          <SelectField
            form={form}
            name="pipeline_stage"
            label={fields.pipeline_stage}
            options={g.stages}
          />
        </div>
      )}
      {kind === "described" && (
        <Stack gap={1} className={styles.window}>
          <Segmented
            label={t.window}
            value={values.window}
            onChange={(window) => form.set({ window })}
            options={[
              ["open", t.windows.open],
              ["closed", t.windows.closed],
            ]}
          />
          <Soft size="small">{t.windowHint[values.window]}</Soft>
        </Stack>
      )}
      {triggers.length > 0 && (
        <StartFields
          platform={platform}
          triggers={triggers}
          values={values}
          onChange={(change) => setValues((now) => ({ ...now, ...change }))}
        />
      )}
      {!isTest && (
        <>
          <TextField
            form={form}
            name="startsAt"
            label={t.startsAt}
            hint={t.startsHint}
            type="datetime-local"
          />
          <CheckField form={form} name="isFailing" label={t.failing} />
        </>
      )}
      <Button type="submit" kind="primary" icon={<PlayIcon />} isBusy={isBusy} disabled={!isReady}>
        {isTest ? t.begin : t.play}
      </Button>
    </form>
  );
}
