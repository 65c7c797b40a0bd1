import { Play as PlayIcon } from "lucide-react";
import { type FormEvent, useState } from "react";
import { type FieldErrors, PipelineStage, type Platform } from "#client";
import { platformRow } from "#console/data/platforms";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Checkbox, Field, Input, Select } from "#console/ui/field";
import { Segmented } from "#console/ui/layout";
import { Soft } from "#console/ui/text";
import { FAILING } from "./composer";
import { LeadPicker } from "./lead-picker";
import type { Play, PlayedLead } from "./play";
import styles from "./simulation.module.css";
import { texts } from "./texts";

const RUN_IDS = 1_000_000;

/** Splits choose by the id of the run, so that each play is another throw of the dice. */
const anyRunId = () => 1 + Math.floor(Math.random() * RUN_IDS);

/** How time passes: as the reader likes, or as for leads. */
export type Mode = "simulation" | "test";

/** Who is played, by which clock, and from when on. */
export function Setup({
  platform,
  mode,
  onMode,
  onPlay,
  onTest,
  isBusy,
  errors,
}: {
  platform: Platform;
  mode: Mode;
  /** Null for who may not begin test runs. */
  onMode: ((mode: Mode) => void) | null;
  onPlay: (play: Play) => void;
  onTest: (lead: PlayedLead) => void;
  isBusy: boolean;
  errors: FieldErrors;
}) {
  const t = useTexts(texts);
  const g = useTexts(general);
  const { fields } = useTexts(nameTexts);
  const [kind, setKind] = useState<"described" | "chosen">("described");
  const [chosen, setChosen] = useState<number | null>(null);
  const [firstName, setFirstName] = useState("Alex");
  const [lastName, setLastName] = useState("");
  const [address, setAddress] = useState("");
  const [stage, setStage] = useState<PipelineStage>("new");
  const [startsAt, setStartsAt] = useState("");
  const [isFailing, setFailing] = useState(false);
  const isTest = mode === "test";
  const addressName = platformRow(platform).hasNumbers ? "phone" : "username";
  const described = {
    first_name: firstName || null,
    last_name: lastName || null,
    pipeline_stage: stage,
    ...(address && { [addressName]: address }),
  };
  const play = (event: FormEvent) => {
    event.preventDefault();
    if (kind === "chosen" && chosen === null) return;
    const lead = kind === "chosen" && chosen !== null ? { lead_id: chosen } : { lead: described };
    if (isTest) return onTest(lead);
    onPlay({
      lead,
      startAt: (startsAt ? new Date(startsAt) : new Date()).toISOString(),
      runId: anyRunId(),
      events: isFailing ? [{ ...FAILING, after_seconds: 0 }] : [],
      clock: 0,
    });
  };
  const text = (name: string, label: string, value: string, onChange: (value: string) => void) => (
    <Field label={label} errors={isTest ? errors[`lead.${name}`] : undefined}>
      {(control) => (
        <Input
          {...control}
          value={value}
          autoComplete="off"
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );

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
        onChange={setKind}
        options={[
          ["described", t.described],
          ["chosen", t.chosen],
        ]}
      />
      {kind === "chosen" ? (
        <LeadPicker chosen={chosen} onChoose={setChosen} />
      ) : (
        <div className={styles.pair}>
          {text("first_name", fields.first_name, firstName, setFirstName)}
          {text("last_name", fields.last_name, lastName, setLastName)}
          {text(addressName, fields[addressName], address, setAddress)}
          <Field label={fields.pipeline_stage}>
            {(control) => (
              <Select
                {...control}
                value={stage}
                onChange={({ target }) => setStage(target.value as PipelineStage)}
              >
                {Object.values(PipelineStage).map((one) => (
                  <option key={one} value={one}>
                    {g.stages[one]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      )}
      {!isTest && (
        <>
          <Field label={t.startsAt} hint={t.startsHint}>
            {(control) => (
              <Input
                {...control}
                type="datetime-local"
                value={startsAt}
                onChange={({ target }) => setStartsAt(target.value)}
              />
            )}
          </Field>
          <Checkbox checked={isFailing} onChange={({ target }) => setFailing(target.checked)}>
            {t.failing}
          </Checkbox>
        </>
      )}
      <Button
        type="submit"
        kind="primary"
        icon={<PlayIcon />}
        isBusy={isBusy}
        disabled={kind === "chosen" && chosen === null}
      >
        {isTest ? t.begin : t.play}
      </Button>
    </form>
  );
}
