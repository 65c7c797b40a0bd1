import { useQueryClient } from "@tanstack/react-query";
import { type Import, startImport } from "#client";
import { useAction } from "#console/data/forms";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { Card } from "#console/ui/layout";
import { Row, Stack } from "#console/ui/stack";
import { Note, ProblemNote } from "#console/ui/states";
import { columnTexts } from "./column-texts";
import { Counts } from "./counts";
import { type Draft, startOf, tagsOf, useDraft } from "./draft";
import { putImport } from "./put-import";
import { RejectedRows } from "./rejected-rows";
import styles from "./report.module.css";
import { reportTexts } from "./report-texts";
import { namedOf } from "./states";

function ChosenOptions({ draft }: { draft: Draft }) {
  const t = useTexts(reportTexts);
  const { modes } = useTexts(columnTexts);
  const format = useFormat();
  const tags = tagsOf(draft);
  return (
    <div className={styles.chosen}>
      <h3>{t.withOptions}</h3>
      <ul>
        <li>{modes[draft.mode]}</li>
        <li>{draft.createTags ? t.tagsYes : t.tagsNo}</li>
        <li>{draft.notify ? t.notifyYes : t.notifyNo}</li>
        {tags.length > 0 && <li>{t.everyGets(format.list(tags))}</li>}
      </ul>
    </div>
  );
}

/** The findings of a dry run, from which the import is started. */
export function Checked({ one, onChange }: { one: Import; onChange: (() => void) | undefined }) {
  const t = useTexts(reportTexts);
  const format = useFormat();
  const queries = useQueryClient();
  const [draft] = useDraft(one, useMay("tags:write"));
  const start = useAction(
    (client) => startImport({ client, path: { import: one.id }, body: startOf(draft, false) }),
    { onDone: ({ data }) => putImport(queries, data) },
  );
  const count = one.counts.created + one.counts.updated;
  return (
    <>
      <Card title={t.checkedTitle}>
        <Stack gap={4}>
          <Counts one={one} />
          {count > 0 ? <ChosenOptions draft={draft} /> : <Note tone="amber">{t.nothing}</Note>}
          {start.error && <ProblemNote error={start.error} />}
          {onChange && (
            <Row gap={2} wraps>
              <Button
                kind="primary"
                isBusy={start.isBusy}
                disabled={count === 0}
                onClick={() => void start.run(undefined)}
              >
                {count === 1 ? t.startOne : t.start(format.number(count))}
              </Button>
              <Button onClick={onChange}>{t.changeColumns}</Button>
            </Row>
          )}
        </Stack>
      </Card>
      {namedOf(one) > 0 ? <RejectedRows one={one} /> : <Note tone="green">{t.noProblems}</Note>}
    </>
  );
}
