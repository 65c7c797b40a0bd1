import { GitCompareArrows, History } from "lucide-react";
import type { ScenarioVersion } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Badge } from "#console/ui/badge";
import { IconButton } from "#console/ui/button";
import { classes } from "#console/ui/classes";
import { Row } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import { texts } from "./texts";
import styles from "./versions.module.css";

/** A version of the list: when, by whom, and what can be done with it. */
export function VersionItem({
  version,
  author,
  isCompared,
  onCompare,
  onRestore,
}: {
  version: ScenarioVersion;
  author: string | null;
  isCompared: boolean;
  onCompare: () => void;
  /** None for the current version, and without the ability. */
  onRestore: (() => void) | null;
}) {
  const t = useTexts(texts);
  const format = useFormat();
  const { version: number, published_at: at } = version;
  return (
    <Row as="li" gap={1} className={classes(styles.item, isCompared && styles.compared)}>
      <div className={styles.what}>
        <Row as="p" wraps className={styles.title}>
          {t.version(number)}
          {version.is_current && <Badge tone="green">{t.current}</Badge>}
          {version.has_runs && <Badge>{t.hasRuns}</Badge>}
        </Row>
        <Soft size="small">
          <time dateTime={at} title={format.dateTime(at)}>
            {format.relative(at)}
          </time>
          {author && ` ${t.by(author)}`}
          {" · "}
          {t.nodes(format.number(version.nodes_count), version.nodes_count === 1)}
        </Soft>
      </div>
      {number > 1 && (
        <IconButton
          size="small"
          label={t.show(t.version(number))}
          icon={<GitCompareArrows />}
          onClick={onCompare}
        />
      )}
      {onRestore && (
        <IconButton
          size="small"
          label={t.restoreOf(number)}
          icon={<History />}
          onClick={onRestore}
        />
      )}
    </Row>
  );
}
