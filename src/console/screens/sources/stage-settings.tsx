import { Plus, Trash2 } from "lucide-react";
import type { LostReason, Source, SourceStages } from "#client";
import { SelectField } from "#console/data/form/fields";
import { nameTexts } from "#console/names/texts";
import columns from "#console/screens/imports/columns.module.css";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button, IconButton } from "#console/ui/button";
import { ChoiceSelect } from "#console/ui/choice-select";
import { Checkbox, Field, Input } from "#console/ui/field";
import { Part } from "#console/ui/part";
import { Row, Stack } from "#console/ui/stack";
import { SettingsDialog, useSettings } from "./settings-form";
import { type Move, MoveField, STAGES, type Stage } from "./stages";
import { texts } from "./texts";

/** An outcome as it is typed, with what it moves the lead to. */
type Outcome = { key: string; name: string; move: Move | null };

function OutcomeFields({
  outcome,
  onChange,
  onRemove,
}: {
  outcome: Outcome;
  onChange: (outcome: Outcome) => void;
  onRemove: () => void;
}) {
  const t = useTexts(texts);
  const { none } = useTexts(general);
  const { values } = useTexts(nameTexts);
  const { name, move } = outcome;
  const isLost = move !== null && move !== "back" && move.stage === "lost";
  return (
    <Stack gap={2}>
      <Row gap={2} align="end">
        <Field label={t.outcome}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={100}
              onChange={({ target }) => onChange({ ...outcome, name: target.value })}
            />
          )}
        </Field>
        <IconButton label={t.removeOutcome(name)} icon={<Trash2 />} onClick={onRemove} />
      </Row>
      <MoveField
        label={t.outcomeStage(name)}
        move={move}
        onChange={(next) => onChange({ ...outcome, move: next })}
      />
      {isLost && (
        <Field label={t.lostReason(name)}>
          {(control) => (
            <ChoiceSelect<LostReason>
              {...control}
              none={none}
              options={values.lost_reason}
              value={move.lost_reason}
              onChange={(reason) =>
                onChange({ ...outcome, move: { stage: "lost", lost_reason: reason } })
              }
            />
          )}
        </Field>
      )}
    </Stack>
  );
}

function Outcomes({
  outcomes,
  onChange,
}: {
  outcomes: Outcome[];
  onChange: (outcomes: Outcome[]) => void;
}) {
  const t = useTexts(texts);
  const add = () =>
    onChange([...outcomes, { key: crypto.randomUUID(), name: "", move: { stage: "won" } }]);
  return (
    <Part title={t.outcomes} gap={3}>
      {outcomes.map((outcome, index) => (
        <OutcomeFields
          key={outcome.key}
          outcome={outcome}
          onChange={(next) => onChange(outcomes.with(index, next))}
          onRemove={() => onChange(outcomes.toSpliced(index, 1))}
        />
      ))}
      <div>
        <Button size="small" icon={<Plus />} onClick={add}>
          {t.addOutcome}
        </Button>
      </div>
    </Part>
  );
}

type Values = {
  booked: Stage | null;
  from: Stage[];
  cancelled: Move | null;
  no_show: Move | null;
  outcomes: Outcome[];
};

const valuesOf = ({ booked, from, cancelled, no_show, outcomes }: SourceStages): Values => ({
  booked: booked ?? null,
  from: from ?? [],
  cancelled: cancelled ?? null,
  no_show: no_show ?? null,
  outcomes: Object.entries(outcomes ?? {}).map(([name, move]) => ({ key: name, name, move })),
});

/** Outcomes without a name, or that move nowhere, are left out. */
const stagesIn = ({ outcomes, ...values }: Values): SourceStages => ({
  ...values,
  outcomes: Object.fromEntries(
    outcomes.flatMap(({ name, move }) => (name.trim() && move ? [[name.trim(), move]] : [])),
  ),
});

function From({ chosen, onChange }: { chosen: Stage[]; onChange: (stages: Stage[]) => void }) {
  const t = useTexts(texts);
  const { stages } = useTexts(general);
  return (
    <fieldset className={columns.checks}>
      <legend>{t.from}</legend>
      {STAGES.map((stage) => (
        <Checkbox
          key={stage}
          checked={chosen.includes(stage)}
          onChange={({ target }) =>
            onChange(
              STAGES.filter((one) => (one === stage ? target.checked : chosen.includes(one))),
            )
          }
        >
          {stages[stage]}
        </Checkbox>
      ))}
    </fieldset>
  );
}

/** Changes the stages that the bookings of a source move their leads to. */
export function StageSettings({ source, onClose }: { source: Source; onClose: () => void }) {
  const t = useTexts(texts);
  const { stages } = useTexts(general);
  const form = useSettings(
    source,
    () => ({ ...valuesOf(source.stages), times: source.times }),
    ({ times, ...values }) => ({ stages: stagesIn(values), times }),
  );
  const { from, cancelled, no_show, outcomes } = form.values;
  return (
    <SettingsDialog
      source={source}
      form={form}
      title={t.stages}
      about={t.stagesAbout}
      onClose={onClose}
    >
      <SelectField form={form} name="booked" label={t.booked} none={t.stay} options={stages} />
      <From chosen={from} onChange={(chosen) => form.set({ from: chosen })} />
      <MoveField
        label={t.cancelled}
        move={cancelled}
        onChange={(move) => form.set({ cancelled: move })}
      />
      <MoveField label={t.noShow} move={no_show} onChange={(move) => form.set({ no_show: move })} />
      <Outcomes outcomes={outcomes} onChange={(some) => form.set({ outcomes: some })} />
      {source.kind === "iclosed" && (
        <SelectField
          form={form}
          name="times"
          label={t.times}
          hint={t.timesHint}
          options={t.timesOf}
        />
      )}
    </SettingsDialog>
  );
}
