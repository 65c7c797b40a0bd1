import { useQueryClient } from "@tanstack/react-query";
import { Eye, MessageSquareQuote, Pencil, Plus, Trash2 } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { type CannedReply, deleteCannedReply, listCannedReplies } from "../../../../client/index";
import { ListView } from "../../../data/list-view";
import { useList } from "../../../data/lists";
import { useClient, useMay } from "../../../session/session";
import { useTexts } from "../../../texts/catalogue";
import { general } from "../../../texts/general";
import { Badge } from "../../../ui/badge";
import { Button, IconButton } from "../../../ui/button";
import { ConfirmDialog } from "../../../ui/dialog";
import { SearchInput } from "../../../ui/field";
import { Card } from "../../../ui/layout";
import { EmptyState } from "../../../ui/states";
import styles from "../settings.module.css";
import { texts } from "../texts";
import { PreviewDialog } from "./preview-dialog";
import { ReplyForm } from "./reply-form";

const KEY = ["canned-replies"];

export default function Replies() {
  const { replies: t } = useTexts(texts);
  const c = useTexts(general);
  const client = useClient();
  const queries = useQueryClient();
  const mayWrite = useMay("conversations:write");
  const mayPreview = useMay("leads:read") && mayWrite;
  const [text, setText] = useState("");
  const [edited, setEdited] = useState<CannedReply | "new" | null>(null);
  const [previewed, setPreviewed] = useState<CannedReply | null>(null);
  const [deleted, setDeleted] = useState<CannedReply | null>(null);
  const wanted = useDeferredValue(text.trim());
  const refresh = () => queries.invalidateQueries({ queryKey: KEY });
  const replies = useList([...KEY, "list", wanted], (client, page, signal) => {
    const query = { ...page, per_page: 50, ...(wanted && { text: wanted }) };
    return listCannedReplies({ client, query, signal });
  });
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
          {mayWrite && (
            <Button size="small" kind="primary" icon={<Plus />} onClick={() => setEdited("new")}>
              {t.create}
            </Button>
          )}
        </>
      }
    >
      <ListView
        list={replies}
        empty={
          <EmptyState icon={<MessageSquareQuote />} title={wanted ? t.notFound : t.empty}>
            {!wanted && t.emptyAbout}
          </EmptyState>
        }
      >
        {(items) => (
          <ul>
            {items.map((reply) => (
              <li key={reply.id} className={styles.row}>
                <div className={styles.rowText}>
                  <p className={styles.rowTitle}>
                    <code>/{reply.shortcut}</code>
                    {reply.platform && <Badge>{c.platforms[reply.platform]}</Badge>}
                  </p>
                  <p className={styles.excerpt} dir="auto">
                    {reply.text}
                  </p>
                </div>
                <div className={styles.actions}>
                  {mayPreview && (
                    <IconButton
                      size="small"
                      label={t.preview(reply.shortcut)}
                      icon={<Eye />}
                      onClick={() => setPreviewed(reply)}
                    />
                  )}
                  {mayWrite && (
                    <>
                      <IconButton
                        size="small"
                        label={t.edit(reply.shortcut)}
                        icon={<Pencil />}
                        onClick={() => setEdited(reply)}
                      />
                      <IconButton
                        size="small"
                        label={t.delete(reply.shortcut)}
                        icon={<Trash2 />}
                        onClick={() => setDeleted(reply)}
                      />
                    </>
                  )}
                </div>
              </li>
            ))}
          </ul>
        )}
      </ListView>
      {edited && (
        <ReplyForm
          reply={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={refresh}
        />
      )}
      {previewed && <PreviewDialog reply={previewed} onClose={() => setPreviewed(null)} />}
      <ConfirmDialog
        isOpen={deleted !== null}
        onClose={() => setDeleted(null)}
        title={deleted ? t.delete(deleted.shortcut) : ""}
        action={c.delete}
        onConfirm={async () => {
          if (deleted) await deleteCannedReply({ client, path: { cannedReply: deleted.id } });
          await refresh();
        }}
      />
    </Card>
  );
}
