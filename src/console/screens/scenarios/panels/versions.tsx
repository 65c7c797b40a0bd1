import { GitCompareArrows } from "lucide-react";
import { useState } from "react";
import { SelectField } from "#console/data/form/fields";
import { fieldsOf } from "#console/data/form/use-form";
import { LoadMoreButton } from "#console/data/load-more";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Badge } from "#console/ui/badge";
import { IconButton } from "#console/ui/button";
import { classes } from "#console/ui/classes";
import { Part } from "#console/ui/part";
import { Row } from "#console/ui/stack";
import { LoadingRows, Note, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import type { PanelProps } from "./panel";
import { PanelFrame } from "./panel-frame";
import { Diff } from "./versions/diff";
import { Restore } from "./versions/restore";
import { texts } from "./versions/texts";
import { useAuthor } from "./versions/use-author";
import { useStoredDraft } from "./versions/use-draft";
import { useVersions } from "./versions/use-versions";
import { VersionItem } from "./versions/version-item";
import styles from "./versions/versions.module.css";

const DRAFT = "draft";

/** The scenario's versions, what differs between two of them, and the way back to one. */
export default function Versions(props: PanelProps) {
  const { scenario, graph, onReload, onClose } = props;
  const t = useTexts(texts);
  const format = useFormat();
  const mayWrite = useMay("scenarios:write");
  const authorOf = useAuthor();
  const versions = useVersions(scenario.id);
  const { data: draft } = useStoredDraft(scenario.id);
  const [compared, setCompared] = useState<{ from: string; to: string } | null>(null);
  const [restored, setRestored] = useState<number | null>(null);
  const current = versions.items.find(({ is_current }) => is_current)?.version ?? 0;

  const numbers = versions.items.map(({ version }) => `${version}`);
  const [newest, previous = newest] = draft ? [DRAFT, ...numbers] : numbers;
  const pair = compared ?? (newest && previous ? { from: previous, to: newest } : null);
  const choice = pair && fieldsOf(pair, (change) => setCompared({ ...pair, ...change }));
  const compare = (to: string) => {
    const before = to === DRAFT ? `${current}` : numbers[numbers.indexOf(to) + 1];
    setCompared({ from: before ?? to, to });
  };
  const options = [
    ...(draft ? [[DRAFT, t.draft] as const] : []),
    ...numbers.map((number) => [number, t.version(Number(number))] as const),
  ];

  return (
    <PanelFrame title={t.title} onClose={onClose}>
      {versions.error && <ProblemNote error={versions.error} />}
      {versions.isPending && <LoadingRows />}
      <ul>
        {draft && (
          <Row
            as="li"
            gap={1}
            className={classes(styles.item, pair?.to === DRAFT && styles.compared)}
          >
            <div className={styles.what}>
              <Row as="p" wraps className={styles.title}>
                {t.draft} <Badge tone="amber">{t.draftAbout}</Badge>
              </Row>
              <Soft size="small">
                {format.relative(draft.updated_at)}
                {draft.changed_by && ` ${t.by(authorOf(draft.changed_by) ?? "")}`}
              </Soft>
            </div>
            <IconButton
              size="small"
              label={t.showDraft}
              icon={<GitCompareArrows />}
              onClick={() => compare(DRAFT)}
            />
          </Row>
        )}
        {versions.items.map((version) => (
          <VersionItem
            key={version.version}
            version={version}
            author={authorOf(version.published_by)}
            isCompared={pair?.to === `${version.version}`}
            onCompare={() => compare(`${version.version}`)}
            onRestore={mayWrite && !version.is_current ? () => setRestored(version.version) : null}
          />
        ))}
      </ul>
      {draft?.is_outdated && <Note tone="amber">{t.outdated}</Note>}
      <LoadMoreButton list={versions} size="small" />
      {pair && choice && newest !== previous && (
        <Part title={t.compare} gap={3}>
          <div className={styles.pair}>
            <SelectField form={choice} name="from" label={t.from} options={options} />
            <SelectField form={choice} name="to" label={t.to} options={options} />
          </div>
          <Diff {...props} from={pair.from} to={pair.to} />
        </Part>
      )}
      {restored !== null && (
        <Restore
          scenario={scenario}
          graph={graph}
          version={restored}
          current={current}
          onReload={onReload}
          onClose={() => setRestored(null)}
        />
      )}
    </PanelFrame>
  );
}
