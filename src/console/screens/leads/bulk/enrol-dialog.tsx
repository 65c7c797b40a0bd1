import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type BulkEnrolInput, type BulkEnrolmentJob, type Client, enrolLeads } from "#client";
import { isShownAtFields, useAction } from "#console/data/forms";
import { useScenarioNames } from "#console/data/scenario-names";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { Field, Input, Select } from "#console/ui/field";
import { Note, ProblemNote } from "#console/ui/states";
import { toast } from "#console/ui/toasts";
import styles from "./bulk.module.css";
import type { Target } from "./changes";
import { EnrolPreview, useEnrolPreview } from "./enrol-preview";
import { EnrolmentProgress } from "./enrolment-progress";
import { bulkTexts } from "./texts";

const FIELDS = ["at", "per_hour", "holdout"];

const bodyOf = (target: Target): BulkEnrolInput =>
  "ids" in target ? { lead_ids: [...target.ids] } : { filter: target.filters };

const enrol = (client: Client, { scenario, body }: { scenario: number; body: BulkEnrolInput }) =>
  enrolLeads({ client, path: { scenario }, body });

/** Enrols many leads, once it is known who would be, and who not and why. */
export default function EnrolDialog({ target, onClose }: { target: Target; onClose: () => void }) {
  const t = useTexts(bulkTexts);
  const g = useTexts(general);
  const format = useFormat();
  const queries = useQueryClient();
  const { data: scenarios = [] } = useScenarioNames();
  const [scenario, setScenario] = useState(0);
  const [at, setAt] = useState("");
  const [perHour, setPerHour] = useState("");
  const [holdout, setHoldout] = useState("");
  const [job, setJob] = useState<BulkEnrolmentJob | null>(null);

  const whom = bodyOf(target);
  const body: BulkEnrolInput = {
    ...whom,
    ...(at !== "" && { at: new Date(at).toISOString() }),
    ...(perHour !== "" && { per_hour: Number(perHour) }),
    ...(holdout !== "" && { holdout: Number(holdout) / 100 }),
  };
  const preview = useEnrolPreview(scenario, { ...whom, holdout: body.holdout ?? null });
  const { run, isBusy, error, errors } = useAction(enrol, {
    onDone: ({ data }) => {
      void queries.invalidateQueries({ queryKey: ["enrolments"] });
      void queries.invalidateQueries({ queryKey: ["runs"] });
      if (!("id" in data)) toast(t.enrolled(data.enrolled, format.number(data.enrolled)));
    },
    next: ({ data }) => ("id" in data ? setJob(data) : onClose()),
  });

  if (job)
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title={t.enrolling}
        about={t.goesOn}
        foot={<Button onClick={onClose}>{g.close}</Button>}
      >
        <EnrolmentProgress job={job} />
      </Dialog>
    );

  // What is shown until it has come is of the scenario or the share of before.
  const known = preview.isPlaceholderData ? undefined : preview.data;
  const count = known?.data.enrolled ?? 0;
  const seed = known?.preview?.holdout_seed;
  const chosen = scenarios.find(({ id }) => id === scenario);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.enrolTitle}
      about={t.enrolAbout}
      width="36rem"
      onSubmit={() =>
        void run({ scenario, body: { ...body, ...(seed && { holdout_seed: seed }) } })
      }
      foot={
        <>
          <Button onClick={onClose}>{g.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy} disabled={count === 0}>
            {known ? t.enrolCount(count, format.number(count)) : t.enrol}
          </Button>
        </>
      }
    >
      <Field label={t.scenario}>
        {(control) => (
          <Select
            {...control}
            value={scenario}
            onChange={({ target }) => setScenario(Number(target.value))}
          >
            <option value={0} disabled>
              {t.chooseScenario}
            </option>
            {scenarios.map(({ id, name, platform, is_active }) => (
              <option key={id} value={id}>
                {`${name} · ${g.platforms[platform]}${is_active ? "" : ` · ${t.paused}`}`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {chosen && !chosen.is_active && <Note tone="amber">{t.pausedAbout}</Note>}
      <div className={styles.settings}>
        <Field label={t.at} hint={t.atHint} errors={errors.at}>
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={at}
              onChange={({ target }) => setAt(target.value)}
            />
          )}
        </Field>
        <Field label={t.perHour} hint={t.perHourHint} errors={errors.per_hour}>
          {(control) => (
            <Input
              {...control}
              type="number"
              min={1}
              value={perHour}
              onChange={({ target }) => setPerHour(target.value)}
            />
          )}
        </Field>
        <Field label={t.holdout} hint={t.holdoutHint} errors={errors.holdout}>
          {(control) => (
            <Input
              {...control}
              type="number"
              min={0}
              max={90}
              value={holdout}
              onChange={({ target }) => setHoldout(target.value)}
            />
          )}
        </Field>
      </div>
      {scenario !== 0 && <EnrolPreview preview={preview} />}
      {error && !isShownAtFields(error, FIELDS) && <ProblemNote error={error} />}
    </Dialog>
  );
}
