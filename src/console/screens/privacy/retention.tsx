import { useQuery } from "@tanstack/react-query";
import { getSettings } from "#client";
import { SETTINGS_KEY } from "#console/data/workspace-zone";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { DataTable } from "#console/ui/data-table";
import { Card } from "#console/ui/layout";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { consentTexts } from "./consent-texts";
import { periods } from "./periods";
import styles from "./privacy.module.css";
import { RetentionForm } from "./retention-form";

/** The time that each kind of data is kept. */
export default function Retention() {
  const t = useTexts(consentTexts).retention;
  const { number } = useFormat();
  const client = useClient();
  const mayWrite = useMay("settings:write");
  const query = useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => getSettings({ client, signal }),
  });
  if (query.isPending) return <LoadingRows />;
  if (!query.data) return <ProblemNote error={query.error} onRetry={() => void query.refetch()} />;
  const settings = query.data.data;
  return (
    <>
      <Soft className={styles.about}>{t.about}</Soft>
      {mayWrite ? (
        <RetentionForm settings={settings} />
      ) : (
        <Card title={t.title} isPadded={false}>
          <DataTable
            className={styles.named}
            rows={periods}
            keyOf={(name) => name}
            columns={[
              [
                t.what,
                (name) => (
                  <>
                    {t.names[name]}
                    <span className={styles.detail}>{t.abouts[name]}</span>
                  </>
                ),
                "row",
              ],
              [
                t.kept,
                (name) =>
                  settings[name] === null ? t.forEver : `${number(settings[name])} ${t.days}`,
              ],
            ]}
          />
        </Card>
      )}
      <Soft>{t.always}</Soft>
    </>
  );
}
