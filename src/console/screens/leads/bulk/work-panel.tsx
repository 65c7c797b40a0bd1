import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect } from "react";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Button, IconButton } from "#console/ui/button";
import { Progress } from "#console/ui/layout";
import { Row } from "#console/ui/stack";
import { useProblemText } from "#console/ui/states";
import styles from "./bulk.module.css";
import { bulkTexts } from "./texts";
import { useWorks, type Work } from "./work";

/** The jobs on many leads, and their outcomes. */
export function WorkPanel() {
  const t = useTexts(bulkTexts);
  const { works, dismiss } = useWorks();
  const queries = useQueryClient();
  const settled = works.filter(({ state }) => state !== "running").length;
  useEffect(() => {
    if (settled > 0) void queries.invalidateQueries({ queryKey: ["leads"] });
  }, [settled, queries]);
  if (works.length === 0) return null;
  return (
    <section className={styles.works} aria-label={t.works}>
      {works.map((work) => (
        <WorkLine key={work.id} work={work} onDismiss={() => dismiss(work.id)} />
      ))}
    </section>
  );
}

function WorkLine({ work, onDismiss }: { work: Work; onDismiss: () => void }) {
  const t = useTexts(bulkTexts);
  const g = useTexts(general);
  const format = useFormat();
  const problemText = useProblemText();
  const title = t.kinds[work.kind](work.about);
  const { done, failed, total, state } = work;
  const counted =
    total !== null
      ? t.doneOf(format.number(done), format.number(total))
      : state === "running"
        ? t.done(format.number(done))
        : t.leads(done, format.number(done));
  return (
    <div className={styles.work} role="status">
      <Row wraps align="stretch" className={styles.workText}>
        <strong>{title}</strong>
        <span>
          {t.states[state]} · {counted}
          {failed > 0 && ` · ${t.failed(format.number(failed))}`}
          {state === "failed" && ` · ${problemText(work.error)}`}
        </span>
      </Row>
      {state === "running" ? (
        <Button size="small" onClick={work.stop}>
          {t.stop}
        </Button>
      ) : (
        <IconButton size="small" label={g.close} icon={<X />} onClick={onDismiss} />
      )}
      {state === "running" && total !== null && (
        <div className={styles.workBar}>
          <Progress label={title} share={total === 0 ? 1 : (done + failed) / total} />
        </div>
      )}
    </div>
  );
}
