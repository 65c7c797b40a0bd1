import { useQueryClient } from "@tanstack/react-query";
import { BellOff, Trash2 } from "lucide-react";
import { useState } from "react";
import { deleteSuppression, listSuppressions } from "#client";
import { CONSENT_EVENTS } from "#console/data/consent-events";
import { useList } from "#console/data/lists";
import { LoadMore } from "#console/data/load-more";
import { useLiveQueries } from "#console/live/live";
import { platformTexts } from "#console/names/platform-texts";
import { nameTexts } from "#console/names/texts";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Badge } from "#console/ui/badge";
import { Button, IconButton } from "#console/ui/button";
import { DataTable } from "#console/ui/data-table";
import { ConfirmDialog } from "#console/ui/dialog";
import { Card } from "#console/ui/layout";
import { EmptyState, LoadingRows, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { CheckSuppression } from "./check-suppression";
import styles from "./privacy.module.css";
import { SuppressMany } from "./suppress-many";
import { SuppressOne } from "./suppress-one";
import { suppressionTexts } from "./suppression-texts";

const KEY = ["suppressions"];

/** The people who have unsubscribed and stay so. */
export default function Suppressions() {
  const t = useTexts(suppressionTexts);
  const { suppressed } = useTexts(platformTexts);
  const { consentScopes } = useTexts(nameTexts);
  const format = useFormat();
  const client = useClient();
  const queries = useQueryClient();
  const mayWrite = useMay("leads:write");
  const [open, setOpen] = useState<"one" | "many" | null>(null);
  const [deleting, setDeleting] = useState<number | null>(null);
  const list = useList(KEY, (client, page) =>
    listSuppressions({ client, query: { per_page: 50, ...page } }),
  );
  useLiveQueries(CONSENT_EVENTS, [KEY]);
  const remove = async () => {
    if (deleting === null) return;
    await deleteSuppression({ client, path: { suppression: deleting } });
    await queries.invalidateQueries({ queryKey: KEY });
  };
  return (
    <>
      <Soft className={styles.about}>{t.about}</Soft>
      <CheckSuppression />
      <Card
        title={t.list}
        isPadded={false}
        actions={
          mayWrite && (
            <>
              <Button size="small" kind="primary" onClick={() => setOpen("one")}>
                {t.add}
              </Button>
              <Button size="small" onClick={() => setOpen("many")}>
                {t.addMany}
              </Button>
            </>
          )
        }
      >
        {list.isPending && <LoadingRows />}
        {list.error && <ProblemNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && list.items.length === 0 && (
          <EmptyState icon={<BellOff />} title={t.none}>
            {t.noneAbout}
          </EmptyState>
        )}
        {list.items.length > 0 && (
          <DataTable
            rows={list.items}
            keyOf={({ id }) => id}
            columns={[
              [t.kind, ({ kind }) => <Badge>{suppressed[kind]}</Badge>],
              [t.scope, ({ scope }) => consentScopes[scope]],
              [t.since, ({ at }) => format.dateTime(at)],
              [t.kept, ({ created_at }) => format.dateTime(created_at)],
              mayWrite && [
                t.delete,
                ({ id }) => (
                  <IconButton
                    label={t.delete}
                    size="small"
                    icon={<Trash2 />}
                    onClick={() => setDeleting(id)}
                  />
                ),
                "actions",
              ],
            ]}
          />
        )}
        <LoadMore list={list} />
      </Card>
      {open === "one" && <SuppressOne onClose={() => setOpen(null)} />}
      {open === "many" && <SuppressMany onClose={() => setOpen(null)} />}
      <ConfirmDialog
        isOpen={deleting !== null}
        onClose={() => setDeleting(null)}
        title={t.deleteTitle}
        about={t.deleteAbout}
        action={t.delete}
        onConfirm={remove}
      />
    </>
  );
}
