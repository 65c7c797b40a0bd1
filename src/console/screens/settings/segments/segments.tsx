import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Filter, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { deleteSegment, listSegments, type Segment } from "../../../../client/index";
import { ListView } from "../../../data/list-view";
import { useList } from "../../../data/lists";
import { useClient, useMay } from "../../../session/session";
import { useTexts } from "../../../texts/catalogue";
import { general } from "../../../texts/general";
import { Badge } from "../../../ui/badge";
import { buttonClass, IconButton } from "../../../ui/button";
import { ConfirmDialog } from "../../../ui/dialog";
import { Card } from "../../../ui/layout";
import { EmptyState } from "../../../ui/states";
import { Table } from "../../../ui/table";
import styles from "../settings.module.css";
import { texts } from "../texts";
import { RenameForm } from "./rename-form";
import { SegmentSize } from "./segment-size";

const KEY = ["segments"];

export default function Segments() {
  const { segments: t } = useTexts(texts);
  const c = useTexts(general);
  const client = useClient();
  const queries = useQueryClient();
  const mayWrite = useMay("leads:write");
  const [renamed, setRenamed] = useState<Segment | null>(null);
  const [deleted, setDeleted] = useState<Segment | null>(null);
  const refresh = () => queries.invalidateQueries({ queryKey: KEY });
  const segments = useList([...KEY, "list"], (client, page, signal) =>
    listSegments({ client, query: { ...page, per_page: 50 }, signal }),
  );
  return (
    <Card isPadded={false} title={t.title}>
      <ListView
        list={segments}
        empty={
          <EmptyState
            icon={<Filter />}
            title={t.empty}
            actions={
              <Link to={"/leads" as string} className={buttonClass()}>
                {t.toLeads}
              </Link>
            }
          >
            {t.emptyAbout}
          </EmptyState>
        }
      >
        {(items) => (
          <Table>
            <thead>
              <tr>
                <th>{c.name}</th>
                <th>{t.filters}</th>
                <th data-number>{t.leads}</th>
                <th>
                  <span className="visually-hidden">{c.more}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((segment) => (
                <tr key={segment.id}>
                  <td className={styles.main}>
                    <bdi>{segment.name}</bdi>
                  </td>
                  <td>
                    {segment.missing_tag_ids.length > 0 ? (
                      <Badge tone="red">{t.missing}</Badge>
                    ) : (
                      t.filterCount(Object.keys(segment.filter).length)
                    )}
                  </td>
                  <td data-number>
                    <SegmentSize segment={segment.id} />
                  </td>
                  <td data-actions>
                    {mayWrite && (
                      <>
                        <IconButton
                          size="small"
                          label={t.rename(segment.name)}
                          icon={<Pencil />}
                          onClick={() => setRenamed(segment)}
                        />
                        <IconButton
                          size="small"
                          label={t.delete(segment.name)}
                          icon={<Trash2 />}
                          onClick={() => setDeleted(segment)}
                        />
                      </>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </ListView>
      {renamed && (
        <RenameForm segment={renamed} onClose={() => setRenamed(null)} onSaved={refresh} />
      )}
      <ConfirmDialog
        isOpen={deleted !== null}
        onClose={() => setDeleted(null)}
        title={deleted ? t.delete(deleted.name) : ""}
        about={t.deleteAbout}
        action={c.delete}
        onConfirm={async () => {
          if (deleted) await deleteSegment({ client, path: { segment: deleted.id } });
          await refresh();
        }}
      />
    </Card>
  );
}
