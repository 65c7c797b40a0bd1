import { History } from "lucide-react";
import { useState } from "react";
import { type Lead, listTriggerEvaluations } from "#client";
import { useList } from "#console/data/lists";
import { LoadMoreButton } from "#console/data/load-more";
import { WhyButton } from "#console/screens/scenarios/starts/why-button";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { Card } from "#console/ui/layout";
import { Row, Stack } from "#console/ui/stack";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { leadKey } from "../lead-key";
import { Evaluation } from "./evaluation";
import { startTexts } from "./start-texts";

const PER_PAGE = 10;

function Evaluations({ lead }: { lead: number }) {
  const t = useTexts(startTexts);
  const list = useList([...leadKey(lead), "starts"], (client, page, signal) =>
    listTriggerEvaluations({
      client,
      signal,
      query: { lead_id: lead, per_page: PER_PAGE, ...page },
    }),
  );
  if (list.isPending) return <LoadingRows rows={3} />;
  return (
    <>
      {list.error && <ProblemNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && list.items.length === 0 && <Soft>{t.none}</Soft>}
      {list.items.length > 0 && (
        <Stack as="ul" gap={3}>
          {list.items.map((one) => (
            <Evaluation key={one.id} evaluation={one} />
          ))}
        </Stack>
      )}
      <LoadMoreButton list={list} size="small" kind="quiet" />
    </>
  );
}

/** The scenarios that something has started for the lead, and those that it has not, on demand. */
export function StartsCard({ lead }: { lead: Lead }) {
  const t = useTexts(startTexts);
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={t.title}>
      <Stack gap={3}>
        <Soft size="medium">{t.about}</Soft>
        <Row gap={2} wraps>
          <Button
            size="small"
            icon={<History />}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t.hide : t.show}
          </Button>
          <WhyButton isWide of={{ lead_id: lead.id }} label={t.times} />
        </Row>
        {isOpen && <Evaluations lead={lead.id} />}
      </Stack>
    </Card>
  );
}
