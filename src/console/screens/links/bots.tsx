import { useTexts } from "#console/texts/catalogue";
import { Card } from "#console/ui/layout";
import { Soft } from "#console/ui/text";
import { Bars } from "./bars";
import { linkTexts } from "./link-texts";
import { useShownStats } from "./shown-stats";

const REASONS = ["preview", "crawler", "prefetch", "head", "no_user_agent"] as const;

/** The visits of bots in the chosen range, by what gave them away. */
export function Bots({ linkId }: { linkId: number }) {
  const t = useTexts(linkTexts);
  const { range, stats } = useShownStats(linkId);
  const bots = stats.data?.totals.bots;
  if (!bots) return null;
  const rows = REASONS.map((reason) => ({ name: t.reasons[reason], count: bots[reason] }));
  return (
    <Card
      title={t.bots}
      actions={
        <Soft as="span" size="medium">
          {t.spans[range]}
        </Soft>
      }
    >
      <Bars rows={rows} none={t.noBots} />
    </Card>
  );
}
