import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type CannedReply, type LeadListItem, listLeads, previewCannedReply } from "#client";
import { LeadInput } from "#console/data/lead-input";
import { leadName } from "#console/data/lead-name";
import { nameTexts } from "#console/names/texts";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Avatar } from "#console/ui/badge";
import { classes } from "#console/ui/classes";
import { Dialog } from "#console/ui/dialog";
import { LoadingRows, Note, ProblemNote } from "#console/ui/states";
import { useSettled } from "#console/ui/use-settled";
import styles from "../settings.module.css";
import { texts } from "../texts";

const SHOWN = 5;

/** Shows what a lead would get. */
export function PreviewDialog({ reply, onClose }: { reply: CannedReply; onClose: () => void }) {
  const { replies: t } = useTexts(texts);
  const c = useTexts(general);
  const { failures } = useTexts(nameTexts);
  const client = useClient();
  const [text, setText] = useState("");
  const [lead, setLead] = useState<LeadListItem | null>(null);
  const search = useSettled(text.trim());
  const leads = useQuery({
    queryKey: ["leads", "to-preview", search],
    queryFn: ({ signal }) =>
      listLeads({ client, query: { per_page: 10, ...(search && { search }) }, signal }),
  });
  const preview = useQuery({
    queryKey: ["canned-replies", "preview", reply.id, reply.updated_at, lead?.id],
    queryFn: ({ signal }) =>
      previewCannedReply({
        client,
        path: { cannedReply: reply.id },
        body: { lead_id: lead?.id ?? 0 },
        signal,
      }),
    enabled: lead !== null,
  });
  const shown = preview.data?.data;
  return (
    <Dialog isOpen onClose={onClose} title={t.preview(reply.shortcut)} about={t.previewAbout}>
      <LeadInput value={text} onChange={({ target }) => setText(target.value)} />
      {leads.error && <ProblemNote error={leads.error} />}
      {leads.isPending && <LoadingRows rows={3} />}
      <ul className={styles.leads}>
        {leads.data?.data.slice(0, SHOWN).map((one) => (
          <li key={one.id}>
            <button
              type="button"
              className={classes(styles.lead)}
              aria-pressed={one.id === lead?.id}
              onClick={() => setLead(one)}
            >
              <Avatar name={leadName(one, c.unknownName)} size="1.75rem" />
              <bdi>{leadName(one, c.unknownName)}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {leads.data?.data.length === 0 && <p className={styles.soft}>{t.noLead}</p>}
      {preview.error && <ProblemNote error={preview.error} />}
      {shown && (
        <>
          <p className={styles.bubble} dir="auto">
            {shown.text}
          </p>
          {shown.refusal && <Note tone="amber">{t.notNow(failures[shown.refusal])}</Note>}
        </>
      )}
    </Dialog>
  );
}
