import { Link } from "@tanstack/react-router";
import { Filter } from "lucide-react";
import { deleteSegment, listSegments } from "#client";
import { useList } from "#console/data/lists";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Badge } from "#console/ui/badge";
import { buttonClass } from "#console/ui/button";
import { Table } from "#console/ui/table";
import { Entries } from "../entries";
import styles from "../settings.module.css";
import { texts } from "../texts";
import { RenameForm } from "./rename-form";
import { SegmentSize } from "./segment-size";

const KEY = ["segments"];

export default function Segments() {
  const { segments: t } = useTexts(texts);
  const c = useTexts(general);
  const client = useClient();
  const segments = useList([...KEY, "list"], (client, page, signal) =>
    listSegments({ client, query: { ...page, per_page: 50 }, signal }),
  );
  return (
    <Entries
      words={t}
      icon={<Filter />}
      list={segments}
      queryKey={KEY}
      emptyActions={
        <Link to={"/leads" as string} className={buttonClass()}>
          {t.toLeads}
        </Link>
      }
      mayWrite={useMay("leads:write")}
      nameOf={({ name }) => name}
      remove={({ id }) => deleteSegment({ client, path: { segment: id } })}
      form={(segment, onClose, onSaved) =>
        segment && <RenameForm segment={segment} onClose={onClose} onSaved={onSaved} />
      }
    >
      {(items, buttonsOf) => (
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
                <td data-actions>{buttonsOf(segment)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Entries>
  );
}
