import { ChevronRight } from "lucide-react";
import type { TestRun } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Part } from "#console/ui/part";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Clip, Soft } from "#console/ui/text";
import { useRunLead } from "../runs/run-lead";
import styles from "./test-runs.module.css";
import { texts } from "./texts";
import { useTestRuns } from "./use-test-run";

/** The name of a test run's lead. */
export function TestRunLead({ run }: { run: Pick<TestRun, "lead_id" | "lead_name"> }) {
  const t = useTexts(texts);
  const { lead_id: id, lead_name: described } = run;
  const known = useRunLead(id ?? 0, id !== null);
  const name = id === null ? described : known;
  return name === null ? t.invented : <bdi>{name}</bdi>;
}

/** The scenario's test runs of the last days, to go on with. */
export function TestRuns({ scenario, onOpen }: { scenario: number; onOpen: (id: number) => void }) {
  const t = useTexts(texts);
  const format = useFormat();
  const runs = useTestRuns(scenario);
  return (
    <Part title={t.earlier}>
      {runs.error && <ProblemNote error={runs.error} onRetry={() => void runs.refetch()} />}
      {runs.isPending && <LoadingRows rows={3} />}
      {runs.data?.length === 0 && <Soft size="small">{t.noEarlier}</Soft>}
      <ul>
        {runs.data?.map((run) => (
          <li key={run.id}>
            <button type="button" className={styles.run} onClick={() => onOpen(run.id)}>
              <span className={styles.texts}>
                <Clip className={styles.lead}>
                  <TestRunLead run={run} />
                </Clip>
                <Soft as="span" size="small">
                  {t.follows(run.version, run.is_draft)} · {format.relative(run.created_at)}
                </Soft>
              </span>
              <ChevronRight aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </Part>
  );
}
