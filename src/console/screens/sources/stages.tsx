import { PipelineStage, type Source, type SourceStages } from "#client";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { ChoiceSelect } from "#console/ui/choice-select";
import { Field } from "#console/ui/field";
import { Facts } from "#console/ui/layout";
import { texts } from "./texts";

/** A move of a booking's lead: to a stage, or back to the one of before. */
export type Move = NonNullable<SourceStages["cancelled"]>;
export type Stage = PipelineStage;

export const STAGES = Object.values(PipelineStage);

/** A move as a choice: a stage, `back`, or nothing. */
const choiceOf = (move: Move | null | undefined) =>
  move === "back" ? move : (move?.stage ?? null);

const moveOf = (choice: Stage | "back" | null): Move | null =>
  choice === null || choice === "back" ? choice : { stage: choice };

function useMoveText() {
  const t = useTexts(texts);
  const { stages } = useTexts(general);
  const { values } = useTexts(nameTexts);
  return (move: Move | null | undefined) => {
    if (!move) return t.stay;
    if (move === "back") return t.goBack;
    const reason = move.lost_reason && values.lost_reason[move.lost_reason];
    return [stages[move.stage], reason].filter(Boolean).join(" · ");
  };
}

/** The stages that the bookings of a source move their leads to. */
export function StageFacts({ source: { stages } }: { source: Source }) {
  const t = useTexts(texts);
  const { stages: names } = useTexts(general);
  const format = useFormat();
  const textOf = useMoveText();
  const { booked, from = [], cancelled, no_show, outcomes = {} } = stages;
  return (
    <Facts
      facts={[
        [t.booked, booked ? names[booked] : t.stay],
        [t.from, booked && format.list(from.map((one) => names[one]))],
        [t.cancelled, textOf(cancelled)],
        [t.noShow, textOf(no_show)],
        ...Object.entries(outcomes).map(([name, move]) => [name, textOf(move)] as const),
      ]}
    />
  );
}

/** Chooses a move. */
export function MoveField({
  label,
  move,
  onChange,
}: {
  label: string;
  move: Move | null | undefined;
  onChange: (move: Move | null) => void;
}) {
  const t = useTexts(texts);
  const { stages } = useTexts(general);
  return (
    <Field label={label}>
      {(control) => (
        <ChoiceSelect<Stage | "back">
          {...control}
          none={t.stay}
          options={[["back", t.goBack], ...STAGES.map((one) => [one, stages[one]] as const)]}
          value={choiceOf(move)}
          onChange={(choice) => onChange(moveOf(choice))}
        />
      )}
    </Field>
  );
}
