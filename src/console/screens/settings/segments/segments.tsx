import { Link } from "@tanstack/react-router";
import { Filter } from "lucide-react";
import { deleteSegment, listSegments } from "#client";
import { useList } from "#console/data/lists";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Badge } from "#console/ui/badge";
import { buttonClass } from "#console/ui/button";
import { DataTable } from "#console/ui/data-table";
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
        <DataTable
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            [c.name, ({ name }) => <bdi>{name}</bdi>, { className: styles.main }],
            [
              t.filters,
              ({ missing_tag_ids, filter }) =>
                missing_tag_ids.length > 0 ? (
                  <Badge tone="red">{t.missing}</Badge>
                ) : (
                  t.filterCount(Object.keys(filter).length)
                ),
            ],
            [t.leads, ({ id }) => <SegmentSize segment={id} />, "number"],
            [c.more, buttonsOf, "actions"],
          ]}
        />
      )}
    </Entries>
  );
}
