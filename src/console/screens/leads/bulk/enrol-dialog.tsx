import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type BulkEnrolInput, type BulkEnrolmentJob, enrolLeads } from "#client";
import { NumberField, SelectField, TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { type Fields, useForm } from "#console/data/form/use-form";
import { useScenarioNames } from "#console/data/scenario-names";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Note } from "#console/ui/states";
import { toast } from "#console/ui/toasts";
import styles from "./bulk.module.css";
import type { Target } from "./changes";
import { EnrolPreview, useEnrolPreview } from "./enrol-preview";
import { EnrolmentProgress } from "./enrolment-progress";
import { bulkTexts } from "./texts";

const EMPTY = {
  scenario: null as number | null,
  at: "",
  per_hour: null as number | null,
  /** In percent. */
  holdout: null as number | null,
};

type Draft = typeof EMPTY;

const whomOf = (target: Target): BulkEnrolInput =>
  "ids" in target ? { lead_ids: [...target.ids] } : { filter: target.filters };

const bodyOf = (target: Target, { at, per_hour, holdout }: Draft): BulkEnrolInput => ({
  ...whomOf(target),
  ...(at !== "" && { at: new Date(at).toISOString() }),
  ...(per_hour !== null && { per_hour }),
  ...(holdout !== null && { holdout: holdout / 100 }),
});

/** The scenario, and how many of the leads begin when. */
function EnrolFields({ form }: { form: Fields<Draft> }) {
  const t = useTexts(bulkTexts);
  const g = useTexts(general);
  const { data: scenarios = [] } = useScenarioNames();
  const chosen = scenarios.find(({ id }) => id === form.values.scenario);
  return (
    <>
      <SelectField
        form={form}
        name="scenario"
        label={t.scenario}
        ask={t.chooseScenario}
        options={scenarios.map(({ id, name, platform, is_active }) => [
          id,
          `${name} · ${g.platforms[platform]}${is_active ? "" : ` · ${t.paused}`}`,
        ])}
      />
      {chosen && !chosen.is_active && <Note tone="amber">{t.pausedAbout}</Note>}
      <div className={styles.settings}>
        <TextField form={form} name="at" label={t.at} hint={t.atHint} type="datetime-local" />
        <NumberField form={form} name="per_hour" label={t.perHour} hint={t.perHourHint} min={1} />
        <NumberField form={form} name="holdout" label={t.holdout} hint={t.holdoutHint} max={90} />
      </div>
    </>
  );
}

/** Enrols many leads, once it is known who would be, and who not and why. */
export default function EnrolDialog({ target, onClose }: { target: Target; onClose: () => void }) {
  const t = useTexts(bulkTexts);
  const format = useFormat();
  const queries = useQueryClient();
  const [job, setJob] = useState<BulkEnrolmentJob | null>(null);
  const form = useForm(EMPTY, (client, draft) =>
    enrolLeads({
      client,
      path: { scenario: draft.scenario ?? 0 },
      body: { ...bodyOf(target, draft), ...(seed && { holdout_seed: seed }) },
    }),
  );
  const scenario = form.values.scenario ?? 0;
  const { holdout = null } = bodyOf(target, form.values);
  const preview = useEnrolPreview(scenario, { ...whomOf(target), holdout });
  // The figures shown until new ones come are of the scenario or the share before.
  const known = preview.isPlaceholderData ? undefined : preview.data;
  const count = known?.data.enrolled ?? 0;
  const seed = known?.preview?.holdout_seed;
  return (
    <FormDialog
      form={form}
      title={job ? t.enrolling : t.enrolTitle}
      about={job ? t.continues : t.enrolAbout}
      width="36rem"
      action={known ? t.enrolCount(count, format.number(count)) : t.enrol}
      isReady={count > 0}
      result={job && <EnrolmentProgress job={job} />}
      onClose={onClose}
      onDone={({ data }) => {
        void queries.invalidateQueries({ queryKey: ["enrolments"] });
        void queries.invalidateQueries({ queryKey: ["runs"] });
        if (!("id" in data)) toast(t.enrolled(data.enrolled, format.number(data.enrolled)));
      }}
      next={({ data }) => ("id" in data ? setJob(data) : onClose())}
    >
      <EnrolFields form={form} />
      {scenario !== 0 && <EnrolPreview preview={preview} />}
    </FormDialog>
  );
}
