import { useTexts } from "#console/texts/catalogue";
import { Card } from "#console/ui/layout";
import { Bars } from "./bars";
import styles from "./link.module.css";
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
    <Card title={t.bots} actions={<span className={styles.soft}>{t.spans[range]}</span>}>
      <Bars rows={rows} none={t.noBots} />
    </Card>
  );
}
