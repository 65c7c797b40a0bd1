import { useQueryClient } from "@tanstack/react-query";
import { type Lead, type PipelineStage, updateLead } from "#client";
import { setAnswer } from "#console/data/entities";
import { useAction } from "#console/data/forms";
import { useValues } from "#console/screens/leads/use-values";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Select } from "#console/ui/field";
import { ProblemNote } from "#console/ui/states";
import { leadKey } from "./lead";
import styles from "./lead.module.css";
import { texts } from "./texts";

const isStage = (text: string, stages: object): text is PipelineStage => text in stages;

export function StagePicker({ lead }: { lead: Lead }) {
  const t = useTexts(texts);
  const { fields } = useValues();
  const { stages } = useTexts(general);
  const queries = useQueryClient();
  const mayWrite = useMay("leads:write");
  const change = useAction(
    (client, pipeline_stage: PipelineStage) =>
      updateLead({ client, path: { lead: lead.id }, body: { pipeline_stage } }),
    {
      onDone({ data }) {
        setAnswer(queries, leadKey(data.id), data);
      },
    },
  );
  const { pipeline_stage } = lead;
  if (!mayWrite) return pipeline_stage ? stages[pipeline_stage] : t.noStage;
  return (
    <>
      <Select
        aria-label={fields.pipeline_stage}
        className={styles.stage}
        value={pipeline_stage ?? ""}
        disabled={change.isBusy}
        onChange={({ target: { value } }) => {
          if (isStage(value, stages)) void change.run(value);
        }}
      >
        {pipeline_stage === null && <option value="">{t.noStage}</option>}
        {Object.entries(stages).map(([stage, text]) => (
          <option key={stage} value={stage}>
            {text}
          </option>
        ))}
      </Select>
      {change.error && <ProblemNote error={change.error} />}
    </>
  );
}
