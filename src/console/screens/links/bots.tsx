import { useTexts } from "../../texts/catalogue";
import { Card } from "../../ui/layout";
import { Bars } from "./bars";
import { linkTexts } from "./link-texts";
import { useShownStats } from "./shown-stats";

const REASONS = ["preview", "crawler", "prefetch", "head", "no_user_agent"] as const;

/** The visits of bots in the chosen range, by what gave them away. */
export function Bots({ linkId }: { linkId: number }) {
  const t = useTexts(linkTexts);
  const bots = useShownStats(linkId).stats.data?.totals.bots;
  if (!bots) return null;
  const rows = REASONS.map((reason) => ({ name: t.reasons[reason], count: bots[reason] }));
  return (
    <Card title={t.bots}>
      <Bars rows={rows.filter(({ count }) => count > 0)} none={t.noBots} />
    </Card>
  );
}
