import { useQueryClient } from "@tanstack/react-query";
import { Pencil, Plus, Tag as TagIcon, Trash2 } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { deleteTag, listTags, type Tag } from "../../../../client/index";
import { ListView } from "../../../data/list-view";
import { useList } from "../../../data/lists";
import { useLiveQueries } from "../../../live/live";
import { useClient, useMay } from "../../../session/session";
import { useTexts } from "../../../texts/catalogue";
import { general } from "../../../texts/general";
import { Badge } from "../../../ui/badge";
import { Button, IconButton } from "../../../ui/button";
import { ConfirmDialog } from "../../../ui/dialog";
import { SearchInput } from "../../../ui/field";
import { Card } from "../../../ui/layout";
import { EmptyState } from "../../../ui/states";
import { Table } from "../../../ui/table";
import styles from "../settings.module.css";
import { texts } from "../texts";
import { TagForm } from "./tag-form";

const KEY = ["tags"];

export default function Tags() {
  const { tags: t } = useTexts(texts);
  const c = useTexts(general);
  const client = useClient();
  const queries = useQueryClient();
  const mayWrite = useMay("tags:write");
  const [text, setText] = useState("");
  const [edited, setEdited] = useState<Tag | "new" | null>(null);
  const [deleted, setDeleted] = useState<Tag | null>(null);
  const label = useDeferredValue(text.trim());
  const refresh = () => queries.invalidateQueries({ queryKey: KEY });
  useLiveQueries(["tag.deleted"], [KEY]);
  const tags = useList([...KEY, "list", label], (client, page, signal) =>
    listTags({ client, query: { ...page, per_page: 100, ...(label && { label }) }, signal }),
  );
  const create = mayWrite && (
    <Button size="small" kind="primary" icon={<Plus />} onClick={() => setEdited("new")}>
      {t.create}
    </Button>
  );
  return (
    <Card
      isPadded={false}
      title={t.title}
      actions={
        <>
          <SearchInput
            label={t.search}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          {create}
        </>
      }
    >
      <ListView
        list={tags}
        empty={
          <EmptyState icon={<TagIcon />} title={label ? t.notFound : t.empty}>
            {!label && t.emptyAbout}
          </EmptyState>
        }
      >
        {(items) => (
          <Table>
            <thead>
              <tr>
                <th>{t.label}</th>
                <th>{t.description}</th>
                <th>{t.stage}</th>
                <th>
                  <span className="visually-hidden">{c.more}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((tag) => (
                <tr key={tag.id}>
                  <td className={styles.main}>
                    <bdi>{tag.label}</bdi>
                  </td>
                  <td className={styles.soft}>{tag.description}</td>
                  <td>
                    {tag.pipeline_stage && (
                      <Badge tone="accent">{c.stages[tag.pipeline_stage]}</Badge>
                    )}
                  </td>
                  <td data-actions>
                    {mayWrite && (
                      <>
                        <IconButton
                          size="small"
                          label={t.edit(tag.label)}
                          icon={<Pencil />}
                          onClick={() => setEdited(tag)}
                        />
                        <IconButton
                          size="small"
                          label={t.delete(tag.label)}
                          icon={<Trash2 />}
                          onClick={() => setDeleted(tag)}
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
      {edited && (
        <TagForm
          tag={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={refresh}
        />
      )}
      <ConfirmDialog
        isOpen={deleted !== null}
        onClose={() => setDeleted(null)}
        title={deleted ? t.delete(deleted.label) : ""}
        about={t.deleteAbout}
        action={c.delete}
        onConfirm={async () => {
          if (deleted) await deleteTag({ client, path: { tag: deleted.id } });
          await refresh();
        }}
      />
    </Card>
  );
}
