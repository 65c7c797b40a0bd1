import { Tag as TagIcon } from "lucide-react";
import { useState } from "react";
import { deleteTag, listTags } from "#client";
import { useList } from "#console/data/lists";
import { useLiveQueries } from "#console/live/live";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Badge } from "#console/ui/badge";
import { DataTable } from "#console/ui/data-table";

import { useSettled } from "#console/ui/use-settled";
import { Entries } from "../entries";
import styles from "../settings.module.css";
import { texts } from "../texts";
import { TagForm } from "./tag-form";

const KEY = ["tags"];

export default function Tags() {
  const { tags: t } = useTexts(texts);
  const c = useTexts(general);
  const client = useClient();
  const [text, setText] = useState("");
  const label = useSettled(text.trim());
  useLiveQueries(["tag.deleted"], [KEY]);
  const tags = useList([...KEY, "list", label], (client, page, signal) =>
    listTags({ client, query: { ...page, per_page: 100, ...(label && { label }) }, signal }),
  );
  return (
    <Entries
      words={t}
      icon={<TagIcon />}
      list={tags}
      queryKey={KEY}
      search={{
        label: t.search,
        text,
        wanted: label,
        notFound: t.notFound,
        onChange: setText,
      }}
      create={t.create}
      mayWrite={useMay("tags:write")}
      nameOf={({ label }) => label}
      remove={({ id }) => deleteTag({ client, path: { tag: id } })}
      form={(tag, onClose, onSaved) => <TagForm tag={tag} onClose={onClose} onSaved={onSaved} />}
    >
      {(items, buttonsOf) => (
        <DataTable
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            [t.label, ({ label }) => <bdi>{label}</bdi>, { className: styles.main }],
            [t.description, ({ description }) => description, { className: styles.soft }],
            [
              t.stage,
              ({ pipeline_stage }) =>
                pipeline_stage && <Badge tone="accent">{c.stages[pipeline_stage]}</Badge>,
            ],
            [c.more, buttonsOf, "actions"],
          ]}
        />
      )}
    </Entries>
  );
}
