import { Eye, MessageSquareQuote } from "lucide-react";
import { useState } from "react";
import { type CannedReply, deleteCannedReply, listCannedReplies } from "#client";
import { useList } from "#console/data/lists";
import { nameTexts } from "#console/names/texts";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Badge } from "#console/ui/badge";
import { IconButton } from "#console/ui/button";
import { Row } from "#console/ui/stack";
import { Clip } from "#console/ui/text";
import { useSettled } from "#console/ui/use-settled";
import { Entries } from "../entries";
import styles from "../settings.module.css";
import { texts } from "../texts";
import { PreviewDialog } from "./preview-dialog";
import { ReplyForm } from "./reply-form";

const KEY = ["canned-replies"];

export default function Replies() {
  const { replies: t } = useTexts(texts);
  const c = useTexts(general);
  const { messageTypes } = useTexts(nameTexts);
  const client = useClient();
  const mayWrite = useMay("conversations:write");
  const mayPreview = useMay("leads:read") && mayWrite;
  const [text, setText] = useState("");
  const [previewed, setPreviewed] = useState<CannedReply | null>(null);
  const wanted = useSettled(text.trim());
  const replies = useList([...KEY, "list", wanted], (client, page, signal) => {
    const query = { ...page, per_page: 50, ...(wanted && { text: wanted }) };
    return listCannedReplies({ client, query, signal });
  });
  return (
    <>
      <Entries
        words={t}
        icon={<MessageSquareQuote />}
        list={replies}
        queryKey={KEY}
        search={{
          label: t.search,
          text,
          wanted,
          notFound: t.notFound,
          onChange: setText,
        }}
        create={t.create}
        mayWrite={mayWrite}
        nameOf={({ shortcut }) => shortcut}
        remove={({ id }) => deleteCannedReply({ client, path: { cannedReply: id } })}
        form={(reply, onClose, onSaved) => (
          <ReplyForm reply={reply} onClose={onClose} onSaved={onSaved} />
        )}
      >
        {(items, buttonsOf) => (
          <ul>
            {items.map((reply) => (
              <Row key={reply.id} as="li" gap={3} align="start" className={styles.row}>
                <div className={styles.rowText}>
                  <Row as="p" gap={2} wraps className={styles.rowTitle}>
                    <code>
                      /<bdi>{reply.shortcut}</bdi>
                    </code>
                    <Badge>{messageTypes[reply.type]}</Badge>
                    {reply.platform && <Badge>{c.platforms[reply.platform]}</Badge>}
                  </Row>
                  <Clip as="p" lines={3} className={styles.excerpt} dir="auto">
                    {reply.text}
                  </Clip>
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
                  {buttonsOf(reply)}
                </div>
              </Row>
            ))}
          </ul>
        )}
      </Entries>
      {previewed && <PreviewDialog reply={previewed} onClose={() => setPreviewed(null)} />}
    </>
  );
}
