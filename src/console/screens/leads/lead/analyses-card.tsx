import { Sparkles } from "lucide-react";
import { useState } from "react";
import { type Analysis, analyzeLead, type Lead, listAnalyses } from "#client";
import { useAction } from "#console/data/forms";
import { useList } from "#console/data/lists";
import { LoadMoreButton } from "#console/data/load-more";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Badge, type Tone } from "#console/ui/badge";
import { Button } from "#console/ui/button";
import { Card } from "#console/ui/layout";
import { ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { leadKey } from "../lead-key";
import styles from "./cards.module.css";
import { runTexts } from "./run-texts";
import { useLeadChange } from "./use-lead-change";

const PER_PAGE = 10;
const POLL_MS = 3_000;

const TONES: Record<Analysis["status"], Tone> = {
  pending: "amber",
  running: "blue",
  completed: "green",
  skipped: "plain",
  failed: "red",
};

const isUnderWay = ({ status }: Analysis) => status === "pending" || status === "running";

/** The analyses that read the conversations for the profile, and their times. */
export function AnalysesCard({ lead }: { lead: Lead }) {
  const t = useTexts(runTexts);
  const format = useFormat();
  const mayWrite = useMay("leads:write");
  const reloaded = useLeadChange(lead.id);
  const [isPolling, setPolling] = useState(false);
  const list = useList(
    [...leadKey(lead.id), "analyses"],
    (client, page, signal) =>
      listAnalyses({ client, query: { lead_id: lead.id, per_page: PER_PAGE, ...page }, signal }),
    // No event tells how an analysis goes.
    { refetchInterval: isPolling ? POLL_MS : false },
  );
  const isPending = list.items.some(isUnderWay);
  if (isPending !== isPolling) setPolling(isPending);
  const analyse = useAction(
    (client) => analyzeLead({ client, path: { lead: lead.id }, query: { wait: 1 } }),
    { onDone: reloaded },
  );
  return (
    <Card
      title={t.analyses}
      actions={
        mayWrite &&
        lead.conversations.length > 0 && (
          <Button
            size="small"
            icon={<Sparkles />}
            isBusy={analyse.isBusy}
            onClick={() => void analyse.run(undefined)}
          >
            {t.analyse}
          </Button>
        )
      }
    >
      {analyse.error && <ProblemNote error={analyse.error} />}
      {list.error && <ProblemNote error={list.error} />}
      {list.items.length === 0 && !list.isPending && <Soft>{t.noAnalyses}</Soft>}
      <ul className={styles.list}>
        {list.items.map((analysis) => (
          <li key={analysis.id}>
            <Badge tone={TONES[analysis.status]}>{t.analysisStatuses[analysis.status]}</Badge>
            <Soft as="span">
              {[
                analysis.reason
                  ? t.analysisReasons[analysis.reason]
                  : t.claims(analysis.claims_count),
                format.date(analysis.created_at),
              ].join(" · ")}
            </Soft>
          </li>
        ))}
      </ul>
      <LoadMoreButton list={list} size="small" kind="quiet" />
    </Card>
  );
}
