import { Play as PlayIcon } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { PipelineStage, Platform } from "../../../../../client/index";
import { useTexts } from "../../../../texts/catalogue";
import { general } from "../../../../texts/general";
import { Button } from "../../../../ui/button";
import { Checkbox, Field, Input, Select } from "../../../../ui/field";
import { Segmented } from "../../../../ui/layout";
import { LeadPicker } from "./lead-picker";
import type { Play } from "./play";
import styles from "./simulation.module.css";
import { texts } from "./texts";

const STAGES = ["new", "contacted", "engaged", "qualified", "call_booked", "won", "lost"] as const;
const RUN_IDS = 1_000_000;

/** Splits choose by the id of the run, so that each play is another throw of the dice. */
const anyRunId = () => 1 + Math.floor(Math.random() * RUN_IDS);

const FAILING = { after_seconds: 0, webhook: { is_ok: false } };

/** Who is played, and from when on. */
export function Setup({ platform, onPlay }: { platform: Platform; onPlay: (play: Play) => void }) {
  const t = useTexts(texts);
  const g = useTexts(general);
  const [kind, setKind] = useState<"described" | "chosen">("described");
  const [chosen, setChosen] = useState<number | null>(null);
  const [firstName, setFirstName] = useState("Alex");
  const [lastName, setLastName] = useState("");
  const [address, setAddress] = useState("");
  const [stage, setStage] = useState<PipelineStage>("new");
  const [startsAt, setStartsAt] = useState("");
  const [isFailing, setFailing] = useState(false);
  const isInstagram = platform === "instagram";
  const described = {
    first_name: firstName || null,
    last_name: lastName || null,
    pipeline_stage: stage,
    ...(address && { [isInstagram ? "username" : "phone"]: address }),
  };
  const play = (event: FormEvent) => {
    event.preventDefault();
    if (kind === "chosen" && chosen === null) return;
    onPlay({
      lead: kind === "chosen" && chosen !== null ? { lead_id: chosen } : { lead: described },
      startAt: (startsAt ? new Date(startsAt) : new Date()).toISOString(),
      runId: anyRunId(),
      events: isFailing ? [FAILING] : [],
      clock: 0,
    });
  };
  const text = (label: string, value: string, onChange: (value: string) => void) => (
    <Field label={label}>
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
      <p className={styles.soft}>{t.about}</p>
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
          {text(t.firstName, firstName, setFirstName)}
          {text(t.lastName, lastName, setLastName)}
          {text(isInstagram ? t.username : t.phone, address, setAddress)}
          <Field label={t.stage}>
            {(control) => (
              <Select
                {...control}
                value={stage}
                onChange={({ target }) => setStage(target.value as PipelineStage)}
              >
                {STAGES.map((one) => (
                  <option key={one} value={one}>
                    {g.stages[one]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      )}
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
      <Button
        type="submit"
        kind="primary"
        icon={<PlayIcon />}
        disabled={kind === "chosen" && chosen === null}
      >
        {t.play}
      </Button>
    </form>
  );
}
