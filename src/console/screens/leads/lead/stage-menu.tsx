import { useQueryClient } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { type Lead, type PipelineStage, updateLead } from "#client";
import { setAnswer } from "#console/data/entities";
import { useAction } from "#console/data/forms";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Menu, MenuItem } from "#console/ui/menu";
import { useProblemToast } from "#console/ui/toasts";
import { StageBadge } from "../badges";
import { CHOICES } from "../fields";
import { leadKey } from "../lead-key";
import styles from "./lead.module.css";
import { leadTexts } from "./texts";
import { useLeadChange } from "./use-lead-change";

/** The stage, which can be changed. */
export function StageMenu({ lead }: { lead: Lead }) {
  const t = useTexts(leadTexts);
  const { stages } = useTexts(general);
  const reloaded = useLeadChange(lead.id);
  const queries = useQueryClient();
  const toastProblem = useProblemToast();
  const { run } = useAction(
    (client, stage: PipelineStage) =>
      updateLead({
        client,
        path: { lead: lead.id },
        body: { pipeline_stage: stage },
      }),
    {
      onFailed: toastProblem,
      onDone: (answer) => {
        setAnswer(queries, leadKey(answer.data.id), answer);
        return reloaded();
      },
    },
  );
  if (!useMay("leads:write")) return <StageBadge stage={lead.pipeline_stage} />;
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={styles.stage}>
          <span className="visually-hidden">{t.changeStage}</span>
          <StageBadge stage={lead.pipeline_stage} />
          <ChevronDown aria-hidden="true" />
        </button>
      }
    >
      {CHOICES.pipeline_stage.map((stage) => (
        <MenuItem
          key={stage}
          isChosen={stage === lead.pipeline_stage}
          onSelect={() => void run(stage)}
        >
          {stages[stage]}
        </MenuItem>
      ))}
    </Menu>
  );
}
