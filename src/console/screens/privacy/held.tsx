import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type BundlePart, getLeadBundle, type Lead } from "#client";
import { saveFile } from "#console/data/save-file";
import { nameTexts } from "#console/names/texts";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { Card } from "#console/ui/layout";
import { Stack } from "#console/ui/stack";
import { LoadingRows, Note, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import styles from "./privacy.module.css";
import { texts } from "./texts";

/** The amount of each kind that is kept of a person, from the bundle itself. */
export function Held({ lead, name }: { lead: Lead; name: string }) {
  const t = useTexts(texts);
  const { records } = useTexts(nameTexts);
  const format = useFormat();
  const client = useClient();
  const query = useQuery({
    queryKey: ["leads", "bundle", lead.id],
    queryFn: ({ signal }) => getLeadBundle({ client, path: { lead: lead.id }, signal }),
  });
  const save = () =>
    saveFile(
      new Blob([JSON.stringify(query.data, null, 2)], { type: "application/json" }),
      `lead-${lead.id}.json`,
    );
  const counts = Object.entries(query.data?.data ?? {}).flatMap(([part, rows]) =>
    part === "lead" || !Array.isArray(rows) ? [] : [[part as BundlePart, rows.length] as const],
  );
  const leftOut = query.data?.meta.left_out ?? [];
  return (
    <Card
      title={t.held(name)}
      actions={
        query.data && (
          <Button size="small" icon={<Download />} onClick={save}>
            {t.downloadJson}
          </Button>
        )
      }
    >
      {query.isPending && <LoadingRows rows={3} />}
      {query.error && <ProblemNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && (
        <Stack gap={4}>
          <dl className={styles.tiles}>
            {counts.map(([part, count]) => (
              <div key={part} data-none={count === 0 || undefined}>
                <dt>{records[part]}</dt>
                <dd>{format.number(count)}</dd>
              </div>
            ))}
          </dl>
          {leftOut.length > 0 && (
            <Note tone="amber">
              {t.leftOut(
                format.list(leftOut.map(({ part, ability }) => `${records[part]} (${ability})`)),
              )}
            </Note>
          )}
          <Soft>{t.heldAbout}</Soft>
        </Stack>
      )}
    </Card>
  );
}
