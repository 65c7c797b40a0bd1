import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type CannedReply, previewCannedReply } from "#client";
import { LeadPicker } from "#console/data/lead-picker";
import { nameTexts } from "#console/names/texts";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Dialog } from "#console/ui/dialog";
import { Note, ProblemNote } from "#console/ui/states";
import styles from "../settings.module.css";
import { texts } from "../texts";

/** Shows what a lead would get. */
export function PreviewDialog({ reply, onClose }: { reply: CannedReply; onClose: () => void }) {
  const { replies: t } = useTexts(texts);
  const { failures, messageTypes } = useTexts(nameTexts);
  const client = useClient();
  const [lead, setLead] = useState<number | null>(null);
  const preview = useQuery({
    queryKey: ["canned-replies", "preview", reply.id, reply.updated_at, lead],
    queryFn: ({ signal }) =>
      previewCannedReply({
        client,
        path: { cannedReply: reply.id },
        body: { lead_id: lead ?? 0 },
        signal,
      }),
    enabled: lead !== null,
  });
  const shown = preview.data?.data;
  return (
    <Dialog isOpen onClose={onClose} title={t.preview(reply.shortcut)} about={t.previewAbout}>
      <LeadPicker chosen={lead} most={5} none={t.noLead} onChoose={({ id }) => setLead(id)} />
      {preview.error && <ProblemNote error={preview.error} />}
      {shown && (
        <>
          <p className={styles.bubble} dir="auto">
            {shown.text ?? messageTypes[shown.type]}
          </p>
          {shown.refusal && <Note tone="amber">{t.notNow(failures[shown.refusal])}</Note>}
        </>
      )}
    </Dialog>
  );
}
